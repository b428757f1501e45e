/** Random interleavings of everything two peers can do to each other; what must hold whatever happens is checked. */
import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { relay } from '../proxy/index.js'
import { atLeast } from '../runs.fixture.js'
import { lines, memoryPair } from '../transport/index.js'
import type { Channel } from './channel.js'
import { chunkedPair } from './chunked-pair.fixture.js'
import { type Conduct, Party } from './party.fixture.js'

const RUNS = 2_500
const runs = atLeast(RUNS)
const TIMEOUT_MILLISECONDS = runs > RUNS ? 3_600_000 : 120_000
const WATCHDOG_MILLISECONDS = 8_000

const conduct = fc.constantFrom<Conduct>(
  'fast',
  'slow',
  'throws',
  'rejects',
  'patient',
  'asks back',
  'unsendable',
)
const side = fc.constantFrom(0, 1)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      side,
      conduct,
      deadline: fc.option(fc.constantFrom(0, 1, 5)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      side,
      conduct,
      lane: fc.constantFrom(undefined, 'x', 'y'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('abort' as const), side, which: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pause' as const), turns: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), side }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Wire {
  readonly channels: readonly [Channel, Channel]
  /** The wire is cut, or one end of it just ends. */
  die(): void
}

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
process.on('unhandledRejection', note)
afterAll(() => void process.off('unhandledRejection', note))
afterEach(() => expect(unhandled).toEqual([]))

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

const carryOut = (parties: readonly [Party, Party], wire: Wire, next: Step): void | Promise<void> => {
  if (next.do === 'pause') return waitTurns(next.turns)
  if (next.do === 'die') {
    for (const party of parties) party.isOver = true
    return wire.die()
  }
  const party = parties[next.side] as Party
  if (next.do === 'call')
    void party.call(next.conduct, next.deadline === null ? {} : { deadline: next.deadline })
  else if (next.do === 'notify') party.notify(next.conduct, next.lane)
  else if (next.do === 'abort') party.pending.at(-1 - next.which)?.controller.abort()
  else {
    for (const each of parties) each.isOver = true
    void party.connection.close()
  }
  return undefined
}

const waitTurns = async (turns: number): Promise<void> => {
  for (let count = 0; count < turns; count++) await turn()
}

const live = async (wire: Wire, steps: readonly Step[]): Promise<void> => {
  let token = 0
  const nextToken = (): number => token++
  const parties = [
    new Party('one', wire.channels[0], nextToken),
    new Party('other', wire.channels[1], nextToken),
  ] as const
  const [one, other] = parties
  one.other = other
  other.other = one
  for (const next of steps) await carryOut(parties, wire, next)
  await waitTurns(2)
  for (const party of parties) party.isOver = true
  await Promise.all(parties.map(party => party.connection.close()))
  // Handlers that were still at work may have called once more; that settles too.
  let settled = -1
  while (settled < one.pending.length + other.pending.length) {
    settled = one.pending.length + other.pending.length
    await Promise.all(parties.flatMap(party => party.pending.map(call => call.settled)))
    await turn()
  }
  expect([...one.flaws, ...other.flaws]).toEqual([])
}

const watched = async (wire: Wire, steps: readonly Step[]): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hangs = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), WATCHDOG_MILLISECONDS)
  })
  try {
    await Promise.race([live(wire, steps), hangs])
  } finally {
    clearTimeout(timer)
  }
  expect(unhandled).toEqual([])
}

const steps = fc.array(step, { maxLength: 60, size: 'max' })

test(
  'in memory, every call settles once, nothing hangs, the order holds and no rejection is left alone',
  () =>
    fc.assert(
      fc.asyncProperty(steps, async all => {
        const channels = memoryPair()
        await watched({ channels, die: () => void channels[0].close() }, all)
      }),
      { numRuns: runs },
    ),
  TIMEOUT_MILLISECONDS,
)

test(
  'on lines cut anywhere, every call settles once, nothing hangs, the order holds and no rejection is left alone',
  () =>
    fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 }),
        async (all, sizes) => {
          const { streams, kill } = chunkedPair(sizes)
          await watched({ channels: [lines(streams[0]), lines(streams[1])], die: kill }, all)
        },
      ),
      { numRuns: runs },
    ),
  TIMEOUT_MILLISECONDS,
)

// What stands between is tried half as often: each of its runs costs as much as two of the above.
const RELAY_RUNS = Math.ceil(runs / 2)

test(
  'through a relay in memory, every call settles once, nothing hangs, the order holds and the relay ends',
  () =>
    fc.assert(
      fc.asyncProperty(steps, async all => {
        const [client, toClient] = memoryPair()
        const [toAgent, agent] = memoryPair()
        const { closed } = relay(toClient, toAgent, { limits: { graceMilliseconds: 50 } })
        await watched({ channels: [client, agent], die: () => void client.close() }, all)
        await closed
      }),
      { numRuns: RELAY_RUNS },
    ),
  TIMEOUT_MILLISECONDS,
)

test(
  'through a relay on lines cut anywhere, every call settles once, nothing hangs, the order holds and the relay ends',
  () =>
    fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 }),
        async (all, sizes) => {
          const here = chunkedPair(sizes)
          const there = chunkedPair(sizes)
          const { closed } = relay(lines(here.streams[1]), lines(there.streams[0]), {
            limits: { graceMilliseconds: 50 },
          })
          await watched({ channels: [lines(here.streams[0]), lines(there.streams[1])], die: here.kill }, all)
          await closed
        },
      ),
      { numRuns: RELAY_RUNS },
    ),
  TIMEOUT_MILLISECONDS,
)
