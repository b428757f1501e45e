/** Random lives of sessions that are kept: what must hold whatever client, author and connection do is checked. */
import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import { memoryJournal } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import type { Known } from './known-session.fixture.js'
import { Wanderer } from './stateful.fixture.js'
import type { Turn } from './turn.js'
import { slowJournal } from './visits.fixture.js'

const RUNS = 300
const runs = atLeast(RUNS)
const TIMEOUT_MILLISECONDS = runs > RUNS ? 3_600_000 : 60_000
const WATCHDOG_MILLISECONDS = 8_000

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
process.on('unhandledRejection', note)
afterAll(() => void process.off('unhandledRejection', note))
afterEach(() => expect(unhandled).toEqual([]))

const modes = [
  { id: 'ask', name: 'Ask' },
  { id: 'code', name: 'Code' },
]
const mode = fc.constantFrom('ask', 'code')

const saying = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('say', 'think', 'plan', 'usage', 'notice') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tool' as const),
      end: fc.constantFrom('complete', 'fail', 'open', 'show'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const), isOpen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mode' as const), mode }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('rest', 'wait', 'linger') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('throw' as const) }) },
)
type Saying = typeof saying extends fc.Arbitrary<infer T> ? T : never

const which = fc.nat(7)
const outcome = fc.constantFrom(
  { outcome: 'selected', optionId: 'allow_once' },
  { outcome: 'selected', optionId: 'reject_once' },
  { outcome: 'cancelled' },
  undefined,
)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('prompt' as const),
      which,
      script: fc.array(saying, { maxLength: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('load', 'resume', 'cancel'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('close', 'fork'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('setMode' as const), which, mode }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('decide' as const), outcome }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pause' as const), ticks: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

async function ticks(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await tick()
}

/** An author who does what the script of a prompt says; every word of it names its turn. */
class Author {
  readonly scripts: (readonly Saying[])[] = []

  async prompt(turn: Turn): Promise<void> {
    const number = Number(turn.text.slice(1, -1))
    for (const [index, each] of (this.scripts[number] ?? []).entries())
      await this.#perform(turn, each, `#${number}.${index}`)
  }

  async #perform(turn: Turn, saying: Saying, words: string): Promise<void> {
    if (saying.do === 'tool') return doTool(turn, saying.end, words)
    if (saying.do === 'ask') return void (await turn.ask({ title: words }))
    if (saying.do === 'mode') return turn.session.setMode(saying.mode)
    if (saying.do === 'throw') throw new Error('a bug')
    if (saying.do === 'compact') {
      const compaction = turn.compact()
      compaction.append(words)
      if (!saying.isOpen) compaction.complete()
      return
    }
    await sayings[saying.do]?.(turn, words)
  }
}

const untilCancelled = (turn: Turn): Promise<void> =>
  turn.signal.aborted
    ? Promise.resolve()
    : new Promise(resolve => turn.signal.addEventListener('abort', () => resolve()))

const sayings: Readonly<Record<string, (turn: Turn, words: string) => unknown>> = {
  say: (turn, words) => turn.say(words),
  think: (turn, words) => turn.think(words),
  plan: (turn, words) => turn.plan([{ content: words, priority: 'low', status: 'pending' }]),
  usage: turn => turn.usage({ used: 1, size: 2 }),
  notice: (turn, words) => turn.notice({ title: words }),
  rest: tick,
  wait: untilCancelled,
  async linger(turn) {
    await untilCancelled(turn)
    await ticks(3)
  },
}

function doTool(turn: Turn, end: 'complete' | 'fail' | 'open' | 'show', words: string): void {
  const call = turn.tool({ title: words, kind: 'read' })
  call.progress('half')
  if (end === 'complete' || end === 'fail') call[end](words)
  if (end !== 'show') return
  call.complete()
  call.show(words)
}

async function carryOut(client: Wanderer, author: Author, next: Step): Promise<void> {
  if (next.do === 'pause') return ticks(next.ticks)
  if (next.do === 'die') return client.die()
  if (next.do === 'open') return client.open()
  if (next.do === 'decide') return client.decide(next.outcome)
  client.listen()
  const session = client.pick(next.which)
  if (session === undefined) return
  if (next.do === 'prompt') client.prompt(session, author.scripts.push(next.script) - 1)
  else if (next.do === 'setMode') client.setMode(session, next.mode)
  else client[next.do](session)
}

async function live(version: 1 | 2, isSlow: boolean, steps: readonly Step[]): Promise<void> {
  const author = new Author()
  const definition: Partial<AgentDefinition> = {
    sessions: isSlow ? slowJournal() : memoryJournal(),
    unstable: true,
    modes,
    whileBusy: isSlow ? 'queue' : 'refuse',
    prompt: turn => author.prompt(turn),
  }
  const client = new Wanderer(definition, version)
  await client.connect()
  client.open()
  for (const next of steps) await carryOut(client, author, next)
  await client.rest()
  await client.leave()
  await client.connect()
  await readAgain(client)
  await client.leave()
}

/** What is kept at the end is what was told, twice in a row; what was deleted is gone. */
async function readAgain(client: Wanderer): Promise<void> {
  for (let twice = 0; twice < 2; twice++) {
    const there: Known[] = client.sessions.filter(({ isDeleted }) => !isDeleted)
    for (const session of there) {
      session.isOpen = false
      client.load(session)
    }
    await client.rest()
    for (const session of there)
      expect(session.isOpen, `opened again, not ${JSON.stringify(session.refusal)}`).toBe(true)
  }
  for (const session of client.sessions) {
    if (!session.isDeleted) continue
    session.isOpen = false
    client.load(session)
    await client.rest()
    expect(session.isOpen, `${session.id} is gone`).toBe(false)
  }
}

async function watched(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hangs = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), WATCHDOG_MILLISECONDS)
  })
  try {
    await Promise.race([work, hangs])
  } finally {
    clearTimeout(timer)
  }
  expect(unhandled).toEqual([])
}

for (const version of [1, 2] as const)
  test(
    `version ${version}: whatever happens, every request is answered once, nothing hangs, and what is replayed is what was said`,
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.array(step, { maxLength: 40, size: 'max' }),
          async (isSlow, steps) => watched(live(version, isSlow, steps)),
        ),
        { numRuns: runs },
      ),
    TIMEOUT_MILLISECONDS,
  )
