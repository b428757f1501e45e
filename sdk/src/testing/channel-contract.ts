/** What every carrier of messages owes: one list of cases, to be run by any test runner over any channel. Knows no runner. */

import type { Channel } from '../jsonrpc/index.js'
import { demand, Listener, say, settledWithin } from './channel-probe.js'
import { malformedCases } from './malformed-cases.js'

/** Two joined channels, fresh for one case. */
export interface ChannelPair {
  readonly a: Channel
  readonly b: Channel
  /** Frees what the pair holds beyond its channels. */
  readonly release?: (() => Promise<void>) | undefined
}

/** Two joined channels that carry bytes, so that bad ones can be put on the wire. */
export interface BytePair extends ChannelPair {
  /** Puts bytes on the wire to `b` as one message, whatever they say. */
  inject(bytes: Uint8Array): void
  /** Bytes that one message may have on this pair. */
  readonly messageBytes: number
}

/** One promise of a channel: `run` resolves when it is kept and throws an `Error` that says how it was not. */
export interface ContractCase {
  readonly title: string
  run(): Promise<void>
}

type Check = (pair: ChannelPair) => Promise<void>

const SMALL_MESSAGES = 1_000
const LARGE_CHARACTERS = 4 * 1024 * 1024
const FLUSHED_MESSAGES = 203
const PIECE = 'x'.repeat(16 * 1024)
const BIG_PIECE = 'x'.repeat(256 * 1024)
const MOST_PIECES = 512
const PAUSE_MILLISECONDS = 60

/** The cases that every channel must pass. `make` is called once per case; both channels are closed after it. */
export function channelContract(make: () => Promise<ChannelPair>): readonly ContractCase[] {
  return checks.map(([title, check]) => toCase(title, make, check))
}

/** The cases that a channel of bytes must pass: those of every channel, and what it owes when the bytes are no message. */
export function byteChannelContract(make: () => Promise<BytePair>): readonly ContractCase[] {
  return [...channelContract(make), ...malformedCases.map(([title, check]) => toCase(title, make, check))]
}

function toCase<Pair extends ChannelPair>(
  title: string,
  make: () => Promise<Pair>,
  check: (pair: Pair) => Promise<void>,
): ContractCase {
  return {
    title,
    run: async () => {
      const pair = await make()
      try {
        await check(pair)
      } finally {
        await Promise.all([pair.a.close(), pair.b.close()])
        await pair.release?.()
      }
    },
  }
}

const checks: readonly (readonly [title: string, check: Check])[] = [
  ['messages arrive in the order they were sent', keepsOrder],
  ['both directions carry messages at the same time', carriesBothWays],
  ['every message comes with its size', tellsSizes],
  ['a message of megabytes arrives whole, whatever characters it holds', carriesLarge],
  ['sending asks its author to wait while nobody reads, and only so long', slowsAuthor],
  ['closing sends what was accepted before it ends', flushesAtClose],
  ['what the peer sent before it closed can still be read', deliversBeforeEnd],
  ['closing ends what comes in, on both sides', endsIncoming],
  ['closing twice is closing once', closesTwice],
  ['sending after closing throws a ConnectionError', refusesAfterClose],
]

async function keepsOrder({ a, b }: ChannelPair): Promise<void> {
  const heard = new Listener(b)
  for (let index = 0; index < SMALL_MESSAGES; index++) void say(a, index)
  await heard.until(SMALL_MESSAGES)
  demandCounted(heard.said, SMALL_MESSAGES)
}

async function carriesBothWays({ a, b }: ChannelPair): Promise<void> {
  const [atA, atB] = [new Listener(a), new Listener(b)]
  for (let index = 0; index < SMALL_MESSAGES; index++) {
    void say(a, index)
    void say(b, index)
  }
  await Promise.all([atA.until(SMALL_MESSAGES), atB.until(SMALL_MESSAGES)])
  demandCounted(atA.said, SMALL_MESSAGES)
  demandCounted(atB.said, SMALL_MESSAGES)
}

async function tellsSizes({ a, b }: ChannelPair): Promise<void> {
  void say(a, PIECE)
  for await (const { messages, sizes } of b.incoming) {
    demand(sizes.length === messages.length, 'a delivery has as many sizes as messages')
    demand((sizes[0] ?? 0) >= PIECE.length, 'a size counts at least the characters of the message')
    return
  }
}

async function carriesLarge({ a, b }: ChannelPair): Promise<void> {
  const heard = new Listener(b)
  const text = '\u00e9\u20ac\u{1f600}\\"\n'.repeat(LARGE_CHARACTERS / 8)
  void say(a, text)
  await heard.until(1)
  demand(heard.said[0] === text, 'a large message arrives as it was sent')
}

async function slowsAuthor({ a, b }: ChannelPair): Promise<void> {
  let sent = 0
  let room: Promise<void> | undefined
  let isFull = false
  while (!isFull && sent < MOST_PIECES) {
    room = say(a, `${sent}${BIG_PIECE}`)
    sent++
    isFull = room !== undefined && !(await settledWithin(room, PAUSE_MILLISECONDS))
  }
  demand(isFull, `a promise stays open when nobody reads ${MOST_PIECES * BIG_PIECE.length} characters`)
  const heard = new Listener(b)
  await heard.until(sent)
  demand(await settledWithin(room, 5_000), 'the promise resolves once the peer has read')
  demand(
    heard.said.every((said, index) => said === `${index}${BIG_PIECE}`),
    'nothing was lost or reordered while the author waited',
  )
}

async function flushesAtClose({ a, b }: ChannelPair): Promise<void> {
  const heard = new Listener(b)
  for (let index = 1; index < FLUSHED_MESSAGES; index++) void say(a, `${index}${PIECE}`)
  // A small one at the end: whatever gathers messages into larger writes still holds it.
  void say(a, FLUSHED_MESSAGES)
  await a.close()
  await heard.ended
  demand(heard.said.length === FLUSHED_MESSAGES, `${heard.said.length} of ${FLUSHED_MESSAGES} were flushed`)
}

async function deliversBeforeEnd({ a, b }: ChannelPair): Promise<void> {
  const heard = new Listener(a)
  for (let index = 0; index < SMALL_MESSAGES; index++) void say(b, index)
  await b.close()
  await heard.ended
  demandCounted(heard.said, SMALL_MESSAGES)
}

async function endsIncoming({ a, b }: ChannelPair): Promise<void> {
  const [atA, atB] = [new Listener(a), new Listener(b)]
  await a.close()
  demand(await settledWithin(atB.ended, 5_000), "the peer's incoming ends")
  demand(await settledWithin(atA.ended, 5_000), 'its own incoming ends')
}

async function closesTwice({ a, b }: ChannelPair): Promise<void> {
  const heard = new Listener(b)
  void say(a, 'last')
  await Promise.all([a.close(), a.close()])
  await a.close()
  await heard.ended
  demand(heard.said.length === 1, 'a second close loses nothing and adds nothing')
}

async function refusesAfterClose({ a }: ChannelPair): Promise<void> {
  await a.close()
  try {
    void say(a, 'late')
  } catch (error) {
    demand(error instanceof Error && error.name === 'ConnectionError', 'what it throws is a ConnectionError')
    return
  }
  demand(false, 'sending after closing throws')
}

function demandCounted(said: readonly unknown[], count: number): void {
  demand(said.length === count, `${said.length} of ${count} messages arrived`)
  const misplaced = said.findIndex((value, index) => value !== index)
  demand(misplaced < 0, `message ${misplaced} is not the one that was sent there`)
}
