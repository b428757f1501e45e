import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatEvent, RecordedTalk, RunningChat } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import { expectFits, expectSturdy, key, modelOf, NOW, seen, talkOf } from '../page.fixture.js'
import { drawSessions } from './draw.js'
import { isSearching, openSessions, updateSessions } from './update.js'

const HOUR = 3_600_000

const recorded = (record: string, title: string, fields: Partial<RecordedTalk> = {}): RecordedTalk => ({
  ...{ record, title, agent: 'scout', cwd: '/home/ada/work', updated: NOW - 2 * HOUR, turns: 3 },
  ...fields,
})

const TALKS: readonly RecordedTalk[] = [
  recorded('r1', 'Elsewhere, and late', { cwd: '/srv/shop', agent: 'claude', updated: NOW - 60_000 }),
  recorded('r2', 'Tidy the tests', { label: 'tidy', turns: 1 }),
  recorded('r3', 'Open already'),
  recorded('r4', ''),
]

const LISTED: ChatEvent = {
  ...{ type: 'recorded', query: '', talks: TALKS },
  running: [{ id: 'chat-7', cwd: '/home/ada/other', title: 'Nightly build', since: NOW - 5 * HOUR }],
}

const here = (fields: Partial<Model> = {}): Model =>
  modelOf({
    talks: [
      talkOf('talk-1', { facts: { title: 'Port the parser', modes: [], options: [], commands: [] } }),
      talkOf('talk-2', { record: 'r3', agent: { id: 'codex', name: 'Codex' } }),
    ],
    ...fields,
  })

function play(model: Model, ...events: readonly (string | ChatEvent)[]): Step {
  let step: Step = openSessions(model)
  const effects = [...step[1]]
  for (const event of [LISTED, ...events]) {
    const { page } = step[0]
    if (page?.is !== 'sessions') throw new Error('the page is closed')
    step = updateSessions(step[0], page, typeof event === 'string' ? key(event) : event)
    effects.push(...step[1])
  }
  return [step[0], effects.slice(1)]
}

const look = (model: Model) => (model.page?.is === 'sessions' ? drawSessions(model.page, model) : undefined)
const later = (step: Step, milliseconds: number, event: ChatEvent = { type: 'tick' }): Step => {
  const [model] = step
  if (model.page?.is !== 'sessions') throw new Error('the page is closed')
  return updateSessions({ ...model, now: model.now + milliseconds }, model.page, event)
}

test('opening asks for what was recorded, and says so until it is there', () => {
  const [model, effects] = openSessions(here())
  expect(effects).toEqual([{ do: 'list-recorded', query: '' }])
  expect(seen(look(model)!)).toContain('searching …')
})

