/** Shakes hands with an agent and hands out what can be done with it. */

import { Stencils } from '../jsonrpc/stencil.js'
import {
  Agreement,
  type Answered,
  type Channel,
  ConnectionError,
  isConnectionError,
  laterVersion,
  offer,
  Peer,
  type PeerOptions,
  type Version,
  versionsUpTo,
} from '../protocol/index.js'
import { STREAMED_WORDS } from '../protocol/streamed-words.js'
import type { Client } from './client.js'
import { type Dialogue, loadDialogue } from './dialogue.js'
import type { Host } from './host.js'
import { type Link, LiveClient } from './live-client.js'
import type { AnyPeer } from './request.js'

/** How to connect. */
export interface ConnectOptions<V extends Version = Version> extends PeerOptions {
  /** The version to offer: 1 unless said otherwise. */
  readonly version?: V | undefined
  /** Begin anew in a later version where the agent speaks no other, and its channel can be opened again. */
  readonly mayGoHigher?: boolean | undefined
  /** Whether to speak the parts of the protocol that are still being tried. */
  readonly unstable?: boolean | undefined
  /** Offer the shapes of all versions at once, for agents that cannot be started again when they speak only an earlier one. */
  readonly offersAll?: boolean | undefined
  /** Milliseconds to wait for the agent's first answer. */
  readonly deadline?: number | undefined
}

/** A channel that can be ended and begun anew, as a process can. */
interface Reopenable extends Channel {
  reopen(): Promise<Channel>
}

/** A channel that knows who is at its far end, as that of a process does. */
interface Explaining extends Channel {
  explain(error: ConnectionError): Promise<ConnectionError>
}

const INITIALIZE_MILLISECONDS = 30_000

/** Connects to an agent, lending it what `host` holds. Rejects, and closes the channel, when the two cannot agree. */
export async function connect<V extends Version = 1>(
  channel: Channel,
  host: Host = {},
  options: ConnectOptions<V> = {},
): Promise<Client<V>> {
  // Every version's words are typed for `V`, and which of them are spoken is known only now.
  return new LiveClient(await establish(channel, host, options), host) as unknown as Client<V>
}

async function establish(channel: Channel, host: Host, options: ConnectOptions): Promise<Link> {
  const peer: AnyPeer = new Peer(channel, 'client', {
    ...options,
    readMessages: new Stencils(STREAMED_WORDS).readMessages,
  })
  let reopen: Link['reopen']
  try {
    const answered = await shakeHands(peer, host, options)
    const spoken = { ...options, version: answered.contract.version as Version }
    if (isReopenable(channel)) reopen = async () => establish(await channel.reopen(), host, spoken)
    if (reopen === undefined || !answered.isDowngraded || options.offersAll)
      return { ...(await open(peer, host, answered)), reopen }
  } catch (error) {
    await peer.close('no agreement was reached')
    const later = options.mayGoHigher ? laterVersion(error, options.version ?? 1) : undefined
    if (later !== undefined && isReopenable(channel))
      return await establish(await channel.reopen(), host, { ...options, version: later })
    throw await explained(error, peer.noise, channel)
  }
  // The earlier version's params were never sent: only a new beginning can advertise files and terminals.
  await peer.close('the agent speaks an earlier version')
  return await reopen()
}

async function shakeHands(peer: AnyPeer, host: Host, options: ConnectOptions): Promise<Answered> {
  const version = options.version ?? 1
  const spoken = versionsUpTo(version)
  const dialogues = new Map<Version, Dialogue>()
  for (const each of spoken) dialogues.set(each, await loadDialogue(each))
  const shape = (each: Version): object => dialogues.get(each)?.params(host) ?? {}
  const terms = {
    version,
    versions: spoken,
    isUnstable: options.unstable ?? false,
    params: (asked: Version) =>
      Object.assign({}, ...(options.offersAll ? versionsUpTo(asked) : [asked]).map(shape)) as Record<
        string,
        unknown
      >,
  }
  return offer(peer, terms, { deadline: options.deadline ?? INITIALIZE_MILLISECONDS })
}

async function open(
  peer: AnyPeer,
  host: Host,
  { contract, params, result }: Answered,
): Promise<Omit<Link, 'reopen'>> {
  const dialogue = await loadDialogue(contract.version as Version)
  const { sessions, handlers } = await dialogue.begin(peer, host)
  peer.agree(await Agreement.settle(contract, 'client', contract.agreed(params, result)), handlers)
  return { peer, sessions, greeting: result }
}

/** Whoever carried the silence may know its reason; else a program that is no agent tells by what it prints. */
async function explained(error: unknown, noise: number, channel: Channel): Promise<unknown> {
  if (!isConnectionError(error)) return error
  if (isExplaining(channel)) return await channel.explain(error)
  if (noise === 0) return error
  const message = `${error.message} (${noise} lines that are no messages came instead; is it an agent?)`
  return new ConnectionError(error.reason, message, { cause: error })
}

function isExplaining(channel: Channel): channel is Explaining {
  return 'explain' in channel && typeof channel.explain === 'function'
}

function isReopenable(channel: Channel): channel is Reopenable {
  return 'reopen' in channel && typeof channel.reopen === 'function'
}
