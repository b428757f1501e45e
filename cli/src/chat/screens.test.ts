/** The same first hour at a terminal as pictures of the whole screen, in `screens/`: read them to see what people see. */

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { makeHome, type Person, type Seat, sitDown } from './person.fixture.js'
import { expectPicture } from './picture.fixture.js'

// It goes on when it is told to, so that there is time to look at it.
const COUNT = `import { existsSync } from 'node:fs'
console.log('line 1')
console.log('\\x1b[32mline 2\\x1b[39m')
while (!existsSync('go')) await new Promise(resolve => setTimeout(resolve, 20))
console.log('line 3')
`
const ACTOR = fileURLToPath(new URL('../run/fixtures/actor.mjs', import.meta.url))
const READY = '│ › Ask something'

/** A home with a small project, and nothing on the PATH but what is needed: no agent is found by chance. */
function aSeat(): Seat & { readonly cwd: string; readonly home: string } {
  const home = makeHome()
  const bin = join(home, 'bin')
  const cwd = join(home, 'notes')
  mkdirSync(bin)
  mkdirSync(cwd)
  symlinkSync(process.execPath, join(bin, 'node'))
  writeFileSync(join(cwd, 'notes.md'), '# Notes\n\nfirst line\nsecond line\n')
  writeFileSync(join(cwd, 'count.mjs'), COUNT)
  return { home, cwd: realpathSync(cwd), env: { PATH: `${bin}:/usr/bin:/bin` } }
}

/** Somebody who has been here before. */
function aSeatOfOld(): ReturnType<typeof aSeat> {
  const seat = aSeat()
  mkdirSync(join(seat.home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  return seat
}

async function send(person: Person, text: string): Promise<void> {
  person.type(text)
  await person.see(`│ › ${text} `)
  await person.press('enter')
}

/** A question can be answered when it has been seen for a moment. */
async function answer(person: Person, key: string): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 350))
  await person.press(key)
}

async function leave(person: Person): Promise<void> {
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit()).toBe(0)
}

describe.each([
  { columns: 80, rows: 24 },
  { columns: 160, rows: 50 },
])('at $columns x $rows', size => {
  test('who is new here sees the first page, and then an empty conversation', async () => {
    const person = sitDown({ args: ['chat'], ...aSeat(), ...size })
    await person.see('Models for Scout')
    await expectPicture(person, '01-first-page')
    await person.press('enter')
    await person.see(READY)
    await expectPicture(person, '02-ready')
    await leave(person)
  }, 60_000)

  test('a file is read, one is edited, a command runs; what stays behind, and what comes back', async () => {
    const seat = aSeatOfOld()
    const person = sitDown({ args: ['chat'], ...seat, ...size })
    await person.see(READY)

    await send(person, '/read notes.md')
    await person.see('✓ Read notes.md')
    await person.see(READY)
    await expectPicture(person, '03-file-read')

    await send(person, `/edit notes.md 'first line' 'better line'`)
    await person.see('a 1  Allow')
    await expectPicture(person, '04-edit-question-with-diff')
    await answer(person, 'a')
    await person.see('Edited notes.md')
    await person.see(READY)
    await expectPicture(person, '05-edit-approved')

    await send(person, '/run node count.mjs')
    await person.see('a 1  Allow')
    await expectPicture(person, '06-command-question')
    await answer(person, 'a')
    await person.see('line 2')
    // From a second on there is a time.
    await person.see(/\$ node count\.mjs {2}\d/)
    await expectPicture(person, '07-command-running')
    writeFileSync(join(seat.cwd, 'go'), '')
    await person.see('line 3')
    await person.see(READY)
    await expectPicture(person, '08-command-done')

    await leave(person)
    await expectPicture(person, '09-left')
    const [, id = ''] = /parley chat --resume ([0-9a-f]+)/.exec(person.bytes) ?? []
    const again = sitDown({ args: ['chat', '--resume', id], ...seat, ...size })
    await again.see(READY)
    await expectPicture(again, '10-resumed')
    await leave(again)
  }, 60_000)

  test('a question is answered in a form, a plan is made and the mode changed', async () => {
    const person = sitDown({ args: ['chat'], ...aSeatOfOld(), ...size })
    await person.see(READY)
    await send(person, '/tour form')
    await person.see(/^\?/m)
    await answer(person, 'A')
    person.type('da')
    await person.see('Ada')
    await expectPicture(person, '11-form')
    await person.press('escape')
    await person.see(READY)

    await send(person, '/plan add write the test')
    await person.see('write the test')
    await person.see(READY)
    await expectPicture(person, '12-plan')

    await person.press('shift+tab')
    await person.see('· Code ·')
    await expectPicture(person, '13-mode-changed')
    await leave(person)
  }, 60_000)

  test('a question of our own shows what every answer would be remembered as; the sessions are listed', async () => {
    const { home, cwd, ...seat } = aSeatOfOld()
    const program = `#!/bin/sh\nexec node ${JSON.stringify(ACTOR)} mark\n`
    writeFileSync(join(home, 'bin/actor'), program, { mode: 0o755 })
    const person = sitDown({ args: ['chat', '--agent', 'actor --acp'], home, cwd, ...seat, ...size })
    await person.see(READY)
    await send(person, 'write poem.txt roses')
    await person.see('Reject')
    await expectPicture(person, '14-own-question')
    await answer(person, '1')
    await person.see('written')
    await person.see(READY)
    await person.press('ctrl+p')
    await person.see('open here')
    await expectPicture(person, '15-sessions')
    await person.press('escape')
    await person.see(READY)
    await leave(person)
  }, 60_000)

  test('a prompt waits for its turn, and a turn is cancelled', async () => {
    const person = sitDown({ args: ['chat'], ...aSeatOfOld(), ...size })
    await person.see(READY)
    await send(person, '/tour stop cancelled')
    await person.see('I wait for it')
    await send(person, '/read notes.md')
    await person.see('1 queued')
    await expectPicture(person, '16-prompt-queued')
    await person.press('escape')
    await person.see('⊘')
    await person.see('held')
    await expectPicture(person, '17-cancelled')
    // The first one clears the prompt that came back.
    await person.press('ctrl+c')
    await person.gone('│ › /tour stop')
    await leave(person)
  }, 60_000)
})