test('open ones stand first, then running ones, then those recorded here, then the rest', () => {
  const [model] = play(here())
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Sessions                                               this folder: ~/work · 6
    / title, agent, folder, or anything that was said

    open here
    › ✓ Port the parser                                                        scout
      ✓ Codex                                                                  codex

    running without a terminal
      ◐ Nightly build                                                  ~/other · 5 h

    recorded in this folder
      [tidy] Tidy the tests                                     scout · 1 turn · 2 h
      (no title)                                               scout · 3 turns · 2 h

    recorded elsewhere
      Elsewhere, and late                       claude · /srv/shop · 3 turns · 1 min
    ⋮
    Enter open · type to filter and search · Alt+F fork · ↑↓ choose · Esc back"
  `)
  expectFits(look(model)!, model)
})

test('on a wide screen, and on the smallest', () => {
  const [wide] = play(here({ size: { columns: 160, rows: 50 } }), 'tidy')
  expect(seen(look(wide)!)).toMatchInlineSnapshot(`
    "▌ Sessions                                                                                                                     this folder: ~/work · searching …
    / tidy

    recorded in this folder
    › [tidy] Tidy the tests                                                                                                                     scout · 1 turn · 2 h
    ⋮
    Enter open · type to filter and search · Alt+F fork · ↑↓ choose · Esc back"
  `)
  const [small] = play(here({ size: { columns: 40, rows: 10 } }), 'end')
  expect(seen(look(small)!)).toMatchInlineSnapshot(`
    "▌ Sessions                             6
    / title, agent, folder, or anything tha…

    recorded in this folder
      [tidy] Tidy the tests      scout · 2 h
      (no title)                 scout · 2 h

    recorded elsewhere
    › Elsewhere, and late     claude · 1 min
    Enter open · Esc back"
  `)
  expectFits(look(small)!, small)
})

test('Enter switches to an open one', () => {
  const [model, effects] = play(here(), 'down', 'enter')
  expect(model).toMatchObject({ active: 'talk-2', page: undefined })
  expect(effects).toEqual([])
})

test('Enter on a running one takes its place', () => {
  const [model, effects] = play(here(), 'down', 'down', 'enter')
  expect(effects).toEqual([{ do: 'attach', chat: 'chat-7' }])
  expect(model.page).toBeUndefined()
})

test('Enter on a recorded one takes it up, with its agent and in its folder', () => {
  const [model, effects] = play(here(), 'end', 'enter')
  expect(effects).toEqual([{ do: 'start', talk: 'talk-1', agent: 'claude', cwd: '/srv/shop', resume: 'r1' }])
  expect(model).toMatchObject({ active: 'talk-1', page: undefined })
  // Nothing had been said in the one that was looked at: it makes room.
  expect(model.talks).toHaveLength(2)
  expect(model.talks[0]).toMatchObject({
    stage: { is: 'starting' },
    agent: { id: 'claude' },
    cwd: '/srv/shop',
  })
})

test('Alt+F forks a recorded one, and says why where it cannot', () => {
  expect(play(here(), 'end', 'alt+f')[1]).toEqual([
    { do: 'start', talk: 'talk-1', agent: 'claude', cwd: '/srv/shop', fork: 'r1' },
  ])
  expect(seen(look(play(here(), 'alt+f')[0])!)).toContain('Nothing of it is recorded yet.')
  expect(seen(look(play(here(), 'down', 'alt+f')[0])!)).toContain('Its agent cannot fork a conversation.')
  expect(seen(look(play(here(), 'down', 'down', 'alt+f')[0])!)).toContain('Take it up first')
  const able = { image: false, audio: false, embedded: false, fork: true, steer: false }
  const talks = [talkOf('talk-1', { record: 'r9', abilities: able })]
  expect(play(here({ talks }), 'alt+f')[1]).toEqual([
    { do: 'start', talk: 'talk-1', agent: 'scout', cwd: '/home/ada/work', fork: 'r9' },
  ])
})

test('what is typed filters at once, and is looked for in what was said when no key came for a while', () => {
  const typed = play(here(), 'b', 'u', 'g', 'g')
  expect(typed[1]).toEqual([])
  expect(later(typed, 100)[1]).toEqual([])
  const due = later(typed, 300)
  expect(due[1]).toEqual([{ do: 'list-recorded', query: 'bugg' }])
  expect(later(due, 1_000)[1]).toEqual([])
  if (due[0].page?.is === 'sessions') expect(isSearching(due[0].page)).toBe(true)
  const hit = recorded('r2', 'Tidy the tests')
  const other = recorded('r8', 'Another')
  const found = later(due, 50, { type: 'recorded', query: 'bugg', talks: [hit, other], running: [] })
  expect(seen(look(found[0])!)).toContain('found in what was said\n› Tidy the tests')
  const taken = later(found, 50, key('enter'))
  expect(taken[1]).toMatchObject([{ do: 'start', resume: 'r2' }])
  expect(later(later(found, 50, key('down')), 50, key('enter'))[1]).toMatchObject([{ resume: 'r8' }])
})

test('what was said in one that is open is found too, every hit with its line, and Enter looks at it', () => {
  const due = later(play(here(), 'b', 'u', 'g', 'g'), 300)
  const talks = [
    recorded('r3', 'Open already', { match: 'a buggy parser' }),
    recorded('r8', 'Another', { match: 'two\u001b[2J buggies' }),
  ]
  const found = later(due, 50, { type: 'recorded', query: 'bugg', talks, running: [] })
  const text = seen(look(found[0])!)
  expect(text).toContain('found in what was said\n› ✓ Codex  “a buggy parser”')
  expect(text).toMatch(/Another {2}“two.*buggies”/)
  const [model, effects] = later(found, 50, key('enter'))
  expect([model.active, effects]).toEqual(['talk-2', []])
})

test('those that run say what they are at, and whether somebody sits there', () => {
  const chat = (id: string, state: RunningChat['state'], hasTerminal: boolean): RunningChat => ({
    ...{ id, title: id, cwd: '/home/ada/work', since: NOW - 60_000, state, hasTerminal },
  })
  const running = [chat('one', 'idle', true), chat('two', 'waiting', false), chat('three', 'working', false)]
  const [model] = play(here(), { type: 'recorded', query: '', talks: [], running })
  const lines = seen(look(model)!)
    .split('\n')
    .map(line => line.replace(/ {2,}\d+ min$/, ''))
  const from = lines.indexOf('running without a terminal')
  expect(lines.slice(from, from + 6)).toEqual([
    ...['running without a terminal', '  ? two', '  ◐ three', ''],
    ...['running in another terminal', '  ✓ one'],
  ])
})

test('an answer to an older question is not shown for the newer one', () => {
  const due = later(play(here(), 'b', 'u', 'g'), 300)
  const more = later(due, 10, key('s'))
  const late = later(more, 10, {
    type: 'recorded',
    query: 'bug',
    talks: [recorded('r2', 'Tidy')],
    running: [],
  })
  expect(seen(look(late[0])!)).not.toContain('found in what was said')
  const newer = later(late, 300)
  const found = later(newer, 10, {
    type: 'recorded',
    query: 'bugs',
    talks: [recorded('r2', 'Right')],
    running: [],
  })
  const again = later(found, 10, {
    type: 'recorded',
    query: 'bug',
    talks: [recorded('r4', 'Wrong')],
    running: [],
  })
  expect(seen(look(again[0])!)).toContain('› Right')
})

test('a letter or two are not looked for in everything', () => {
  expect(later(play(here(), 'a', 'b'), 5_000)[1]).toEqual([])
})

test.each(['escape', 'ctrl+c'])('%s goes back, and q is a letter', word => {
  expect(play(here(), word)[0].page).toBeUndefined()
  expect(play(here(), 'q')[0].page).toMatchObject({ list: { query: 'q' } })
})

test('ten thousand recorded conversations are filtered and drawn at once', () => {
  const talks = Array.from({ length: 10_000 }, (_, index) => recorded(`r${index}`, `Conversation ${index}`))
  let step = play(here(), { type: 'recorded', query: '', talks, running: [] })
  const began = process.cpuUsage()
  for (const word of ['7', '7', 'down', 'page-down', 'end', 'up', 'backspace', 'home', 'down', 'down']) {
    step = later(step, 1, key(word))
    look(step[0])
  }
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000 / 10).toBeLessThan(25)
})

test('no key breaks it, at any size', () => {
  const hostile = recorded('h', '\u001b[2J\u202e漢'.repeat(99), {
    agent: '\u0007'.repeat(50),
    cwd: '/\n'.repeat(500),
  })
  expectSturdy(
    {
      open: model => {
        const [opened] = openSessions(model)
        if (opened.page?.is !== 'sessions') return [opened, []]
        return updateSessions(opened, opened.page, {
          type: 'recorded',
          query: '',
          talks: [hostile, ...TALKS],
          running: [],
        })
      },
      update: (model, event) =>
        model.page?.is === 'sessions' ? updateSessions(model, model.page, event) : [model, []],
      draw: look,
    },
    fc.constant(here()),
  )
})
