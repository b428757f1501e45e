/** `parley call`, as a script uses it: what is printed where, and the exit code. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome } from '../../chat/person.fixture.js'

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
const STRANGER = fileURLToPath(new URL('../../chat/fixtures/stranger.mjs', import.meta.url))

interface Outcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

const home = makeHome()

function call(words: readonly string[], { input = '', cwd = home } = {}): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 'state'), LANG: 'C.UTF-8' }
  const child = spawn(process.execPath, [MAIN, 'call', ...words], { cwd, env })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  child.stdin.end(input)
  return new Promise(resolve => {
    child.once('close', exitCode => resolve({ exitCode, stdout, stderr }))
  })
}

const prompt = (text: string): string => JSON.stringify({ prompt: [{ type: 'text', text }] })
const stranger = ['--', process.execPath, STRANGER]

test('a call prints its result, made after the handshake and with a session of its own', async () => {
  const { exitCode, stdout } = await call(['session/set_mode', '{"modeId":"code"}', ...stranger])
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, {}])
})

test('an error answer is printed and ends with 1', async () => {
  const { exitCode, stdout } = await call(['_no/such'])
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ code: -32601 })
})

test('params come from a file or from stdin, and updates are lines before the answer', async () => {
  writeFileSync(join(home, 'params.json'), prompt('say one two'))
  for (const [word, input] of [
    ['@params.json', ''],
    ['-', prompt('say one two')],
  ] as const) {
    const { exitCode, stdout } = await call(['--updates', 'session/prompt', word, ...stranger], { input })
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(exitCode).toBe(0)
    expect(lines.at(-1)).toEqual({ result: { stopReason: 'end_turn' } })
    const texts = lines.map(line => line.params?.update?.content?.text).filter(text => text !== undefined)
    expect(texts).toEqual(['one ', 'two '])
  }
})

test('params that the schema has something against are sent only by force', async () => {
  const words = ['session/new', '{"cwd":7,"colour":"red"}']
  const refused = await call(words)
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toContain('/cwd: expected string, found number')
  expect(refused.stderr).toContain('/colour: no such field')
  const forced = await call(['--force', ...words])
  expect(forced.exitCode).toBe(1)
  expect(JSON.parse(forced.stdout)).toMatchObject({ code: -32602 })
})

test('in the sandbox files are real below its folder and nowhere else', async () => {
  const cwd = join(home, 'box')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'notes.md'), 'first line')
  writeFileSync(join(home, 'secret.txt'), 'secret')
  const box = ['--profile', 'sandbox', '--cwd', cwd, '--updates', 'session/prompt']
  const read = await call([...box, prompt('read notes.md'), ...stranger])
  expect([read.exitCode, read.stdout]).toEqual([0, expect.stringContaining('It holds **first line**')])
  const outside = await call([...box, prompt('read ../secret.txt'), ...stranger])
  expect(outside.exitCode).toBe(1)
  expect(outside.stdout).not.toContain('It holds')
  const run = await call([...box, prompt('run touch made'), ...stranger])
  expect([run.exitCode, existsSync(join(cwd, 'made'))]).toEqual([0, true])
})

test('permission is given or refused as the profile says', async () => {
  const cwd = join(home, 'asked')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'notes.md'), 'first line')
  const edit = (profile: string) =>
    call([
      '--profile',
      profile,
      '--cwd',
      cwd,
      '--updates',
      'session/prompt',
      prompt('edit notes.md first last'),
      ...stranger,
    ])
  expect((await edit('sandbox')).stdout).toContain('I changed it')
  expect(await edit('deny')).toMatchObject({ exitCode: 1 })
})

test('a silent agent ends with 3, one that dies or is none with 8, and wrong words with 2', async () => {
  const silent = await call([
    '-t',
    '400ms',
    'initialize',
    '--',
    process.execPath,
    '-e',
    'setInterval(() => {}, 1e3)',
  ])
  expect([silent.exitCode, silent.stdout]).toEqual([3, ''])
  const dying = await call([
    'initialize',
    '--',
    process.execPath,
    '-e',
    'console.error("no \\u001b[31mkey"); process.exit(4)',
  ])
  expect(dying.exitCode).toBe(8)
  expect(dying.stderr).toMatch(/exited with code 4 before it answered; its stderr ends:\s+no /)
  expect(dying.stderr).not.toContain('\u001b')
  expect((await call(['initialize', '--', '/no/such/agent'])).exitCode).toBe(8)
  expect((await call(['initialize', '{"a":'])).exitCode).toBe(2)
  expect((await call(['initialize', '{}', 'more'])).exitCode).toBe(2)
})
