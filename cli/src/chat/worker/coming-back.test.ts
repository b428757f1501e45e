/** Leaving a chat at work and coming back to it: at another terminal, and where the places for it cannot be used. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from '../person.fixture.js'

const READY = '│ › Ask something'
const PATIENCE = { within: 20_000 }

/** A home in which somebody has talked before. */
function aHome(): string {
  const home = makeHome()
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  return home
}

/** Something stands where the sockets would be: in the first place for them, or in all. */
function block(home: string, isEverywhere: boolean): NodeJS.ProcessEnv {
  mkdirSync(join(home, 'run'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'run', 'parley'), '')
  if (isEverywhere) writeFileSync(join(home, '.local/state/parley/running'), '')
  return isEverywhere ? { TMPDIR: '/dev/null' } : {}
}

async function askToDetach(person: Person): Promise<void> {
  await person.see(READY, PATIENCE)
  person.type('/detach')
  await person.see('│ › /detach', PATIENCE)
  // What could be meant is closed first, so that Enter means the text.
  await person.press('escape', 'enter')
}

async function detach(person: Person): Promise<string> {
  await askToDetach(person)
  expect(await person.exit(PATIENCE)).toBe(0)
  return /parley attach ([0-9a-z]{8})\r?\n/.exec(person.bytes)?.[1] ?? ''
}

const widest = (person: Person): number => Math.max(...person.screen().map(row => row.length))

test('whoever comes back at a larger terminal has all of it', async () => {
  const home = aHome()
  const id = await detach(sitDown({ args: ['chat'], home, columns: 80, rows: 24 }))
  const person = sitDown({ args: ['attach', id], home, columns: 160, rows: 50 })
  await person.see(READY, PATIENCE)
  expect(widest(person)).toBe(160)
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit(PATIENCE)).toBe(0)
}, 60_000)

test('a chat that was begun in the background fits the terminal that it is shown at, and says how to come to it', async () => {
  const home = aHome()
  const begun = sitDown({ args: ['chat', '--background', '/plan add write it'], home })
  expect(await begun.exit(PATIENCE)).toBe(0)
  const [, id = ''] = /parley attach ([0-9a-z]{8})\r?\n/.exec(begun.bytes) ?? []
  const person = sitDown({ args: ['attach', id], home, columns: 120, rows: 40 })
  await person.see(READY, PATIENCE)
  await person.see('write it', PATIENCE)
  expect(widest(person)).toBe(120)
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit(PATIENCE)).toBe(0)
}, 60_000)

test('where the first place cannot be used the next one is, and found', async () => {
  const home = aHome()
  const env = block(home, false)
  await detach(sitDown({ args: ['chat'], home, env }))
  const person = sitDown({ args: ['attach'], home, env })
  await person.see(READY, PATIENCE)
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit(PATIENCE)).toBe(0)
}, 60_000)

test('a chat that nobody could come back to is not left, not begun in the background, and said not to be found', async () => {
  const home = aHome()
  const env = block(home, true)
  const person = sitDown({ args: ['chat'], home, env, columns: 160 })
  await askToDetach(person)
  await person.see('It would never be found again', PATIENCE)
  await person.see(READY)
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit(PATIENCE)).toBe(0)
  const unseen = sitDown({ args: ['chat', '--background', 'hello'], home, env, columns: 160 })
  expect(await unseen.exit(PATIENCE)).toBe(1)
  await unseen.see('it cannot be begun in the background')
  expect(unseen.processes()).toEqual([])
  const lost = sitDown({ args: ['attach'], home, env, columns: 160 })
  await lost.see(/run\/parley, where what runs is found, cannot be read \(ENOTDIR\)/, PATIENCE)
  expect(await lost.exit(PATIENCE)).not.toBe(0)
}, 60_000)

test('what was being written when everything was killed, or told to end, is there again, whoever the agent was', async () => {
  const home = aHome()
  const agent = `${process.execPath} ${fileURLToPath(new URL('../../../dist/main.js', import.meta.url))} agent`
  const killed = sitDown({ args: ['chat', '--agent', agent], home })
  await killed.see(READY, PATIENCE)
  killed.type('half a thought')
  await killed.see('│ › half a thought', PATIENCE)
  await new Promise(resolve => setTimeout(resolve, 500))
  killed.dispose()
  const next = sitDown({ args: ['chat'], home })
  await next.see('│ › half a thought', PATIENCE)
  await next.press('ctrl+c')
  await next.see(READY, PATIENCE)
  next.type('/todo add milk')
  await next.press('escape', 'enter')
  await next.see(/[✓•].*milk|milk/, PATIENCE)
  await next.see(READY, PATIENCE)
  next.type('and then')
  await next.see('│ › and then', PATIENCE)
  next.kill('SIGTERM')
  await next.exit(PATIENCE)
  const last = sitDown({ args: ['chat', '--resume', 'last'], home })
  await last.see('│ › and then', PATIENCE)
  await last.press('ctrl+c')
  await last.see(READY, PATIENCE)
  await last.press('ctrl+c', 'ctrl+c')
  expect(await last.exit(PATIENCE)).toBe(0)
}, 90_000)
