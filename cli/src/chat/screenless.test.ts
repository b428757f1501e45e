/** `parley chat` where there is no screen, or one without colours: what is written, byte by byte. */

import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, type Seat, sitDown } from './person.fixture.js'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const READY = '│ › Ask something'
const ESCAPE = '\u001b'

function aProject(): { readonly home: string; readonly cwd: string } {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  writeFileSync(join(cwd, 'notes.md'), '# Notes\n\nfirst line\n')
  return { home, cwd }
}

function at(seat: Seat): Person {
  return sitDown({ ...aProject(), columns: 120, rows: 40, ...seat })
}

/** Through pipes. */
async function piped(args: readonly string[], stdin: string, surroundings: NodeJS.ProcessEnv = {}) {
  const { home, cwd } = aProject()
  const { PATH, TMPDIR } = process.env
  const env = { PATH, TMPDIR, HOME: home, TERM: 'xterm-256color', ...surroundings }
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  child.stdin.end(stdin)
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, stdout, stderr }
}

test('through pipes every event is a line, nothing else is written, and what needs a person is refused', async () => {
  const { code, stdout } = await piped(['chat'], '/read notes.md\n/edit notes.md first second\n')
  expect(stdout).not.toContain(ESCAPE)
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(/^agent is Scout /)
  expect(lines[1]).toMatch(/^conversation [0-9a-f]+$/)
  expect(lines).toContain('you: /read notes.md')
  expect(lines).toContain('  first line')
  expect(lines.some(line => line.startsWith('DISMISSED: nobody can be asked here.'))).toBe(true)
  expect(code).toBe(5)
}, 30_000)

test('parley alone without a terminal shows what there is, as ever', async () => {
  const { code, stdout } = await piped([], '')
  expect(stdout).toContain('Usage: parley')
  expect(stdout).toContain('chat')
  expect(stdout).not.toContain(ESCAPE)
  expect(code).toBe(0)
}, 30_000)

test.each([
  ['--plain', { args: ['chat', '--plain'] }],
  ['TERM=dumb', { args: ['chat'], env: { TERM: 'dumb' } }],
])(
  'at a terminal with %s there is no escape sequence at all, and all of it works',
  async (_, seat) => {
    const person = at(seat)
    await person.see('you:')
    person.type('look at @absent.md\r')
    await person.see('absent.md is not there: only its name was sent.')
    await person.see('turn: done')
    person.type('!echo loud and clear\r')
    await person.see('shell: ! echo loud and clear (exit code 0)')
    await person.see('  | loud and clear')
    person.type(`/edit notes.md first second\r`)
    await person.see('+ second line')
    await new Promise(resolve => setTimeout(resolve, 400))
    person.type('1\r')
    await person.see('Edited notes.md')
    await person.see(/turn: done[\s\S]*turn: done/)
    person.type('/quit\r')
    expect(await person.exit()).toBe(0)
    expect(person.bytes).not.toContain(ESCAPE)
    expect(person.processes()).toEqual([])
  },
  30_000,
)

/** Every number of every sequence that styles text. */
const stylesIn = (bytes: string): ReadonlySet<number> =>
  new Set(
    bytes.split(`${ESCAPE}[`).flatMap(part => /^([\d;]*)m/.exec(part)?.[1]?.split(';').map(Number) ?? []),
  )
const isColour = (code: number): boolean => (code >= 30 && code <= 49) || (code >= 90 && code <= 107)

async function lookAround(person: Person): Promise<void> {
  await person.see(READY)
  person.type(`/edit notes.md first second`)
  await person.press('escape', 'enter')
  await person.see(/3 − first line/)
  await person.see(/3 \+ second line/)
  await person.see('a 1  Allow')
  await new Promise(resolve => setTimeout(resolve, 350))
  await person.press('a')
  await person.see('Edited notes.md')
  await person.see(READY)
  await person.press('f1')
  await person.see('PgUp PgDn scroll')
  await person.press('page-down')
  await person.see('While the agent works')
  await person.press('escape')
  await person.see(READY)
}

async function leave(person: Person): Promise<void> {
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit()).toBe(0)
}

test.each([
  ['NO_COLOR', { args: ['chat'], env: { NO_COLOR: '1' } }],
  ['--no-color', { args: ['chat', '--no-color'] }],
])(
  'with %s there is no colour, and everything is said by signs',
  async (_, seat) => {
    const person = at(seat)
    await lookAround(person)
    await leave(person)
    expect([...stylesIn(person.bytes)].filter(isColour)).toEqual([])
    // Bold is no colour.
    expect(stylesIn(person.bytes)).toContain(1)
  },
  30_000,
)

test('with colours there are some, also where FORCE_COLOR is what says so', async () => {
  const person = at({ args: ['chat'] })
  await lookAround(person)
  await leave(person)
  expect([...stylesIn(person.bytes)].filter(isColour)).not.toEqual([])
  const forced = at({ args: ['chat'], env: { TERM: 'vt100', FORCE_COLOR: '1', TERM_PROGRAM: '' } })
  await forced.see(READY)
  await leave(forced)
  expect([...stylesIn(forced.bytes)].filter(isColour)).not.toEqual([])
}, 30_000)

test('on white nothing is drawn in a colour that white swallows', async () => {
  const person = at({ args: ['chat'], background: 'ffff/ffff/ffff' })
  await lookAround(person)
  await leave(person)
  const codes = stylesIn(person.bytes)
  expect(codes).toContain(34)
  // Yellow, cyan and white, also the bright ones.
  expect([33, 36, 37, 93, 96, 97].filter(code => codes.has(code))).toEqual([])
}, 30_000)

test.each([
  ['/sys', /EPERM|EACCES|EROFS/],
  ['/proc/nope', /ENOENT/],
  ['/dev/null', /ENOTDIR/],
])(
  'where nothing can be kept in %s it is said at the start, with the folder, the cause and a cure',
  async (HOME, cause) => {
    for (const args of [
      ['chat', '--plain'],
      ['chat', '--background'],
    ]) {
      const { code, stdout, stderr } = await piped(args, 'hello\n', { HOME })
      expect(stderr).toContain(`kept in ${HOME}/.local/state/parley, which cannot be used: `)
      expect(stderr).toMatch(cause)
      expect(stderr).toContain('XDG_STATE_HOME=')
      expect([code, stdout]).toEqual([1, ''])
    }
  },
  30_000,
)
