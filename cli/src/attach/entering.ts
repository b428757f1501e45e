/** From an address to a session: the ticket of a link is exchanged, the gateway is asked what there is, somebody chooses. */

import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Client, reasonOf } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import type { Version } from '@parley/acp/protocol'
import { readText, tokenHeaders, toLost } from '../connect/token.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { GatewayFlags } from '../gateway-options.js'
import type { Shell } from '../shell.js'
import { openFar } from './far-client.js'
import { type FarPlace, NOWHERE } from './far-place.js'
import { ATTACH, type FarSession, LIST } from './far-words.js'
import { readAddress } from './gateway-address.js'
import { toSessionTable } from './session-table.js'
import { exchangeTicket, leaveGateway } from './ticket.js'

/** A gateway, by its address or a link. */
export interface GatewayWords {
  readonly address: string
  readonly flags: GatewayFlags
}

/** What there is for us, and which session is meant where one was named. */
export interface Sight {
  readonly sessions: readonly FarSession[]
  readonly named: FarSession | undefined
}

const PATIENCE_MILLISECONDS = 30_000

/** Comes to a gateway. What a link gave is given back at the end, unless something was found to stay for. */
export async function visit<T>(
  { address, flags }: GatewayWords,
  shell: Shell,
  look: (far: FarPlace) => Promise<T | undefined>,
): Promise<T | undefined> {
  const far = await findGateway(address, flags, shell)
  let found: T | undefined
  try {
    found = await look(far)
    return found
  } finally {
    if (found === undefined) await leaveGateway(far, shell)
  }
}

/** The gateway that an address or a link means. What it takes to be let in is looked at before anything is sent. */
async function findGateway(text: string, { tokenFile, ca }: GatewayFlags, shell: Shell): Promise<FarPlace> {
  const { url, origin, session, ticket } = readAddress(text)
  const trusted = ca === undefined ? {} : { ca: readText(ca, shell), caFile: resolve(shell.cwd, ca) }
  if (ticket !== undefined) {
    const pass = await exchangeTicket({ origin, ...trusted }, ticket)
    return { url, origin, ...trusted, token: pass.token, session: pass.session ?? session }
  }
  // The process that reads it later may stand in another directory.
  const place = tokenFile === undefined ? {} : { tokenFile: resolve(shell.cwd, tokenFile) }
  tokenHeaders(place, shell)()
  return { url, origin, ...trusted, ...place, session }
}

/** Looks what the gateway has for us. Rejects where the session that was named is not there, or could be several. */
export function lookAround(
  far: FarPlace,
  { session, version }: { readonly session?: string | undefined; readonly version: Version },
  shell: Shell,
): Promise<Sight> {
  return withClient(far, { version, shell }, async client => {
    const sessions = await client.call(LIST, {}, { deadline: PATIENCE_MILLISECONDS })
    const named = session === undefined ? undefined : await findSession(sessions, session, client)
    return { sessions, named }
  })
}

/** Rejects where the gateway cannot be reached, or is none. */
export function demandGateway(far: FarPlace, version: Version, shell: Shell): Promise<void> {
  return withClient(far, { version, shell }, async () => {})
}

async function withClient<T>(
  far: FarPlace,
  means: { readonly version: Version; readonly shell: Shell },
  work: (client: Client<Version>) => Promise<T>,
): Promise<T> {
  const { client } = await openFar({ far, ...means })
  try {
    return await work(client)
  } catch (error) {
    throw toLost(error)
  } finally {
    await client.close()
  }
}

/** A list may not hold all that there are: what it does not have is there if it can be opened. */
async function findSession(
  sessions: readonly FarSession[],
  id: string,
  client: Client<Version>,
): Promise<FarSession> {
  const exact = sessions.find(({ sessionId }) => sessionId === id)
  const near = sessions.filter(({ sessionId }) => sessionId.startsWith(id))
  const [first, second] = near
  if (exact !== undefined) return exact
  if (first !== undefined && second === undefined) return first
  if (first !== undefined)
    throw notFound(`several sessions begin with ${boundedLine(id, 80)}.`, near, EXIT.usage)
  try {
    await client.call(ATTACH, { sessionId: id }, { deadline: PATIENCE_MILLISECONDS })
  } catch (error) {
    if (reasonOf(error) !== 'session_not_found') throw error
    throw notFound(`the gateway has no session ${boundedLine(id, 80)}.`, sessions, EXIT.noSession)
  }
  return { sessionId: id, agent: '', cwd: NOWHERE, title: '', updated: 0, isBusy: false, present: [] }
}

function notFound(
  message: string,
  sessions: readonly FarSession[],
  exitCode: typeof EXIT.usage | typeof EXIT.noSession,
): Failure {
  const listed = sessions.slice(0, 10)
  const lines = listed.map(({ sessionId, title }) => `\n  ${boundedLine(sessionId, 80)}  ${title}`.trimEnd())
  const cure = 'name one by its id, or none to choose'
  return new Failure(`${message}${lines.join('')}`, { exitCode, cure, reason: 'session_not_found' })
}

/** The session that a link names, or somebody chooses, and where it works. Nothing where nobody wants any. */
export async function findPlace(
  far: FarPlace,
  { sessions, named }: Sight,
  shell: Shell,
): Promise<FarPlace | undefined> {
  if (named === undefined && (sessions.length === 0 || shell.stdin.isTTY !== true))
    throw new Failure('there is no session to come to.', {
      exitCode: EXIT.noSession,
      cure:
        sessions.length === 0
          ? 'begin one: parley chat --url …'
          : 'name one: parley attach <address> <session>',
      reason: 'session_not_found',
    })
  const found = named ?? (await chooseSession(sessions, shell))
  return found && at(far, found)
}

/** That session of that gateway. */
export function at(far: FarPlace, { sessionId, cwd, title }: FarSession): FarPlace {
  return { ...far, session: sessionId, cwd, ...(title === '' ? {} : { title }) }
}

/** Asks at the terminal. Nothing where nobody wants any. */
export async function chooseSession(
  sessions: readonly FarSession[],
  { stdin, stdout }: Shell,
): Promise<FarSession | undefined> {
  stdout.write(toSessionTable(sessions, stdout, { isNumbered: true }))
  const reader = createInterface({ input: stdin, output: stdout })
  const closed = new Promise<undefined>(end => reader.once('close', () => end(undefined)))
  try {
    for (;;) {
      const asked = reader.question('Which one? A number; Enter is the first, q none: ')
      const line = (await Promise.race([asked, closed]))?.trim()
      if (line === undefined || /^q(uit)?$/i.test(line)) return undefined
      const found = /^\d*$/.test(line) ? sessions[line === '' ? 0 : Number(line) - 1] : undefined
      if (found !== undefined) return found
    }
  } finally {
    reader.close()
  }
}
