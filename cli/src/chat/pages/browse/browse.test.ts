import { emptyThread, reduce, type Thread } from '@parley/acp/thread'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Model } from '../../model/model.js'
import {
  asked,
  call,
  end,
  expectFits,
  expectSturdy,
  key,
  said,
  seen,
  thought,
  thread,
} from '../page.fixture.js'
import { look, opened, plainly, press, withThread } from './browse.fixture.js'
import { linesFrom } from './layout.js'
import { sceneOf } from './scene.js'
import { browse, openBrowse } from './update.js'

const CONVERSATION = thread(
  asked('tidy the tests'),
  thought('hmm'),
  said('I will look.\nAt all of them.'),
  call('1', 'Read a.test.ts'),
  call('2', 'Read b.test.ts'),
  said('They are tidy.'),
  end,
  asked('and the build?'),
  call('3', 'Run the build', 'failed'),
  said('It fails.\nBecause of\na comma.'),
  end,
)

const begun = (fields: Partial<Model> = {}): Model => opened(withThread({ thread: CONVERSATION }, fields))
const body = (model: Model): readonly string[] => seen(look(model)).split('\n').slice(1, -1)
/** The first line of what is chosen. */
const marked = (model: Model): string => body(model).find(line => line.startsWith('┃')) ?? ''
const placeOf = (model: Model) => (model.page?.is === 'browse' ? model.page.place : undefined)

test('it opens at the end with the last entry chosen', () => {
  expect(seen(look(begun()))).toMatchInlineSnapshot(`
    "▌ scout                                   10 of 11
         Run the build inside 1
         Run the build inside 2
         Run the build inside 3

    ┃ agent: It fails.
    ┃ Because of
    ┃ a comma.

    j k entry · Enter open · / search · Esc back"
  `)
  expect(seen(look(begun({ size: { columns: 80, rows: 24 } })))).toMatchInlineSnapshot(`
    "▌ scout                                                                 10 of 11
      user: tidy the tests

      agent: I will look.
      At all of them.

      ▸ Read a.test.ts
      ▸ Read b.test.ts

      agent: They are tidy.

      user: and the build?

      ▾ Run the build
         Run the build inside 1
         Run the build inside 2
         Run the build inside 3

    ┃ agent: It fails.
    ┃ Because of
    ┃ a comma.


    j k entry · Enter open · / search · ↑↓ scroll · Alt+PgUp PgDn prompts · Esc back"
  `)
})

test.each(['k', 'alt+up'])('%s goes to the entry before, and what is hidden is skipped', word => {
  expect(marked(press(begun(), word))).toBe('┃ ▾ Run the build')
  expect(marked(press(begun(), word, word))).toBe('┃ user: and the build?')
  expect(marked(press(begun(), word, word, word, word, word))).toBe('┃ ▸ Read a.test.ts')
  expect(marked(press(begun(), ...Array.from({ length: 30 }, () => word)))).toBe('┃ user: tidy the tests')
})

test.each(['j', 'alt+down'])('%s goes to the entry after, and at last to the end', word => {
  const top = press(begun(), 'home')
  expect(marked(press(top, word))).toBe('┃ agent: I will look.')
  expect(marked(press(top, word, word))).toBe('┃ ▸ Read a.test.ts')
  const last = press(top, ...Array.from({ length: 30 }, () => word))
  expect(placeOf(last)).toBe('end')
})

test('Alt and pages go from prompt to prompt, and no further than both ends', () => {
  expect(marked(press(begun(), 'alt+page-up'))).toBe('┃ user: and the build?')
  const first = press(begun(), 'alt+page-up', 'alt+page-up')
  expect(body(first)[0]).toBe('┃ user: tidy the tests')
  expect(press(first, 'alt+page-up')).toEqual(first)
  expect(marked(press(first, 'alt+page-down'))).toBe('┃ user: and the build?')
  expect(placeOf(press(first, 'alt+page-down', 'alt+page-down'))).toBe('end')
})

test('a prompt near the end does not leave the screen half empty', () => {
  const short = thread(asked('one'), said('1\n2\n3\n4\n5\n6\n7\n8\n9'), asked('two'), said('Done.'))
  const model = press(opened(withThread({ thread: short })), 'alt+page-up')
  expect(marked(model)).toBe('┃ user: two')
  expect(body(model).slice(0, 2)).toEqual(['  7', '  8'])
  expect(body({ ...model, size: { columns: 50, rows: 12 } })[0]).toBe('  5')
})

