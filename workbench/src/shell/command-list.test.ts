import { reduce, type ThreadUpdate } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { editsOf } from '../changes/edits.js'
import { emptyReview, settle, unsettle } from '../changes/review.js'
import { sessionsAt } from '../sessions/pictures.fixture.js'
import { scout } from '../showcase/means.fixture.js'
import { usualView } from '../state/view.js'
import { emptyWorkbench, type Workbench } from '../state/workbench.js'
import { busyTalk, thread } from './busy-talk.fixture.js'
import { commandsIn, findCommands } from './command-list.js'
import { countIn } from './pane-counts.js'
import { PANE_LIMITS, widthAfterKey } from './width.js'

const talk = busyTalk()
const workbench: Workbench = {
  ...emptyWorkbench,
  ...{ agents: [scout], listed: sessionsAt(0), talks: new Map([[talk.key, talk]]), current: talk.key },
}
const commands = commandsIn({ workbench, view: usualView, notifies: false })
const titles = (query: string): readonly string[] =>
  findCommands(commands, query).map(({ command }) => command.title)

test('ids of commands are all different', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
})

test.each([
  ['new', 'New conversation'],
  ['show pl', 'Show Plan'],
  ['ask', 'Mode: Ask'],
  ['large', 'Model: Large'],
  ['/over', '/overview'],
  ['dark', 'Theme: dark'],
  ['tax', 'Explain the tax tables'],
  ['stop', 'Stop the turn'],
])('"%s" finds %s first', (query, title) => {
  expect(titles(query)[0]).toBe(title)
})

test('an archived conversation is found by whoever searches for it, and marked as one', () => {
  const [found] = findCommands(commands, 'licences')
  expect(found?.command).toMatchObject({ title: 'A question about licences', icon: 'archive' })
  expect(found?.command.detail).toContain('archived')
  const few = { ...workbench, listed: workbench.listed.filter(({ isArchived }) => isArchived) }
  const unasked = findCommands(commandsIn({ workbench: few, view: usualView, notifies: false }), '')
  expect(unasked.map(({ command }) => command.title)).not.toContain('A question about licences')
})

test('what is so already is not offered', () => {
  expect(titles('Mode: Code')).not.toContain('Mode: Code')
  expect(titles('Theme: system')).not.toContain('Theme: system')
  expect(titles('')).not.toContain(talk.title)
})

test('a command that takes an argument is written, one that takes none is sent', () => {
  const acts = commands.flatMap(({ act }) => (act.do === 'command' ? [[act.name, act.isWhole]] : []))
  expect(acts).toEqual([
    ['overview', true],
    ['read', false],
  ])
})

test('panes say how much there is to see', () => {
  expect(countIn(thread, emptyReview)).toEqual({
    changes: { sign: '1', words: '1 file' },
    plan: { sign: '1/3', words: '1 of 3 done' },
  })
})

test('only what was written counts as changed, and only since the last review', () => {
  const asks = {
    ...{ sessionUpdate: 'tool_call', toolCallId: 'later', title: 'Edit', kind: 'edit', status: 'pending' },
    content: [{ type: 'diff', path: '/home/ada/shop/src/other.ts', oldText: 'a', newText: 'b' }],
  }
  const asked = reduce(thread, asks as ThreadUpdate)
  expect(countIn(asked, emptyReview).changes?.sign).toBe('1')
  const done = reduce(asked, {
    ...{ sessionUpdate: 'tool_call_update', toolCallId: 'later', status: 'completed' },
  } as ThreadUpdate)
  expect(countIn(done, emptyReview).changes?.sign).toBe('2')
  expect(countIn(done, { ...emptyReview, reviewed: thread.slots.length }).changes?.sign).toBe('1')
  expect(countIn(done, { ...emptyReview, reviewed: done.slots.length }).changes).toBeUndefined()
})

test('a file of which all is kept or rejected counts no longer, until it is changed again', () => {
  const path = editsOf(thread)[0]?.path ?? ''
  const settled = settle(emptyReview, { path, from: 0, to: thread.slots.length })
  expect(countIn(thread, settled).changes).toBeUndefined()
  const again = {
    ...{ sessionUpdate: 'tool_call', toolCallId: 'again', title: 'Edit', kind: 'edit', status: 'completed' },
    content: [{ type: 'diff', path, oldText: 'a', newText: 'b' }],
  }
  expect(countIn(reduce(thread, again as ThreadUpdate), settled).changes?.sign).toBe('1')
  expect(countIn(thread, unsettle(settled, path)).changes?.sign).toBe('1')
})

test.each([
  ['ArrowLeft', 'end', 536],
  ['ArrowRight', 'end', 504],
  ['ArrowRight', 'start', 536],
  ['Home', 'end', 280],
  ['End', 'end', 1200],
  ['a', 'end', undefined],
] as const)('the key %s on a line with the place at its %s makes it %s wide', (key, side, width) => {
  expect(widthAfterKey(key, { width: 520, side, limits: PANE_LIMITS })).toBe(width)
})
