import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { PermissionQuestion } from '../../model/question.js'
import type { Talk } from '../../model/talk.js'
import { stateOf } from '../../model/talk-state.js'
import {
  asked,
  call,
  end,
  expectFits,
  expectSturdy,
  key,
  modelOf,
  NOW,
  said,
  seen,
  talkOf,
  thread,
} from '../page.fixture.js'
import { drawOverview } from './draw.js'
import { openOverview, updateOverview } from './update.js'

const title = (text: string): Pick<Talk, 'facts'> => ({
  facts: { title: text, modes: [], options: [], commands: [] },
})

const question: PermissionQuestion = {
  ...{ is: 'permission' as const, id: 'q1', title: 'Write src/a.ts', lines: [], isDestructive: false },
  ...{ cwd: '/', changes: [], options: [] },
}

const turn = (since: number) => ({
  ...{ since, submission: { text: 'go', files: [], talks: [] }, slot: 0, isCancelling: false },
})

const TALKS: readonly Talk[] = [
  talkOf('talk-1', {
    ...title('Tidy the tests'),
    hasNews: true,
    thread: thread(asked('tidy'), said('All done.'), end),
  }),
  talkOf('talk-2', {
    ...title('Port the parser'),
    ...{
      turn: turn(NOW - 125_000),
      thread: thread(asked('port'), said('Now'), call('1', 'Read parser.ts', 'in_progress')),
    },
    queue: [{ id: 3, text: 'then test', files: [], talks: [] }],
  }),
  talkOf('talk-3', { ...title('Fix the build'), questions: [question], turn: turn(NOW) }),
  talkOf('talk-4', {
    stage: { is: 'failed', message: 'codex would not start' },
    agent: { id: 'codex', name: 'Codex' },
  }),
]

const busy = (fields: Partial<Model> = {}): Model => modelOf({ talks: TALKS, ...fields })

function play(model: Model, ...words: readonly string[]): Step {
  let step: Step = openOverview(model)
  const effects = [...step[1]]
  for (const word of words) {
    const { page } = step[0]
    if (page?.is !== 'overview') throw new Error('the page is closed')
    step = updateOverview(step[0], page, key(word))
    effects.push(...step[1])
  }
  return [step[0], effects]
}

const look = (model: Model) => (model.page?.is === 'overview' ? drawOverview(model.page, model) : undefined)

test('what waits for the person stands first, then what works, what is done, what failed', () => {
  const [model] = play(busy())
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Conversations (4)                                                  ? 1 waiting

    waiting for you
      3 ? Fix the build — Write src/a.ts                              scout · ~/work

    working
      2 ◐ Port the parser — 2 min Read parser.ts           1 queued · scout · ~/work

    done
    › 1 ✓ ● Tidy the tests (here) — All done.                         scout · ~/work

    failed
      4 ✗ Codex — codex would not start                               codex · ~/work
    ⋮
    Enter switch · n new · x close · 1–9 switch · ↑↓ choose · Esc back"
  `)
  expectFits(look(model)!, model)
})

test('on a wide screen there is room for more', () => {
  const [model] = play(busy({ size: { columns: 160, rows: 50 } }), 'down')
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Conversations (4)                                                                                                                                  ? 1 waiting

    waiting for you
      3 ? Fix the build — Write src/a.ts                                                                                                              scout · ~/work

    working
      2 ◐ Port the parser — 2 min Read parser.ts                                                                                           1 queued · scout · ~/work

    done
      1 ✓ ● Tidy the tests (here) — All done.                                                                                                         scout · ~/work

    failed
    › 4 ✗ Codex — codex would not start                                                                                                               codex · ~/work
    ⋮
    Enter switch · n new · x close · 1–9 switch · ↑↓ choose · Esc back"
  `)
})

test('the state of a conversation is one word', () => {
  expect(TALKS.map(stateOf)).toEqual(['done', 'working', 'waiting', 'failed'])
  expect(stateOf(talkOf('a', { stage: { is: 'starting' } }))).toBe('starting')
  expect(stateOf(talkOf('a', { stage: { is: 'sign-in', message: '', methods: [] } }))).toBe('sign-in')
  const broken = thread(asked('go'), { type: 'end', stopReason: 'error', error: { message: 'no' } })
  expect(stateOf(talkOf('a', { thread: broken }))).toBe('failed')
})

