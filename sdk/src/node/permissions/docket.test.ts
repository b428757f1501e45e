import { expect, test } from 'vitest'
import type { Session } from '../../client/index.js'
import type { FileWrite } from '../../guard/index.js'
import { READ, toRun, WRITE } from '../../guard/setting.fixture.js'
import type { Version } from '../../protocol/index.js'
import { Docket } from './docket.js'
import { machineClock, QuestionLine } from './question-line.js'

const MINUTE = 60_000
const CHANGE = { path: WRITE.at.path, sha256: WRITE.sha256, before: 'b0' }
const MADE: FileWrite = { ...WRITE, before: 'b0' }
const SHOWN = { argv: ['make', 'all'], cwd: '/w' }
const RUN = toRun(['make', 'all'])

/** A docket of a session that has so many turns, each of which can be ended. */
function open(count = 1) {
  const makeTurn = () => ({ isOver: false })
  const turns = Array.from({ length: count }, makeTurn)
  const session = { id: 's1', turns } as unknown as Session<Version>
  const line = new QuestionLine({ clock: machineClock, patience: MINUTE })
  const docket = new Docket(session, line)
  const approve = () => {
    docket.addPass(CHANGE, 0)
    docket.addCommandPass(SHOWN, 0)
  }
  const begin = () => {
    turns.push(makeTurn())
  }
  const end = () => {
    const turn = turns.shift()
    if (turn !== undefined) turn.isOver = true
  }
  return { docket, session, line, approve, begin, end }
}

test('what was approved is known with its session and its end', () => {
  const { docket, session, line, approve } = open()
  expect([docket.session, docket.line]).toEqual([session, line])
  expect([docket.passes, docket.commandPasses]).toEqual([[], []])
  approve()
  const common = { sessionId: 's1', expiresAt: 10 * MINUTE }
  expect(docket.passes).toEqual([{ ...CHANGE, ...common }])
  expect(docket.commandPasses).toEqual([{ ...SHOWN, ...common }])
})

test('an approved change is made once, and only that one', () => {
  const { docket, approve } = open()
  approve()
  expect(docket.takePass({ ...MADE, sha256: 'c1' }, 1)).toBe(false)
  expect(docket.takePass(WRITE, 1)).toBe(false)
  expect(docket.takePass(READ, 1)).toBe(false)
  expect(docket.passes).toHaveLength(1)
  expect(docket.takePass(MADE, 1)).toBe(true)
  expect(docket.takePass(MADE, 1)).toBe(false)
  expect(docket.passes).toEqual([])
  expect(docket.commandPasses).toHaveLength(1)
})

test('an approved command is run once, and only that one', () => {
  const { docket, approve } = open()
  approve()
  expect(docket.takePass(toRun(['make', 'none']), 1)).toBe(false)
  expect(docket.takePass({ action: 'mcp.start', server: 's', argv: SHOWN.argv }, 1)).toBe(false)
  expect(docket.commandPasses).toHaveLength(1)
  expect(docket.takePass(RUN, 1)).toBe(true)
  expect(docket.takePass(RUN, 1)).toBe(false)
  expect(docket.commandPasses).toEqual([])
  expect(docket.passes).toHaveLength(1)
})

test('a yes is good for ten minutes', () => {
  for (const action of [MADE, RUN]) {
    const { docket, approve } = open()
    approve()
    expect(docket.takePass(action, 10 * MINUTE)).toBe(false)
    expect(docket.takePass(action, 10 * MINUTE - 1)).toBe(true)
  }
})

test('a yes ends with the turn in which it was asked for', () => {
  const { docket, approve, begin, end } = open()
  approve()
  begin()
  end()
  expect(docket.passes).toEqual([])
  expect(docket.commandPasses).toEqual([])
  expect(docket.takePass(MADE, 1)).toBe(false)
  expect(docket.takePass(RUN, 1)).toBe(false)
})

test.each([
  ['change', MADE],
  ['command', RUN],
])(
  'a %s is not let through on a yes of a turn that is over, also where nobody looked before',
  (_, action) => {
    const { docket, approve, end } = open()
    approve()
    end()
    expect(docket.takePass(action, 1)).toBe(false)
  },
)

test('the passes of each kind end with the turn, whichever is asked for first', () => {
  const { docket, approve, end } = open()
  approve()
  end()
  expect(docket.commandPasses).toEqual([])
})

test('of turns that run at once the last one counts', () => {
  const { docket, approve, end } = open(2)
  approve()
  end()
  expect(docket.takePass(MADE, 1)).toBe(true)
  end()
  expect(docket.takePass(RUN, 1)).toBe(false)
})

test('a yes of one turn is not handed on by a yes of the next', () => {
  const { docket, approve, begin, end } = open()
  approve()
  end()
  begin()
  docket.addPass({ ...CHANGE, sha256: 'c1' }, 2)
  expect(docket.passes.map(({ sha256 }) => sha256)).toEqual(['c1'])
  expect(docket.commandPasses).toEqual([])
  end()
  begin()
  docket.addCommandPass(SHOWN, 3)
  expect(docket.passes).toEqual([])
  expect(docket.takePass(RUN, 4)).toBe(true)
})

test('outside of a turn nothing is approved', () => {
  const { docket, approve } = open(0)
  approve()
  expect(docket.takePass(MADE, 1)).toBe(false)
  expect(docket.takePass(RUN, 1)).toBe(false)
})

test('who cancels drops what was approved and what is still asked', async () => {
  const { docket, line, approve } = open()
  approve()
  const asked = line.ask({
    signal: new AbortController().signal,
    judge: async () => ({ effect: 'ask', by: 'default:ask', reason: '', scopes: ['once'] }),
    put: () => new Promise(() => {}),
  })
  docket.cancel()
  expect(await asked).toMatchObject({ effect: 'cancelled', by: 'default:cancelled' })
  expect(docket.passes).toEqual([])
  expect(docket.commandPasses).toEqual([])
})

test('a prompt starts the count of questions anew; within one turn the sixth of a minute waits', async () => {
  const { docket, begin, end } = open()
  const decision = { effect: 'ask', by: 'default:ask', reason: 'Why not.', scopes: ['once'] } as const
  const yes = { effect: 'allow', by: 'user', reason: 'Yes.' } as const
  let shown = 0
  const controller = new AbortController()
  const ask = () =>
    docket.ask({
      signal: controller.signal,
      judge: async () => decision,
      put: async () => {
        shown++
        return yes
      },
    })
  for (let count = 0; count < 5; count++) await ask()
  end()
  begin()
  for (let count = 0; count < 5; count++) await ask()
  expect(shown).toBe(10)
  const sixth = ask()
  await new Promise(resolve => setTimeout(resolve, 50))
  controller.abort()
  expect([(await sixth).effect, shown]).toEqual(['cancelled', 10])
})
