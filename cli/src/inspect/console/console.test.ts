/** The console before real agents, at a terminal: a message filled in by hand, a question held and answered, a resend. */

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from '../../chat/person.fixture.js'

const STRANGER = fileURLToPath(new URL('../../chat/fixtures/stranger.mjs', import.meta.url))
const HOSTILE = fileURLToPath(new URL('../../chat/fixtures/hostile.mjs', import.meta.url))
const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
const SCOUT = [process.execPath, MAIN, 'agent']
const SLOW = { within: 20_000 }

function aProject(): { readonly home: string; readonly cwd: string } {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'notes.md'), 'first line\n')
  return { home, cwd: realpathSync(cwd) }
}

function inspect(agent: readonly string[], flags: readonly string[] = []): Person & { cwd: string } {
  const { home, cwd } = aProject()
  const args = ['inspect', ...flags, '--', ...agent]
  return Object.assign(sitDown({ args, home, cwd, columns: 110, rows: 30 }), { cwd })
}

async function pick(person: Person, method: string): Promise<void> {
  await person.press('c')
  await person.see('Call a method')
  person.type(method)
  await person.see(`method: ${method}`)
  await person.press('enter')
  await person.see(`Call ${method}`)
}

/** Moves until the line that a person stands on shows it. */
async function standOn(person: Person, part: string, key: 'up' | 'down'): Promise<void> {
  const isThere = () => person.screen().some(row => row.startsWith('>') && row.includes(part))
  for (let place = 0; place < 40 && !isThere(); place++) {
    await person.press(key)
    await new Promise(resolve => setTimeout(resolve, 60))
  }
  await person.see(part)
}

/** Fills in the field that a person finds by its label. */
async function fill(person: Person, label: string, text: string): Promise<void> {
  await standOn(person, `${label}*`, 'down')
  await person.press('enter')
  await person.see('Enter takes it')
  person.type(text)
  await person.see(text)
  await person.press('enter')
  await person.gone('Enter takes it')
}

async function newSession(person: Person): Promise<void> {
  await person.see(/= initialize/, SLOW)
  await pick(person, 'session/new')
  await person.see('mcpServers')
  await person.press('s')
  await person.see(/= session\/new/, SLOW)
}