test('arrows, pages and ends scroll by lines, and the choice stays in sight', () => {
  const end = body(begun())
  expect(
    body(press(begun(), 'up'))
      .slice(1)
      .map(line => line.slice(2)),
  ).toEqual(end.slice(0, -1).map(line => line.slice(2)))
  expect(body(press(begun(), 'up', 'down'))).toEqual(end)
  expect(body(press(begun(), 'home'))[0]).toBe('┃ user: tidy the tests')
  expect(body(press(begun(), 'page-up'))[0]).toBe('  ▸ Read b.test.ts')
  expect(marked(press(begun(), 'page-up'))).not.toBe('')
  expect(placeOf(press(begun(), 'page-up', 'page-down'))).toBe('end')
  expect(placeOf(press(begun(), 'home', 'end'))).toBe('end')
  expect(placeOf(press(begun(), 'g', 'G'))).toBe('end')
  const top = press(begun(), 'home', 'j')
  expect(marked(press(top, 'up'))).toBe('┃ user: tidy the tests')
})

test.each(['enter', 'space', 'ctrl+e'])('%s opens an entry where it stands, and closes it', word => {
  const closed = press(begun(), 'home', 'j', 'j')
  const open = press(closed, word)
  expect(body(open).slice(4)).toEqual([
    ...['┃ ▾ Read a.test.ts', '┃    Read a.test.ts inside 1', '┃    Read a.test.ts inside 2'],
    '┃    Read a.test.ts inside 3',
  ])
  expect(marked(press(open, word))).toBe('┃ ▸ Read a.test.ts')
  expect(body(press(begun(), 'k', word)).join()).toContain('▸ Run the build')
})

test('Ctrl+T shows thoughts and hides them, for the conversation, too', () => {
  const shown = press(begun({ size: { columns: 50, rows: 24 } }), 'ctrl+t')
  expect(shown.talks[0]).toMatchObject({ showsThoughts: true })
  expect(body(shown).join('\n')).toContain('thought: hmm')
  expect(body(press(shown, 'ctrl+t')).join('\n')).not.toContain('thought: hmm')
})

test('/ searches everything that was said and done from where one is back, n and N go on and around', () => {
  const typed = press(begun(), '/', 'T', 'i', 'd', 'y')
  expect(look(typed).cursor).toEqual({ row: 9, column: 5 })
  expect(seen(look(typed)).split('\n').at(-1)).toBe('/Tidy')
  const first = press(typed, 'enter')
  expect(marked(first)).toBe('┃ agent: They are tidy.')
  expect(seen(look(first)).split('\n').at(-1)).toBe('/Tidy: 2 of 2 · n older · N newer · Esc back')
  const older = press(first, 'n')
  expect(marked(older)).toBe('┃ user: tidy the tests')
  expect(seen(look(older)).split('\n').at(-1)).toContain('/Tidy: 1 of 2')
  expect(
    seen(look(press(older, 'n')))
      .split('\n')
      .at(-1),
  ).toContain('2 of 2, gone around')
  expect(marked(press(first, 'n', 'N'))).toBe('┃ agent: They are tidy.')
  expect(look(older).lines[1]).toContainEqual({ text: 'tidy', style: { isInverse: true } })
  expect(seen(look(press(begun(), '/', 'q', 'q', 'enter')))).toContain('/qq: not found')
})

test('a match inside of what is closed opens it', () => {
  const inside = thread(asked('go'), {
    ...{ sessionUpdate: 'tool_call', toolCallId: '1', title: 'Look', status: 'completed', kind: 'read' },
    content: [{ type: 'content', content: { type: 'text', text: 'deep inside 2 there' } }],
  } as const)
  const model = press(
    opened(withThread({ thread: inside })),
    'home',
    '/',
    ...'inside 2'.split('').map(letter => (letter === ' ' ? 'space' : letter)),
    'enter',
  )
  expect(marked(model)).toBe('┃ ▾ Look')
})

