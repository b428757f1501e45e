import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OWN_COMMANDS } from '../../composer/own-commands.js'
import type { Model } from '../../model/model.js'
import { textOfLine } from '../../screen/line.js'
import { expectFits, expectSturdy, key, modelOf, seen } from '../page.fixture.js'
import { drawHelp } from './draw.js'
import { HEADINGS, KEY_TABLE, shownKey } from './key-table.js'
import { helpLines } from './lines.js'
import { openHelp, updateHelp } from './update.js'

function play(model: Model, ...words: readonly string[]): Model {
  let [next] = openHelp(model)
  for (const word of words) {
    if (next.page?.is !== 'help') throw new Error('the page is closed')
    next = updateHelp(next, next.page, key(word))[0]
  }
  return next
}

const look = (model: Model) => (model.page?.is === 'help' ? drawHelp(model.page, model) : undefined)
const topOf = (model: Model) => (model.page?.is === 'help' ? model.page.top : undefined)

test('the keys, in groups', () => {
  const model = play(modelOf())
  expect(seen(look(model)!)).toMatchInlineSnapshot(`
    "▌ Keys and commands                                             ↓ 108 more lines
    Writing
      Enter                         send
      Shift+Enter Ctrl+J \\ Enter    a new line
      @                             mention a file
      /                             a command of the agent or of this program
      !                             run a command line of your own here
      #                             mention another conversation
      Tab                           take what is suggested
      ↑ ↓                           what was sent before, from the first and the
                                    last line
      Ctrl+R                        search what was sent before
      Ctrl+G                        write it in $EDITOR
      Ctrl+A Ctrl+E                 to the beginning, to the end of the line
      Ctrl+U Ctrl+K Ctrl+W          delete to the beginning, to the end, the word
      Ctrl+Y                        put back what was deleted
      Ctrl+_ Alt+Z                  undo
      Alt+Shift+Z                   redo

    Commands of this program
      /help                         Every key and command
      /new <agent>                  Begin a new conversation
      /sessions <words to look for> Take up a conversation that was recorded
    ↑↓ PgUp PgDn scroll · Esc back"
  `)
  expectFits(look(model)!, model)
})

test('every command of this program is on the page, with what it does', () => {
  const text = helpLines(80).map(textOfLine).join('\n')
  expect(text).toContain('Commands of this program')
  for (const { name, description } of OWN_COMMANDS) {
    expect(text).toContain(`  /${name}`)
    expect(text.replace(/\s+/g, ' ')).toContain(description)
  }
})

test('every key of the table is on the page, at any width', () => {
  for (const columns of [40, 80, 160]) {
    const text = helpLines(columns).map(textOfLine).join('\n')
    for (const { keys, where } of KEY_TABLE) {
      expect(text).toContain(HEADINGS[where])
      for (const each of keys) expect(text).toContain(shownKey(each))
    }
  }
})

test('no two rows of one place give the same key to different things', () => {
  for (const where of new Set(KEY_TABLE.map(row => row.where))) {
    const keys = KEY_TABLE.filter(row => row.where === where).flatMap(row => row.keys)
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test('keys are named as people write them', () => {
  expect(
    ['ctrl+p', 'alt+up', '\\ enter', 'page-up', 'A', 'a', 'f1', 'shift+tab', 'ctrl+c ctrl+c', 'alt+Z'].map(
      shownKey,
    ),
  ).toEqual([
    ...['Ctrl+P', 'Alt+↑', '\\ Enter', 'PgUp', 'A', 'a', 'F1', 'Shift+Tab', 'Ctrl+C Ctrl+C', 'Alt+Shift+Z'],
  ])
})

test('it scrolls by lines, pages and to both ends, and no further', () => {
  const model = modelOf()
  const last = helpLines(80).length - 22
  expect(topOf(play(model, 'down', 'j'))).toBe(2)
  expect(topOf(play(model, 'down', 'down', 'up', 'k', 'k'))).toBe(0)
  expect(topOf(play(model, 'page-down'))).toBe(21)
  expect(topOf(play(model, 'space', 'page-up'))).toBe(0)
  expect(topOf(play(model, 'end', 'down'))).toBe(last)
  expect(topOf(play(model, 'G', 'g'))).toBe(0)
  expect(topOf(play(model, 'end', 'home'))).toBe(0)
})

test.each(['escape', 'q', 'ctrl+c', '?', 'f1', 'enter'])('%s goes back', word => {
  expect(play(modelOf(), word).page).toBeUndefined()
})

test('no key breaks it, at any size', () => {
  expectSturdy(
    {
      open: openHelp,
      update: (model, event) =>
        model.page?.is === 'help' ? updateHelp(model, model.page, event) : [model, []],
      draw: look,
    },
    fc.constant(modelOf()),
  )
})