async function prompt(person: Person, text: string): Promise<void> {
  await pick(person, 'session/prompt')
  await standOn(person, 'prompt*', 'down')
  // In version 2 a prompt may not be empty, and begins with a block.
  if (!person.screen().some(row => row.includes('text*'))) await person.press('+')
  await person.see(/text\*/)
  await fill(person, 'text', text)
  await person.press('tab')
  await person.see(/text: "?/)
  await person.press('tab', 's')
  await person.gone('Call session/prompt')
}

async function leave(person: Person): Promise<void> {
  await person.press('ctrl+c')
  expect(await person.exit()).toBe(0)
  expect(person.processes()).toEqual([])
  expect(person.isOnOtherScreen).toBe(false)
}

test('an agent on the official SDK is called by form, its question held, answered by hand, and the prompt sent again', {
  timeout: 90_000,
}, async () => {
  const person = inspect([process.execPath, STRANGER])
  await newSession(person)
  await prompt(person, 'edit notes.md first last')
  await person.see('1 held', SLOW)
  await person.press('a')
  await person.see('fs/read_text_file')
  await person.press('enter')
  await person.see('Answer fs/read_text_file')
  await fill(person, 'content', 'first things first')
  await person.press('s')
  await person.see('session/request_permis', SLOW)
  await person.press('a')
  await person.see('1  Allow')
  await person.press('2')
  await person.see('I left it', SLOW)
  await person.see(/= session\/prompt/)
  expect(readFileSync(join(person.cwd, 'notes.md'), 'utf8')).toBe('first line\n')

  await standOn(person, '→? session/prompt', 'up')
  await person.press('E')
  await person.see('Call session/prompt')
  await person.press('r')
  await person.see('back to the fields')
  await person.press('ctrl+u')
  person.paste(`{"sessionId":7,"prompt":"not even a list"}`)
  await person.see('not even a list')
  await person.press('enter')
  await person.press('escape')
  await person.see(/! session\/prompt/, SLOW)
  await leave(person)
})

test('a form of the agent is filled in, a turn is cancelled, a request is answered with an error', {
  timeout: 90_000,
}, async () => {
  const person = inspect([process.execPath, STRANGER])
  await newSession(person)
  await prompt(person, 'form')
  await person.see('1 held', SLOW)
  await person.press('a')
  await person.see('Who are you?')
  await person.press('enter')
  await person.see('Answer elicitation/create')
  await fill(person, 'name', 'Ada')
  await person.press('s')
  await person.see('Hello Ada', SLOW)

  await prompt(person, 'plan')
  await person.see('I wait', SLOW)
  await person.press('x')
  await person.see('session/cancel')
  await person.see(/= session\/prompt\s+cancelled/, SLOW)

  await prompt(person, 'read notes.md')
  await person.see('1 held', SLOW)
  await person.press('a', 'e')
  await person.see('Answer with an error fs/read_text_file')
  await person.press('enter')
  await person.see(/! session\/prompt/, SLOW)
  await leave(person)
})

test('scout is spoken to in version 2, with what the profile says answered at once', {
  timeout: 60_000,
}, async () => {
  const person = inspect(SCOUT, ['--protocol', '2', '--profile', 'deny', '--record', 'wire.ndjson'])
  await newSession(person)
  await prompt(person, 'hello')
  await person.see('idle', SLOW)
  await person.see('v2')
  await person.press('P')
  await person.see('How requests of the agent are answered')
  await person.press('down', 'right')
  await person.see(/elicitation\/create\s+sandbox$/m)
  await person.press('escape')
  await leave(person)
  const recording = readFileSync(join(person.cwd, 'wire.ndjson'), 'utf8').trim().split('\n')
  const methods = recording.map(line => JSON.parse(line).message?.method)
  expect(methods).toEqual(expect.arrayContaining(['initialize', 'session/new', 'session/prompt']))
  expect(JSON.parse(recording.at(-1) ?? '')).toMatchObject({ event: 'exited' })
})

test('the handshake is made by hand where that is wished, and what is missing is told before it is sent', {
  timeout: 60_000,
}, async () => {
  const person = inspect(SCOUT, ['--no-handshake'])
  await person.see('started', SLOW)
  await person.press('i')
  await person.see('protocolVersion*')
  await person.press('-', 's')
  await person.see('/protocolVersion: expected')
  await person.press('s')
  await person.see(/! initialize/, SLOW)
  await person.press('m')
  person.type('this is no message')
  await person.press('enter')
  await person.see(/error/i)
  await leave(person)
})

test('what a hostile agent says moves nothing on the screen', { timeout: 60_000 }, async () => {
  const { home, cwd } = aProject()
  const args = ['inspect', '--', process.execPath, HOSTILE]
  // Wide enough for all that it says to be drawn.
  const person = sitDown({ args, home, cwd, columns: 400, rows: 40 })
  await newSession(person)
  for (const [scene, method] of [
    ['leave', 'session/request_permission'],
    ['form', 'elicitation/create'],
  ] as const) {
    await prompt(person, scene)
    await person.see(/[1-9]\d* held/, SLOW)
    await person.press('a')
    await person.see('1 request of the agent waits')
    await person.press('enter')
    await person.see(`Answer ${method}`)
    await person.press('tab')
    await person.see('Tab fields')
    await person.press('escape', 'enter')
    await person.see('Esc back')
    await person.press('escape')
    await person.press('a', 'e')
    await person.press('enter')
    await person.gone(/held/)
  }
  await prompt(person, 'texts')
  await person.see('agent_thought_chunk', SLOW)
  expect(person.title).not.toContain('OWNED')
  for (const code of [
    '\u001b]52',
    '\u001bc',
    '\u001b[6n',
    '\u001bP',
    '\u202e',
    '\u200b',
    '\u009b',
    '\u{e0041}',
  ])
    expect(person.bytes.includes(code), JSON.stringify(code)).toBe(false)
  await leave(person)
})
