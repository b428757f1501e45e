/** The gateway, put together: the guard in front, both transports on one port, the hub behind them, and one end for all. */

import type { Socket } from 'node:net'
import { join } from 'node:path'
import {
  type DiskJournal,
  diskJournal,
  guardProcesses,
  type HttpServer,
  type ServeHttpOptions,
  serveHttp,
  type WebSocketDoor,
  webSocketDoor,
} from '@parley/acp/node'
import { type HttpEndpoint, httpEndpoint } from '@parley/acp/transport'
import type { AgentSetting, GatewayConfig } from './config/config.js'
import { demandNames } from './config/config-names.js'
import { demandName } from './config/name.js'
import type { ConfigOptions } from './config/read-config.js'
import { demandSafeBinding } from './guard/binding.js'
import type { GatewayCaller } from './guard/caller.js'
import type { TicketWish } from './guard/exchange.js'
import { type OpenGuard, type OwnerToken, openGuard } from './guard/open-guard.js'
import { Labels } from './hub/labels.js'
import type { Patience } from './hub/patience.js'
import { takeStateFolder } from './hub/state-folder.js'
import { type LendingOptions, separateGrants } from './lending/lending.js'
import { PageDoor } from './page/page-door.js'
import { readPage } from './page/read-page.js'
import { toProgram, toPrograms } from './serving/agent-programs.js'
import { readCertificate } from './serving/certificate.js'
import { withPlainPost } from './serving/plain-post.js'
import { Reception } from './serving/reception.js'
import { type SessionHub, type SessionHubOptions, sessionHub } from './serving/session-hub.js'
import { noteSession } from './serving/session-notes.js'
import type { UpstreamReport } from './upstream/upstreams.js'