test('Enter switches to the chosen one, whose news are seen then', () => {
  const [model] = play(busy({ active: 'talk-3' }), 'down', 'down', 'enter')
  expect(model).toMatchObject({ active: 'talk-1', page: undefined })
  expect(model.talks[0]).toMatchObject({ hasNews: false })
})

test('arrows, j and k, pages and ends choose, and stop at both ends', () => {
  const chosen = (...words: readonly string[]) => play(busy({ active: 'talk-3' }), ...words)[0].page
  expect(chosen('down')).toMatchObject({ chosen: 'talk-2' })
  expect(chosen('j', 'j')).toMatchObject({ chosen: 'talk-1' })
  expect(chosen('j', 'k', 'k', 'up')).toMatchObject({ chosen: 'talk-3' })
  expect(chosen('end')).toMatchObject({ chosen: 'talk-4' })
  expect(chosen('page-down')).toMatchObject({ chosen: 'talk-4' })
  expect(chosen('end', 'home')).toMatchObject({ chosen: 'talk-3' })
  expect(chosen('end', 'page-up')).toMatchObject({ chosen: 'talk-3' })
})

test('a digit switches at once, and says so where there is no such conversation', () => {
  expect(play(busy(), '2')[0]).toMatchObject({ active: 'talk-2', page: undefined })
  const [model] = play(busy(), '9')
  expect(model).toMatchObject({ active: 'talk-1', page: { note: 'There is no conversation 9.' } })
})

test('n begins a new one with the usual agent', () => {
  const [model, effects] = play(busy({ agent: 'claude' }), 'n')
  expect(effects).toEqual([{ do: 'start', talk: 'talk-10', agent: 'claude', cwd: '/home/ada/work' }])
  expect(model).toMatchObject({ active: 'talk-10', page: undefined, nextId: 11 })
  expect(model.talks.at(-1)).toMatchObject({ key: 'talk-10', stage: { is: 'starting' } })
})

test('where nobody is there yet, the new one begins there, with what was written', () => {
  const vacant = talkOf('talk-1', { agent: { id: 'codex' } })
  const written = { ...vacant, composer: { ...vacant.composer, text: 'hello', cursor: 5 } }
  const [model, effects] = play(modelOf({ talks: [written] }), 'n')
  expect(effects).toEqual([{ do: 'start', talk: 'talk-1', agent: 'scout', cwd: '/home/ada/work' }])
  expect(model.talks).toHaveLength(1)
  expect(model.talks[0]).toMatchObject({ stage: { is: 'starting' }, composer: { text: 'hello' } })
})

test('x closes what is done at once, and what works at the second word only', () => {
  const [done, doneEffects] = play(busy(), 'x')
  expect(doneEffects).toEqual([{ do: 'close', talk: 'talk-1' }])
  expect(done.talks.map(talk => talk.key)).toEqual(['talk-2', 'talk-3', 'talk-4'])
  expect(done).toMatchObject({ active: 'talk-2', page: { is: 'overview', chosen: 'talk-2' } })
  const [once, noEffects] = play(busy({ active: 'talk-2' }), 'x')
  expect(noEffects).toEqual([])
  expect(seen(look(once)!)).toContain('Press x once more to end it.')
  expect(play(busy({ active: 'talk-2' }), 'x', 'x')[1]).toEqual([{ do: 'close', talk: 'talk-2' }])
  expect(play(busy({ active: 'talk-2' }), 'x', 'up', 'down', 'x')[1]).toEqual([])
})

test('the only conversation is not closed', () => {
  const [model, effects] = play(modelOf(), 'x', 'x', 'x')
  expect(effects).toEqual([])
  expect(model.talks).toHaveLength(1)
})

test.each(['escape', 'q', 'ctrl+c', 'ctrl+s'])('%s goes back', word => {
  expect(play(busy(), word)[0].page).toBeUndefined()
})

test('no key breaks it, at any size', () => {
  const hostile = talkOf('talk-5', { ...title('\u001b]52;c;eA==\u0007 \u202e漢字'.repeat(50)) })
  expectSturdy(
    {
      open: openOverview,
      update: (model, event: ChatEvent) =>
        model.page?.is === 'overview' ? updateOverview(model, model.page, event) : [model, []],
      draw: look,
    },
    fc.constantFrom(busy(), modelOf({ talks: [...TALKS, hostile], active: 'talk-5' })),
  )
})
