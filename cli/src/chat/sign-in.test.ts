/** Agents that let nobody in who is not signed in: what is shown, which keys help, and what becomes of what was written. */

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from './person.fixture.js'

const AGENT = fileURLToPath(new URL('fixtures/doorkeeper.mjs', import.meta.url))
const READY = '│ › Ask something'
const WAITING = '│ › What you send now waits until somebody is signed in'

interface Door {
  readonly person: Person
  readonly token: string
}

/** Somebody before an agent that wants to know who it is. */
function atTheDoor(when: 'new' | 'prompt', ways = 'easy,wrong,slow,shop,key'): Door {
  const home = makeHome()
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  const token = join(home, 'token')
  const agent = `${process.execPath} ${AGENT} ${token} ${when} ${ways}`
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  const person = sitDown({ args: ['chat', '--agent', agent], cwd, home, columns: 100, rows: 30 })
  return { person, token }
}

async function leave(person: Person): Promise<void> {
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit()).toBe(0)
  expect(person.processes()).toEqual([])
}

/** What has just come cannot be answered: somebody reads it first. */
async function choose(person: Person, ...keys: readonly string[]): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 400))
  await person.press(...keys)
}

test('every way in is shown with what it takes, and a prompt that was written meanwhile is sent once somebody is in', async () => {
  const { person, token } = atTheDoor('new')
  await person.see('? Authentication required')
  await person.see('1  At once  nothing to do')
  await person.see('4  At the shop  (in this terminal)')
  await person.see(/5 {2}A key {2}set DOOR_KEY and DOOR_PLACE, and start again/)
  await person.see(WAITING)
  person.type('hello')
  await person.see('│ › hello')
  await person.see('Ctrl+C clears the line')
  await person.press('enter')
  await person.see('next 1. hello')
  // What cannot be done from here is explained.
  await choose(person, '5')
  await person.see(/^ set DOOR_KEY and DOOR_PLACE/m)
  expect(existsSync(token)).toBe(false)
  await choose(person, '1')
  await person.see('heard: hello')
  await person.see(READY)
  expect(person.screen().join('\n')).not.toContain('Authentication')
  await leave(person)
}, 30_000)

test('a prompt that was refused is sent again after signing in at this terminal', async () => {
  const { person, token } = atTheDoor('prompt')
  await person.see(READY)
  person.type('hello')
  await person.press('enter')
  await person.see('? Authentication required')
  await person.see('next 1. hello')
  await choose(person, '4')
  await person.see('Your word, please:')
  person.type('please\r')
  await person.see('heard: hello')
  expect(existsSync(token)).toBe(true)
  await person.see(READY)
  await leave(person)
}, 30_000)

test('signing in that fails is told, can be tried again, and one that takes too long is given up by Esc', async () => {
  const { person, token } = atTheDoor('new')
  await person.see('Press the number')
  await choose(person, '2')
  await person.see(/^\? .*Nobody knows you/m)
  await choose(person, '4')
  await person.see('Your word, please:')
  person.type('now\r')
  await person.see(/^\? .*At the shop|^\? .*shop/m)
  await choose(person, '3')
  await person.see('signing in: Some day …  Esc gives up')
  // A second way beside it is not begun.
  await choose(person, '1', 'escape')
  await person.see('? Nobody is signed in.')
  expect(existsSync(token)).toBe(false)
  await choose(person, '1')
  await person.see(READY)
  expect(existsSync(token)).toBe(true)
  await leave(person)
}, 30_000)

test('who is no longer signed in in the middle of a conversation signs in again and goes on', async () => {
  const { person } = atTheDoor('new')
  await person.see('Press the number')
  await choose(person, '1')
  await person.see(READY)
  person.type('first')
  await person.press('enter')
  await person.see('heard: first')
  await person.see(READY)
  person.type('forget me')
  await person.press('enter')
  await person.see('next 1. forget me')
  // It is not to be sent again by itself: it can be taken out before.
  await person.press('alt+q')
  await person.see('forget me')
  await person.press('x')
  await person.press('escape')
  await choose(person, '1')
  await person.see(READY)
  person.type('second')
  await person.press('enter')
  await person.see('heard: second')
  expect(person.screen().join('\n')).toContain('heard: first')
  await leave(person)
}, 30_000)

test('where nothing can be done from here, it says what to set', async () => {
  const { person } = atTheDoor('new', 'key')
  await person.see('Authentication required')
  await person.see(
    /A key: set DOOR_KEY and DOOR_PLACE, and start again \(--env DOOR_KEY=… --env\s+DOOR_PLACE=…\)/,
  )
  await leave(person)
}, 30_000)
