/** The first steps with agents that are not spoken to as scout usually is: one on the official SDK, and scout in version 2. */

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from './person.fixture.js'

const STRANGER = fileURLToPath(new URL('fixtures/stranger.mjs', import.meta.url))
const READY = '│ › Ask something'

function aProject(): { readonly home: string; readonly cwd: string } {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  writeFileSync(join(cwd, 'notes.md'), 'first line\nsecond line\n')
  return { home, cwd: realpathSync(cwd) }
}

async function send(person: Person, text: string): Promise<void> {
  await person.see(READY)
  person.type(text)
  await person.see(text.slice(0, 20))
  await person.press('escape', 'enter')
}

/** A question can be answered when it has been seen for a moment. */
async function answer(person: Person, key: string): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 350))
  await person.press(key)
}

async function leave(person: Person): Promise<string> {
  await person.see(READY)
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit()).toBe(0)
  expect(person.processes()).toEqual([])
  return /parley chat --resume ([0-9a-f]+)/.exec(person.bytes)?.[1] ?? ''
}

const onScreen = (person: Person): string => person.screen().join('\n')

test('an agent on the official SDK answers, reads, changes, runs, asks and is taken up again', async () => {
  const { home, cwd } = aProject()
  const agent = `${process.execPath} ${STRANGER}`
  const size = { columns: 100, rows: 40 }
  const person = sitDown({ args: ['chat', '--agent', agent], cwd, home, ...size })
  await send(person, 'say hello there')
  await person.see('\nhello there')
  await person.see('The stranger · Small one · Careful · ~/notes')

  await send(person, 'read notes.md')
  await person.see('✓ Read notes.md')
  await person.see('It holds first line')

  await send(person, 'edit notes.md first better')
  await person.see('1 − first line')
  await person.see('1 + better line')
  await person.see('a 1  Allow')
  expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain('first line')
  await answer(person, 'a')
  await person.see('I changed it')
  await person.see(/✓ ✎ Edit notes\.md .*\+1 −1/)
  expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain('better line')

  await send(person, 'edit notes.md better worse')
  await person.see(/r 2 {2}Reject/)
  await answer(person, 'r')
  await person.see('I left it')
  expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain('better line')

  await send(person, 'run echo loud and clear')
  await person.see(/^\? Run.*echo/m)
  await answer(person, 'a')
  await person.see('It ended with 0')
  await person.see('    loud and clear')

  const id = await leave(person)
  const again = sitDown({ args: ['chat', '--resume', id], cwd, home, ...size })
  await again.see(READY)
  await again.see('It ended with 0')
  await send(again, 'say welcome back')
  await again.see('\nwelcome back')
  await leave(again)
}, 60_000)

test('its form is filled in, its plan is shown and given up, its mode and its model are changed', async () => {
  const { home, cwd } = aProject()
  const agent = `${process.execPath} ${STRANGER}`
  const person = sitDown({ args: ['chat', '--agent', agent], cwd, home, columns: 100, rows: 40 })
  await send(person, 'form')
  await person.see('? Who are you?')
  await answer(person, 'A')
  person.type('da')
  await person.see('Ada')
  await person.press('enter', 'enter')
  await person.see('Hello Ada')

  await send(person, 'plan')
  await person.see(/✓ .*Look/)
  await person.see(/▸ .*Leap/)
  await person.see('I wait')
  await person.press('escape')
  await person.see('⊘ cancelled')
  await person.see('│ › plan')
  await person.press('ctrl+c')

  await person.see(READY)
  await person.press('shift+tab')
  await person.see('· Swift ·')
  await person.press('ctrl+o')
  await person.see(/Model .*Small one/)
  await person.press('down', 'enter')
  await person.see('Large one')
  await person.press('down', 'enter')
  await person.see(/Model .*Large one/)
  await person.press('escape')
  await person.see('The stranger · Large one · Swift')
  await leave(person)
}, 60_000)

test('scout in version 2 answers, reads, changes, runs, asks, and is taken up again', async () => {
  const { home, cwd } = aProject()
  const args = ['chat', '--protocol', '2']
  const person = sitDown({ args, cwd, home, columns: 100, rows: 40 })
  await send(person, '/read notes.md')
  await person.see('✓ Read notes.md')
  await person.see('second line')

  await send(person, `/edit notes.md 'first line' 'better line'`)
  // A change is a patch there.
  await person.see('-first line')
  await person.see('+better line')
  await person.see('a 1  Allow')
  await answer(person, 'a')
  await person.see(/✓ ✎ Edit notes\.md .*\+1 −1/)
  expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain('better line')

  await send(person, '/run echo loud and clear')
  await person.see(/a \d {2}/)
  await answer(person, 'a')
  await person.see('    loud and clear')

  await send(person, '/plan add write the test')
  await person.see(/[•▸] .*write the test/)
  await person.see(READY)
  await person.press('shift+tab')
  await person.see(/· Code ·/)

  await send(person, '/tour stop cancelled')
  await person.see('I wait for it')
  await person.press('escape')
  await person.see('⊘')
  await person.see('│ › /tour stop cancelled')
  await person.press('ctrl+c')

  const id = await leave(person)
  const again = sitDown({ args: [...args, '--resume', id], cwd, home, columns: 100, rows: 40 })
  await again.see(READY)
  expect([...again.scrollback(), onScreen(again)].join('\n')).toContain('loud and clear')
  await send(again, '/read notes.md')
  await again.see('better line')
  await leave(again)
}, 60_000)
