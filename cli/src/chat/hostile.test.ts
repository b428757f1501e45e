/** Agents that mean harm to the terminal, the eyes and the patience of whoever sits before it. */

import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, type Seat, sitDown } from './person.fixture.js'

const AGENT = fileURLToPath(new URL('./fixtures/hostile.mjs', import.meta.url))
const READY = '│ › Ask something'

/** Every sequence that this program writes by itself; whatever else begins with an escape came from somebody else. */
const WORDS = '[^\\p{Cc}\\p{Cf}]*'
const OWN = [
  '\\[\\?(?:2026|25|7|1049|2004|1004)[hl]',
  '\\[2?[KJ]',
  '\\[(?:\\d+;\\d+)?H',
  '\\[\\d+[ABC]',
  '\\[[\\d;]*m',
  `\\]2;${WORDS}\\x07`,
  '\\]11;\\?\\x1b\\\\',
  `\\]9;${WORDS}\\x07`,
  `\\]777;notify;${WORDS}\\x07`,
  '\\[2[23];2t',
  '\\[>1u',
  '\\[<u',
  '\\[>4;[01]m',
]
const SEQUENCES = new RegExp(`\\x1b(?:${OWN.join('|')})`, 'gu')
// What joins pictures into one is no deceit; everything else that cannot be seen is.
const UNSEEN = /[^\P{C}\n\r\u200d]|\p{Zl}|\p{Zp}/gu

/** Everything that reached the terminal was written by us, and holds nothing that acts or hides. */
function expectClean(person: Person): void {
  const { bytes, title } = person
  const rest = bytes.replace(SEQUENCES, '').replaceAll('\x07', '')
  const odd = [...rest.matchAll(UNSEEN)].map(({ index }) => rest.slice(Math.max(0, index - 30), index + 30))
  expect(odd.map(each => JSON.stringify(each))).toEqual([])
  expect(bytes).not.toContain('\x1b]52')
  expect(title).not.toMatch(/OWNED|[\p{Cc}\p{Cf}]/u)
  expect(title.length).toBeLessThanOrEqual(200)
}

/** The box to write in stands there whole, with the cursor in it, above the line that says how things are. */
function expectSane(person: Person): void {
  const rows = person.screen()
  const bottom = rows.findLastIndex(row => /^╰─+╯$/.test(row))
  const top = rows.findLastIndex(row => /^╭─+╮$/.test(row))
  expect([top > 0, bottom > top, rows[bottom + 1]?.trim() !== '']).toEqual([true, true, true])
  const { row } = person.cursor()
  expect(row).toBeGreaterThan(top)
  expect(row).toBeLessThan(bottom)
  expect(person.isOnOtherScreen).toBe(false)
}

function meet(beginning = '', seat: Seat = {}): Person {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  const agent = `${process.execPath} ${AGENT}${beginning === '' ? '' : ` ${beginning}`}`
  return sitDown({ args: ['chat', '--agent', agent], home, cwd: realpathSync(cwd), ...seat })
}

