import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Channel, Message } from '../../jsonrpc/index.js'
import { atLeast } from '../../runs.fixture.js'
import { channelContract } from '../../testing/channel-contract.js'
import { type PairOptions, remotePair, tell } from './pair.fixture.js'

const impatient = { retry: { firstDelay: 0, longestDelay: 0, giveUpAfter: 60_000, wait: async () => {} } }

describe.each([
  ['numbered', false],
  ['plain', true],
])('a %s pair', (_name, isPlain) => {
  const make = async (options: PairOptions = {}) => {
    const { client, server } = await remotePair({ ...impatient, ...options, isPlain })
    return { a: client, b: server }
  }
  for (const { title, run } of channelContract(() => make())) test(`${title}, to the server`, run)
  const turned = async () => {
    const { a, b } = await make()
    return { a: b, b: a }
  }
  for (const { title, run } of channelContract(turned)) test(`${title}, to the client`, run)
})

/** What happens to a connection, one after the other. */
type Event =
  | { readonly kind: 'said' | 'told'; readonly session: number; readonly isRequest: boolean }
  | { readonly kind: 'cut' }
  | { readonly kind: 'turns'; readonly count: number }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: messageOf('said') },
  { weight: 8, arbitrary: messageOf('told') },
  { weight: 3, arbitrary: fc.constant({ kind: 'cut' as const }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
)

function messageOf<Kind extends 'said' | 'told'>(kind: Kind) {
  return fc.record({
    kind: fc.constant(kind),
    session: fc.integer({ min: 0, max: 3 }),
    isRequest: fc.boolean(),
  })
}

/** One side: it says what it is told to, answers every request, and keeps what it heard. */
class Party {
  readonly heard: string[] = []
  readonly answers: string[] = []
  readonly said: string[] = []
  readonly asked: string[] = []
  readonly #channel: Channel

  constructor(channel: Channel) {
    this.#channel = channel
    this.done = this.#listen()
  }

  readonly done: Promise<void>

  say(session: number, isRequest: boolean): void {
    const value = `${session}:${this.said.length}`
    this.said.push(value)
    if (isRequest) this.asked.push(value)
    // Session 0 is what belongs to none.
    const params = session === 0 ? { value } : { sessionId: `s${session}`, value }
    const call = { jsonrpc: '2.0', method: 'say', params } as const
    tell(this.#channel, isRequest ? { ...call, id: value } : call)
  }

  async #listen(): Promise<void> {
    for await (const { messages } of this.#channel.incoming)
      for (const message of messages as readonly Message[]) this.#hear(message)
  }

  #hear(message: Message): void {
    if (!('method' in message)) {
      this.answers.push(String(message.id))
      return
    }
    this.heard.push((message.params as { value: string }).value)
    if ('id' in message) tell(this.#channel, { jsonrpc: '2.0', id: message.id, result: {} })
  }
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

/** The real clock only ends what would never end. */
async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 2_000
  while (!holds() && Date.now() < end) await new Promise(resolve => setImmediate(resolve))
}

function perStream(values: readonly string[]): ReadonlyMap<string, string[]> {
  const streams = new Map<string, string[]>(['0', '1', '2', '3'].map(session => [session, []]))
  for (const value of values) streams.get(value.slice(0, 1))?.push(value)
  return streams
}

async function survives(events: readonly Event[], seed: number): Promise<void> {
  let state = seed
  const chance = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const { network, client, server } = await remotePair(impatient)
  network.room = 300
  network.some = () => 1 + Math.floor(chance() * 3)
  network.losesConfirmations = () => chance() < 0.5
  const [here, there] = [new Party(client), new Party(server)]
  for (const each of events) {
    if (each.kind === 'said') here.say(each.session, each.isRequest)
    else if (each.kind === 'told') there.say(each.session, each.isRequest)
    else if (each.kind === 'turns') await turns(each.count)
    else network.cut()
  }
  const isDone = (): boolean =>
    there.heard.length >= here.said.length &&
    here.heard.length >= there.said.length &&
    here.answers.length >= here.asked.length &&
    there.answers.length >= there.asked.length
  await until(isDone)
  await Promise.all([client.close(), server.close()])
  await Promise.all([here.done, there.done])
  // What the client says has one order; what it hears has one in each stream.
  expect(there.heard).toEqual(here.said)
  expect(perStream(here.heard)).toEqual(perStream(there.said))
  expect([...here.answers].sort()).toEqual([...here.asked].sort())
  expect([...there.answers].sort()).toEqual([...there.asked].sort())
}

const RUNS = 750
const runs = atLeast(RUNS)
const TIMEOUT_MILLISECONDS = runs > RUNS ? 3_600_000 : 60_000

test(
  'whatever is cut, nothing is lost, nothing comes twice, and every stream keeps its order',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 80 }), fc.integer({ min: 1, max: 1_000_000 }), survives),
      { numRuns: runs, endOnFailure: true },
    )
  },
  TIMEOUT_MILLISECONDS,
)
