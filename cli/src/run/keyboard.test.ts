import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { expect, test } from 'vitest'
import { isGone, MAIN, makePlace } from './command.fixture.js'

/** The command at a terminal: what is shown, and keys to press. */
function atTerminal(prompt: string, ...args: readonly string[]) {
  const place = makePlace()
  const terminal = spawn(process.execPath, [MAIN, 'run', prompt, ...args, ...place.actor], {
    cols: 200,
    rows: 50,
    cwd: place.cwd,
    env: { ...place.env(), NO_COLOR: '1' },
  })
  let shown = ''
  terminal.onData(text => {
    shown += text.replaceAll('\r\n', '\n')
  })
  const ended = new Promise<number>(resolve => terminal.onExit(({ exitCode }) => resolve(exitCode)))
  const see = async (part: string): Promise<void> => {
    while (!shown.includes(part)) await new Promise(resolve => setTimeout(resolve, 20))
  }
  const press = async (key: string): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, 400))
    terminal.write(key)
  }
  return { place, ended, see, press, screen: () => shown }
}

test.concurrent('a person is asked, with the change and the keys, and Enter answers nothing', async () => {
  const { ended, see, press, screen } = atTerminal('write notes.txt one 2')
  await see('? Create a file')
  await see('+one 2')
  await see('a or 2  Allow once')
  await see('Esc')
  await press('\r')
  await see('That key answers nothing: press ')
  await press('x')
  expect(screen()).not.toContain('written')
  await press('a')
  expect(await ended).toBe(0)
  expect(screen().split('That key')).toHaveLength(2)
  expect(screen().split('+one 2')).toHaveLength(2)
  expect(screen().split('Create a file')).toHaveLength(2)
  expect(screen()).toContain('✓ allowed by you: write')
  expect(screen()).toContain('written')
})

test.concurrent('answers of an agent keep its order, and a no is a denial', async () => {
  const { ended, see, press, screen } = atTerminal('ask execute')
  await see('r or 2  Reject')
  expect(screen().indexOf('a or 1  Allow')).toBeLessThan(screen().indexOf('r or 2  Reject'))
  await press('r')
  expect(await ended).toBe(5)
  expect(screen()).toContain('answered no')
  expect(screen()).toContain('⊘ denied by you')
})

test.concurrent('Ctrl-C at a question cancels the turn', async () => {
  const { place, ended, see, press } = atTerminal('ask execute')
  await see('Esc')
  await press('\u0003')
  expect(await ended).toBe(130)
  expect(await isGone(place.mark)).toBe(true)
})

test.concurrent('a form is filled in at the terminal', async () => {
  const { ended, see, press, screen } = atTerminal('form')
  await see('? Who are you?')
  await see('Your name — as friends say it (string)')
  await press('Ada\r')
  await see('count (integer, may be left empty)')
  await press('\r')
  expect(await ended).toBe(0)
  expect(screen()).toContain('"content":{"name":"Ada"}')
})

test.concurrent('Esc dismisses a form, and a question, which then was not allowed', async () => {
  const form = atTerminal('form')
  await form.see('(string)')
  await form.press('\u001b')
  expect(await form.ended).toBe(130)
  const question = atTerminal('claim {"kind":"execute"}')
  await question.see('Esc')
  await question.press('\u001b')
  expect(await question.ended).toBe(5)
  expect(question.screen()).toContain('(not answered)')
})

test.concurrent('while a question stands there nothing is written over it', async () => {
  const { place, ended, see, press, screen } = atTerminal('murmur')
  await see('Esc')
  writeFileSync(join(place.cwd, 'go-on'), '')
  while (!existsSync(join(place.cwd, 'said'))) await new Promise(resolve => setTimeout(resolve, 20))
  const before = screen()
  expect(before.indexOf('first words')).toBeLessThan(before.indexOf('? '))
  await press('x')
  await see('That key answers nothing')
  expect(screen()).not.toContain('later words')
  await press('a')
  expect(await ended).toBe(0)
  expect(screen()).toContain('later words')
})

test.concurrent('with --no-input nobody is asked', async () => {
  const { ended, screen } = atTerminal('ask execute', '--no-input')
  expect(await ended).toBe(5)
  expect(screen()).toContain('--allow claimed:execute')
})