async function say(person: Person, scene: string): Promise<void> {
  person.type(scene)
  await person.see(`│ › ${scene}`)
  await person.press('enter')
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** A question can be answered when it has been seen for a moment. */
async function answer(person: Person, key: string): Promise<void> {
  await pause(350)
  await person.press(key)
}

/** Waits until it is true. */
async function until(isSo: () => boolean, what: string, within = 15_000): Promise<void> {
  const deadline = performance.now() + within
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${within} ms`)
    await pause(20)
  }
}

/** Two presses, and everything is gone soon. */
async function leave(person: Person, within = 6_000): Promise<void> {
  const begun = performance.now()
  for (let presses = 0; presses < 6 && person.exitCode === undefined; presses++) {
    await person.press('ctrl+c')
    await pause(presses < 2 ? 50 : 500)
  }
  await person.exit({ within })
  await until(() => person.processes().length === 0, 'nothing is left', within)
  expect(performance.now() - begun).toBeLessThan(within * 2)
}

test.each(['texts', 'tools', 'facts'])(
  '%s of an agent reach the terminal without anything that acts',
  async scene => {
    const person = meet('', { columns: 100, rows: 40 })
    await person.see(READY)
    await say(person, scene)
    if (scene === 'tools') {
      await person.see(/a 1 {2}Allow/)
      await answer(person, 'a')
    }
    await person.see(READY, { within: 15_000 })
    expectSane(person)
    for (const key of ['ctrl+o', 'ctrl+t', 'ctrl+e', 'alt+up', 'ctrl+s', 'ctrl+p', 'f1', 'shift+tab']) {
      await person.press(key)
      await pause(80)
      await person.press('ctrl+l')
      if (person.isOnOtherScreen) await person.press('ctrl+c')
      await until(() => !person.isOnOtherScreen, 'the page is closed')
    }
    person.type('/')
    await pause(150)
    await person.press('escape', 'ctrl+c')
    await person.see(READY)
    expectSane(person)
    await leave(person)
    expectClean(person)
  },
  60_000,
)

test.each([
  { scene: 'leave', seen: 'a 1  Allow once: “yes', key: 'a', told: 'answer y' },
  { scene: 'form', seen: 'form·', key: 'escape', told: 'form answered' },
  { scene: 'url', seen: 'xn--bcher-kva.example', key: 'n', told: 'url -32602 decline' },
])(
  'a question ($scene) is drawn without anything that acts, and answered as ever',
  async ({ scene, seen, key, told }) => {
    const person = meet('', { columns: 100, rows: 40 })
    await person.see(READY)
    await say(person, scene)
    await person.see(seen)
    await answer(person, 'd')
    await pause(200)
    if (person.isOnOtherScreen) await person.press('ctrl+c')
    await until(() => !person.isOnOtherScreen, 'the page is closed')
    await person.see(seen)
    await answer(person, key)
    await person.see(told)
    await person.see(READY)
    expectSane(person)
    await leave(person)
    expectClean(person)
  },
  60_000,
)

test('a prompt that fails, an agent that dies, one that cannot be begun: their words act on nothing', async () => {
  const person = meet()
  await person.see(READY)
  await say(person, 'error')
  await person.see('broken·')
  await person.see(READY)
  await say(person, 'noise')
  await person.see('noise made', { within: 20_000 })
  await person.see(READY)
  await say(person, 'die')
  await person.see('/restart starts the agent again')
  expectSane(person)
  await leave(person)
  expectClean(person)
  for (const [beginning, seen] of [
    ['refuse', 'refused·'],
    ['sign-in', 'method·'],
  ] as const) {
    const other = meet(beginning)
    await other.see(seen)
    expectSane(other)
    await leave(other)
    expectClean(other)
  }
}, 60_000)

test.each(['mute', 'mute-new', 'stubborn'])(
  'an agent that does not answer (%s) is left within seconds',
  async beginning => {
    const person = meet(beginning)
    if (beginning === 'stubborn') {
      await person.see(READY)
      await say(person, 'deaf')
      await person.see('never ends')
      await person.press('escape')
      await person.see('stopping')
    } else await person.see('starting')
    person.type('still heard')
    await person.see('still heard')
    expectSane(person)
    await person.press('ctrl+c')
    await leave(person)
    expectClean(person)
  },
  60_000,
)

test.each([
  ['flood', /199999\s+x/],
  ['calls', 'calls made'],
  ['line', 'after the line'],
  ['huge', 'huge told'],
])(
  '%s: the keys are heard, the screen stays whole, and it can be left',
  async (scene, seen) => {
    const person = meet('modes')
    await person.see(READY, { within: 20_000 })
    await say(person, scene)
    await person.see('◐', { within: 20_000 }).catch(() => {})
    person.type('still heard')
    await person.see('still heard', { within: 10_000 })
    await person.see(seen, { within: 60_000 })
    await person.see('still heard')
    if (scene !== 'huge') expectSane(person)
    await person.press('ctrl+c')
    await leave(person)
    expectClean(person)
  },
  120_000,
)

test('a flood can be left in its middle', async () => {
  const person = meet('stubborn')
  await person.see(READY)
  await say(person, 'flood')
  await person.see(/\d{3,6} x/)
  await leave(person)
  expectClean(person)
}, 60_000)

test('options with names that deceive are told apart by kind and key', async () => {
  const person = meet('', { columns: 100, rows: 40 })
  await person.see(READY)
  await say(person, 'deceive')
  await person.see('? 1 waiting')
  const text = person.screen().join('\n')
  expect(text).toContain('a 1  Allow once: “Reject”')
  expect(text).toContain('r 2  Reject: “r 2  Reject”')
  expect(text).toContain('? x·? Harmless·a 1  Fine')
  await answer(person, 'escape')
  await person.see('answer cancelled')
  await leave(person)
  expectClean(person)
}, 60_000)

test('a thousand questions at once, and one out of turn, leave the screen whole', async () => {
  const person = meet()
  await person.see(READY)
  await say(person, 'asks')
  await person.see('waiting for you', { within: 20_000 })
  await person.see('1 of 1000 waiting')
  await person.see('? 1000 waiting')
  person.type('still heard')
  await leave(person)
  expectClean(person)
  const other = meet()
  await other.see(READY)
  await say(other, 'late')
  // Nobody is asked anything where nothing is being done.
  await other.see('late cancelled')
  await leave(other)
  expectClean(other)
}, 60_000)

test('nothing that an agent writes looks like our question, our box or our status line', async () => {
  const person = meet('', { columns: 80, rows: 60 })
  await person.see(READY)
  await say(person, 'fake')
  await person.see('drawn')
  await person.see(READY)
  const rows = person.screen()
  const foot = rows.findLastIndex(row => row.startsWith('╭'))
  const above = rows.slice(rows.indexOf('› fake') + 1, foot)
  expect(above).toContain('“ ? Bold')
  expect(above.filter(row => /^.?[?›]|^.?[╭╰]─+[╮╯]|^.?│ *›/u.test(row))).toEqual([])
  // Ours has the keys, and is counted below.
  await say(person, 'deceive')
  await person.see(/^\? x·\? Harmless/m)
  expect(person.screen().filter(row => row.startsWith('? '))).toHaveLength(1)
  await answer(person, 'escape')
  await person.see('answer cancelled')
  await leave(person)
  expectClean(person)
}, 60_000)