test('of a long entry the line that matches is shown', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n')
  const model = press(
    opened(withThread({ thread: thread(asked('count'), said(lines), asked('and?')) })),
    '/',
    ...'line',
    'space',
    ...'150',
    'enter',
  )
  expect(body(model)).toContain('┃ line 150')
  expect(body(press(model, 'k'))[0]).toBe('┃ agent: line 0')
})

test('of an entry that is longer than the screen the beginning is shown first', () => {
  const tall = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
  const model = press(
    opened(withThread({ thread: thread(asked('go'), said(tall), asked('and?')) })),
    'home',
    'j',
  )
  expect(body(model)[0]).toBe('┃ agent: line 0')
  expect(body(press(model, 'j', 'k'))[0]).toBe('┃ agent: line 0')
})

test('what is searched is written like any text, and given up by Esc', () => {
  const model = press(begun(), '/', 'a', 'q', 'backspace', '?')
  expect(model.page).toMatchObject({ search: { query: 'a?', isWriting: true } })
  expect(press(model, 'escape').page).toMatchObject({ is: 'browse', search: undefined })
  expect(press(begun(), '/', 'backspace').page).toMatchObject({ search: undefined })
  expect(press(begun(), '/', 'enter').page).toMatchObject({ search: undefined })
  expect(press(model, 'ctrl+c').page).toBeUndefined()
})

test.each(['escape', 'q', 'ctrl+c'])('%s goes back', word => {
  expect(press(begun(), word).page).toBeUndefined()
})

const more = (model: Model, ...texts: readonly string[]): Model => ({
  ...model,
  talks: model.talks.map(talk => ({ ...talk, thread: [...texts.map(asked)].reduce(reduce, talk.thread) })),
})

test('at the end it follows what comes; elsewhere it stays, and says that there is more', () => {
  expect(marked(more(begun(), 'new one'))).toBe('┃ user: new one')
  expect(seen(look(more(begun(), 'new one')))).not.toContain('↓ new')
  expect(seen(look(press(more(begun(), 'new one'), 'k')))).not.toContain('↓ new')
  const away = press(begun(), 'k', 'k', 'k')
  const later = more(away, 'new one')
  expect(body(later)).toEqual(body(away))
  expect(seen(look(away))).not.toContain('↓ new')
  expect(seen(look(later))).toContain('↓ new')
  expect(seen(look(press(later, 'k')))).toContain('↓ new')
  expect(seen(look(press(later, 'end')))).not.toContain('↓ new')
})

test('it opens at the last tool call, opened, or at the last prompt', () => {
  const read = thread(asked('go'), call('1', 'Read'), said('Done.\n'.repeat(30)))
  expect(body(opened(withThread({ thread: read }), 'last-tool')).slice(0, 2)).toEqual([
    '┃ ▾ Read',
    '┃    Read inside 1',
  ])
  expect(marked(opened(withThread({ thread: CONVERSATION }), 'last-tool'))).toBe('┃ ▾ Run the build')
  expect(marked(opened(withThread({ thread: CONVERSATION }), 'last-prompt'))).toBe('┃ user: and the build?')
  expect(placeOf(opened(withThread({ thread: thread(said('hello')) }), 'last-tool'))).toBe('end')
})

test('where nothing was said that is told, and no key hurts', () => {
  const model = opened(withThread({ thread: emptyThread(1) }))
  expect(seen(look(model))).toContain('Nothing was said yet.')
  for (const word of ['k', 'j', 'up', 'enter', 'end', 'home', 'n', 'alt+page-up'])
    expect(look(press(model, word))).toEqual(look(model))
})

test('another size keeps the place', () => {
  const model = press(begun(), 'home', 'j', 'j')
  const resized = { ...model, size: { columns: 120, rows: 12 } }
  expect(marked(resized)).toBe(marked(model))
  expect(body(resized)[0]).toBe(body(model)[0])
})

const long = (count: number): Thread => {
  let made = emptyThread(1)
  for (let turn = 0; turn < count / 5; turn++)
    for (const event of [
      asked(`question ${turn}`),
      call(`a${turn}`, `Read ${turn}`),
      call(`b${turn}`, `Edit ${turn}`, turn % 50 === 0 ? 'failed' : 'completed'),
      said(`answer ${turn}\nwith\nfour\nlines`),
      end,
    ])
      made = reduce(made, event)
  return made
}

