/** Somebody at a terminal with scout, from the first key to the last: what is pressed goes in, what is seen comes back. */

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from './person.fixture.js'

const COUNT = 'for (const n of [1, 2, 3]) setTimeout(() => console.log("line " + n), n * 700)'

/** A home in which somebody has talked before, with a small project. */
function aProject(): { readonly home: string; readonly cwd: string } {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  writeFileSync(join(cwd, 'notes.md'), '# Notes\n\nfirst line\nsecond line\n')
  writeFileSync(join(cwd, 'count.mjs'), COUNT)
  return { home, cwd: realpathSync(cwd) }
}

const READY = '│ › Ask something'

async function send(person: Person, text: string): Promise<void> {
  person.type(text)
  await person.see(text.slice(0, 20))
  // What could be meant is closed first, so that Enter means the text.
  await person.press('escape', 'enter')
}

/** A question can be answered when it has been seen for a moment. */
async function answer(person: Person, key: string): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 350))
  await person.press(key)
}

const below = (person: Person, text: string): readonly string[] => {
  const rows = person.screen()
  return rows.slice(rows.findLastIndex(row => row.includes(text)))
}

describe.each([
  { columns: 80, rows: 24 },
  { columns: 160, rows: 50 },
])('at $columns x $rows', size => {
  test('a file is read, one is changed after its change was shown, a command runs, and all of it is there again', async () => {
    const { home, cwd } = aProject()
    const person = sitDown({ args: ['chat'], cwd, home, ...size })
    await person.see(READY)
    await person.see('Ask')
    expect(person.screen().at(-1)).toBe('')

    await send(person, '/read notes.md')
    await person.see('second line')
    expect(below(person, '› /read').slice(0, 3)).toEqual(['› /read notes.md', '', '✓ Read notes.md'])

    await send(person, `/edit notes.md 'first line' 'better line'`)
    await person.see('a 1  Allow')
    await person.see('− first line')
    expect(person.screen().join('\n')).toMatch(/3 \+ better line/)
    expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain('first line')
    await answer(person, 'a')
    await person.see('Edited notes.md')
    expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain('better line')
    await person.see(/✓ ✎ Edit notes\.md .*\+1 −1/)

    await send(person, '/run node count.mjs')
    await person.see(/a 1 {2}Allow/)
    await answer(person, 'a')
    await person.see('line 1')
    // It is seen while the command still runs.
    expect(person.screen().join('\n')).not.toContain('line 3')
    await person.see('line 3')
    await person.see(READY)

    await person.press('ctrl+c', 'ctrl+c')
    expect(await person.exit()).toBe(0)
    const [, id = ''] = /parley chat --resume ([0-9a-f]+)/.exec(person.bytes) ?? []
    expect(id).not.toBe('')
    expect(person.processes()).toEqual([])

    const again = sitDown({ args: ['chat', '--resume', id], cwd: home, home, ...size })
    await again.see(READY)
    await again.see('better line')
    await again.see('line 3')
    await send(again, '/read notes.md')
    await again.see('better line')
    await again.press('ctrl+c', 'ctrl+c')
    expect(await again.exit()).toBe(0)
  }, 60_000)

  test('a form is filled in, a plan is made, the mode is changed', async () => {
    const { home, cwd } = aProject()
    const person = sitDown({ args: ['chat'], cwd, home, ...size })
    await person.see(READY)

    await send(person, '/tour form')
    await person.see(/What shall I call you|name/i)
    await answer(person, 'A')
    person.type('da')
    await person.see('Ada')
    await person.press('enter')
    for (let presses = 0; presses < 12 && person.screen().some(row => row.startsWith('?')); presses++) {
      await person.press('enter')
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    await person.see(/Ada/)
    await person.see(READY)

    await send(person, '/plan add write the test')
    await person.see(/[•▸] .*write the test/)

    expect(person.screen().join('\n')).toMatch(/· Ask ·/)
    await person.press('shift+tab')
    await person.see(/· Code ·/)
    await person.press('ctrl+c', 'ctrl+c')
    expect(await person.exit()).toBe(0)
  }, 60_000)

  test('a turn is cancelled, a prompt waits for its turn, and one that waits can be sent at once', async () => {
    const { home, cwd } = aProject()
    const person = sitDown({ args: ['chat'], cwd, home, ...size })
    await person.see(READY)
    await send(person, '/tour stop cancelled')
    await person.see('I wait for it')
    await person.see('Esc stops')
    await person.press('escape')
    await person.see('⊘')
    // The prompt came back, to be written anew.
    await person.see('│ › /tour stop cancelled')
    await person.press('ctrl+c')
    await person.see(READY)

    await send(person, '/tour stop cancelled')
    await person.see('◐')
    person.type('/read notes.md')
    await person.press('enter')
    await person.see('next 1. /read notes.md')
    await person.see('1 queued')
    await person.press('enter')
    await person.see('✓ Read notes.md')
    await person.gone('queued')
    await person.press('ctrl+c', 'ctrl+c')
    expect(await person.exit()).toBe(0)
  }, 60_000)
})

test('who is new here is shown what there is and what to do', async () => {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  const person = sitDown({ args: [], cwd, home })
  await person.see('Scout')
  await person.see('Enter begin')
  await person.see('Models for Scout')
  await person.press('enter')
  await person.see(READY)
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit()).toBe(0)
}, 30_000)