/** What a gateway is opened with. */
export interface GatewayOptions {
  readonly config: GatewayConfig
  /** What the config was read with: it is read again in the same way when its file changes. */
  readonly readWith?: ConfigOptions | undefined
  /** Where variables that agents are passed on come from; this process's own unless told. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Milliseconds after which an agent that nobody uses is ended; ten minutes unless told. */
  readonly idleMilliseconds?: number | undefined
  /** How long questions wait while nobody is there to answer them. */
  readonly patience?: Partial<Patience> | undefined
  /** The folder of a page that is served beside the agents, as it was built; without it there is none. */
  readonly page?: string | undefined
  /**
   * The gateway lends its agents the files and terminals of its machine, in the place of clients that have none, such as a
   * page; whoever takes part is asked for leave. Without it agents have what their clients lend.
   */
  readonly lends?: LendingOptions | undefined
  /** Learns what became of agents' processes. */
  readonly onAgent?: UpstreamReport | undefined
  /** Learns of what went wrong: nothing of this is for clients. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A gateway that listens. */
export interface Gateway extends AsyncDisposable {
  /** Without a path: the default agent is at `/acp`, each at `/acp/NAME`. */
  readonly url: string
  readonly address: string
  readonly port: number
  /** The token of the one principal there is where the config names none. */
  readonly owner: OwnerToken | undefined
  /** A ticket of this caller, or of the owner; nothing where they may not have it. */
  makeTicket(wish?: TicketWish, caller?: GatewayCaller): string | undefined
  /**
   * From now on this agent can be reached, too. One that has its name already stays as it is. Throws where its name is none that
   * a config could give it.
   */
  addAgent(agent: AgentSetting): void
  /** Takes nobody new, lets turns finish for so many milliseconds (10 seconds unless told), and ends everything. */
  close(drainMilliseconds?: number): Promise<void>
}

/**
 * Opens a gateway. Rejects where a name in the config is none that a file could give, with a `BindingError` where others could
 * read along, with a `CertificateError` or a `PageError`, with a `StateFolderError` where another gateway runs on its folder,
 * and with what the system says of an address that cannot be had.
 */
export async function gateway(options: GatewayOptions): Promise<Gateway> {
  // Who opens it goes on to own what it was opened with: those that come later are added here.
  const agents = new Map(options.config.agents)
  const config = { ...options.config, agents }
  // What could not be done anyway is said first: it touches no state.
  demandNames(config)
  demandSafeBinding(config)
  const tls = config.tls && (await readCertificate(config.tls))
  const page = options.page === undefined ? undefined : await readPage(options.page)
  const giveBack = await takeStateFolder(config.stateFolder)
  let guard: OpenGuard | undefined
  try {
    guard = await openGuard(config, { readWith: options.readWith })
    const furnishing = { tls, agents, page: page && new PageDoor(page, guard), giveBack }
    return await open({ ...options, config }, guard, furnishing)
  } catch (error) {
    guard?.close()
    await giveBack()
    throw error
  }
}

interface Furnishing {
  readonly tls: { readonly key: string; readonly cert: string } | undefined
  readonly page: PageDoor | undefined
  /** Those of the config; whoever adds one to them makes it known to the guard. */
  readonly agents: Map<string, AgentSetting>
  /** Gives the state folder back. */
  readonly giveBack: () => Promise<void>
}

async function open(options: GatewayOptions, guard: OpenGuard, furnishing: Furnishing): Promise<Gateway> {
  const { tls, page, agents, giveBack } = furnishing
  const { config, env = process.env, onError = () => {} } = options
  // It may be killed in the very moment in which it starts its first agent.
  guardProcesses()
  const kept = keptIn(config)
  const programs = toPrograms(config, env)
  const hub = openHub(options, guard, { ...kept, agents: programs, onError })
  guard.knowSessionsBy((session, right) => hub.knowsSession(session, right))
  guard.onDeparted = principal => void hub.dismiss(principal).catch(onError)
  const reception = new Reception(guard, hub)
  const endpoint = endpointOf(reception, config)
  const door = await webSocketDoor(reception.servingOf('websocket'), { onFailed: onError })
  const server = await serveHttp(endpoint, {
    ...{ host: config.address, port: config.port, tls, pages: pagesOf(guard, page) },
    placeOf: address => guard.strangers.placeOf(address),
    onTurnedAway: (address, reason) => guard.audit.noteRefusal({ address, reason }),
    // The guard has seen to it that nobody but a trusted proxy gets further without encryption.
    DANGEROUS_allowPlainText: config.trustedProxies.length > 0,
  })
  guard.listensAt(server.port)
  server.server.on('connection', (socket: Socket) => guard.strangers.meet(socket))
  server.server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  guard.audit.note('started', { address: `${server.address}:${server.port}` })
  const parts: Parts = { guard, hub, reception, endpoint, door, server, giveBack, ...kept }
  let closing: Promise<void> | undefined
  const end = (drainMilliseconds?: number): Promise<void> => {
    closing ??= close(parts, drainMilliseconds)
    return closing
  }
  const { url, address, port } = server
  return {
    ...{ url, address, port, owner: guard.owner, close: end },
    makeTicket: (wish, caller) => guard.makeTicket(wish, caller),
    addAgent: agent => {
      demandName(agent.name, 'the name of an agent')
      if (agents.has(agent.name)) return
      programs.set(agent.name, toProgram(agent, env))
      agents.set(agent.name, agent)
    },
    [Symbol.asyncDispose]: () => end(),
  }
}

function endpointOf(reception: Reception, { plainPost }: GatewayConfig): HttpEndpoint {
  const serving = reception.servingOf('http')
  const endpoint = httpEndpoint(serving, { limits: ROOMY })
  if (plainPost === undefined) return endpoint
  return withPlainPost(endpoint, serving, { limits: ROOMY, setting: plainPost })
}

/** What outlasts it. */
function keptIn({ stateFolder }: GatewayConfig): { readonly journal: DiskJournal; readonly labels: Labels } {
  const journal = diskJournal({ directory: join(stateFolder, 'sessions'), isSynced: true })
  return { journal, labels: new Labels(join(stateFolder, 'labels.json')) }
}

/** The one who runs the gateway has one memory of what was allowed, wherever they allowed it. */
function ownGrants({ owner, stateFolder }: GatewayConfig): Pick<LendingOptions, 'grantsOf'> {
  return owner === undefined ? { grantsOf: separateGrants(stateFolder) } : {}
}

function openHub(
  options: GatewayOptions,
  guard: OpenGuard,
  own: Pick<SessionHubOptions, 'agents' | 'journal' | 'labels' | 'onError'>,
): SessionHub {
  return sessionHub({
    ...own,
    isSolitary: () => guard.isSolitary,
    idleMilliseconds: options.idleMilliseconds,
    patience: options.patience,
    lends: options.lends && { ...ownGrants(options.config), ...options.lends },
    onAgent: options.onAgent,
    onForgetting: (owner, sessionId) => guard.forgetSession(owner, sessionId),
    onSession: report => noteSession(guard.audit, report),
  })
}

/** What is answered beside the protocol: who comes in by the guard, the page by itself. */
function pagesOf(guard: OpenGuard, page: PageDoor | undefined): ServeHttpOptions['pages'] {
  return (request, response) => guard.answer(request, response) || (page?.answer(request, response) ?? false)
}

// Who has how many is counted by the guard, for all transports together.
const ROOMY = { connections: 100_000, connectionsPerPrincipal: 100_000 }

interface Parts {
  readonly guard: OpenGuard
  readonly hub: SessionHub
  readonly reception: Reception
  readonly endpoint: HttpEndpoint
  readonly door: WebSocketDoor
  readonly server: HttpServer
  readonly journal: AsyncDisposable
  readonly giveBack: () => Promise<void>
}

/** Whoever is here can still answer what turns ask while they finish; only then the doors are closed. */
async function close(parts: Parts, drainMilliseconds: number | undefined): Promise<void> {
  const { guard, hub, reception, door, server, journal } = parts
  reception.isClosing = true
  await hub.drain(drainMilliseconds)
  // The doors first: they then say that the server leaves, and clients come back.
  const doors = [door.close(), server.close()]
  await hub.close()
  await Promise.all(doors)
  await journal[Symbol.asyncDispose]()
  guard.audit.note('stopped')
  guard.close()
  await parts.giveBack()
}