test.each([10_000, 100_000])('among %i entries a key and its picture take less than 5 ms', count => {
  let model = opened(withThread({ thread: long(count) }, { size: { columns: 160, rows: 50 } }))
  const words = [
    ...[
      'k',
      'k',
      'page-up',
      'page-up',
      'enter',
      'alt+page-up',
      'up',
      'down',
      'home',
      'j',
      'page-down',
      'alt+page-down',
    ],
    ...['end', 'ctrl+t', 'alt+up', 'space', 'ctrl+t', 'g', 'down', 'G', 'up'],
  ]
  look(press(model, ...words))
  // Of the processor, and the best of a few rounds: whatever else this machine does is not counted.
  const rounds = Array.from({ length: 5 }, () => {
    const began = process.cpuUsage()
    for (const word of words) {
      model = press(model, word)
      look(model)
    }
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000 / words.length
  })
  const each = Math.min(...rounds)
  expect(each).toBeLessThan(5)
})

test('no more entries are drawn than a few screens hold', () => {
  const model = opened(withThread({ thread: long(10_000) }, { size: { columns: 80, rows: 24 } }))
  if (model.page?.is !== 'browse') throw new Error('the page is closed')
  let count = 0
  const draw: typeof plainly = (entry, talk, setting) => {
    count++
    return plainly(entry, talk, setting)
  }
  browse(model, model.page, { event: key('page-up'), draw })
  expect(count).toBeLessThan(150)
})

test('no key breaks it, at any size', () => {
  const hostile = thread(
    asked('a\nb\n\n\nc'),
    said('x\n'.repeat(300)),
    call('1', 'y'),
    call('2', 'z', 'failed'),
  )
  expectSturdy(
    {
      open: openBrowse,
      update: (model, event) =>
        model.page?.is === 'browse' ? browse(model, model.page, { event, draw: plainly }) : [model, []],
      draw: model => (model.page?.is === 'browse' ? look(model) : undefined),
    },
    fc.constantFrom(
      withThread({ thread: hostile }),
      withThread({ thread: CONVERSATION }),
      withThread({ thread: long(200) }),
    ),
  )
})

test('whatever is pressed, something is marked and the screen is full where there is enough', () => {
  const words = [
    'k',
    'j',
    'up',
    'down',
    'page-up',
    'page-down',
    'alt+page-up',
    'alt+page-down',
    'enter',
    'home',
    'end',
    'ctrl+t',
  ]
  const begin = opened(withThread({ thread: long(100) }))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), pressed => {
      const model = press(begin, ...pressed)
      if (model.page?.is !== 'browse') throw new Error('the page is closed')
      const { layout, place, rows } = sceneOf(model, model.page, plainly)
      const lines = linesFrom(layout, place!.top, rows)
      expect(marked(model)).not.toBe('')
      expect(lines).toHaveLength(8)
      expectFits(look(model), model)
    }),
  )
})

test('what happened besides stands at its place, and can be found', () => {
  const asides = [
    { id: 0, at: 0, kind: 'remark', text: 'resumed' },
    { id: 1, at: 3, kind: 'shell', text: '$ ls\na  b' },
    { id: 2, at: 11, kind: 'failure', text: 'the agent is gone' },
  ] as const
  const model = opened(withThread({ thread: CONVERSATION, asides }, { size: { columns: 50, rows: 40 } }))
  expect(body(model).map(line => line.slice(2).trimEnd())).toEqual([
    '· resumed',
    '',
    'user: tidy the tests',
    '',
    'agent: I will look.',
    'At all of them.',
    '',
    '$ ls',
    'a  b',
    '(the agent is told of it with your next words)',
    '',
    '▸ Read a.test.ts',
    '▸ Read b.test.ts',
    '',
    ...body(model)
      .slice(14, -2)
      .map(line => line.slice(2).trimEnd()),
    '✗ the agent is gone',
    '',
  ])
  expect(marked(press(model, '/', '$', 'space', 'l', 's', 'enter'))).toContain('agent: I will look.')
})

test('where nothing was said, what happened besides is all there is', () => {
  const asides = [{ id: 4, at: 0, kind: 'failure', text: 'it did not start' }] as const
  expect(marked(opened(withThread({ asides })))).toBe('┃ ✗ it did not start')
})
