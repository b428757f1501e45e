import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { machineForEach } from '../agents/machine.fixture.js'
import { EXIT } from '../exit-code.js'

const person = machineForEach()
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const scout = { command: process.execPath, args: [main, 'agent'] }

const settings = {
  zed: {
    at: ['agent_servers', 'Scout'],
    entry: { type: 'custom', ...scout },
    file: '/config/zed/settings.json',
  },
  jetbrains: { at: ['agent_servers', 'Scout'], entry: scout, file: '/.jetbrains/acp.json' },
  vscode: { at: ['acp.agents', 'Scout'], entry: scout, file: '/config/Code/User/settings.json' },
}

test.each(Object.entries(settings))(
  'for %s only settings come on stdout, and where they belong on stderr',
  async (editor, { at: [top = '', name = ''], entry, file }) => {
    person.machine.env.OPENAI_API_KEY = 'hunter2'
    const { code, json, stderr, stdout } = await person.machine.run('setup', editor)
    expect(code).toBe(EXIT.ok)
    expect(json[top][name]).toEqual({ ...entry, env: {} })
    expect(stderr).toContain(`${person.machine.home}${file}`)
    expect(stdout + stderr).not.toContain('hunter2')
  },
)

test('for Neovim it is Lua, for Emacs Lisp, with quotes and backslashes kept', async () => {
  person.machine.write('bin/odd', '#!/bin/sh\n', 0o700)
  await person.machine.run(
    'agents',
    'add',
    'odd',
    '--no-probe',
    '--name',
    'An "odd" one',
    '--env',
    'MODE=x',
    '--',
    'odd',
    'a\\b "c"',
  )
  const lua = await person.machine.run('setup', 'neovim', '--agent', 'odd')
  const program = person.machine.path('bin', 'odd')
  expect(lua.stdout).toContain(`commands = { default = { "${program}", "a\\\\b \\"c\\"" } },`)
  expect(lua.stdout).toContain('an_odd_one = function()')
  expect(lua.stdout).toContain('env = { ["MODE"] = "x" },')
  const lisp = await person.machine.run('setup', 'emacs', '--agent', 'odd')
  expect(lisp.stdout).toContain(`:command "${program}"\n       :command-params '("a\\\\b \\"c\\"")`)
  expect(lisp.stdout).toContain(`:environment-variables '("MODE=x")`)
  expect(lisp.stdout.split('(').length).toBe(lisp.stdout.split(')').length)
})

test('a script that looks for Node on the PATH is started by the Node it finds here', async () => {
  const program = person.machine.write('bin/gemini', '#!/usr/bin/env node\n', 0o700)
  const { json } = await person.machine.run('setup', 'zed', '--agent', 'gemini')
  const { command, args } = json.agent_servers['Gemini CLI']
  expect(command).toMatch(/^\/.*\/node$/)
  expect(args).toEqual([program, '--acp'])
})

test('a secret that was written down is not printed, and said to be missing', async () => {
  person.machine.write('bin/odd', '#!/bin/sh\n', 0o700)
  await person.machine.run('agents', 'add', 'odd', '--no-probe', '--env', 'ODD_API_KEY=hunter2', '--', 'odd')
  const { stdout, stderr } = await person.machine.run('setup', 'zed', '--agent', 'odd')
  expect(stdout).not.toContain('hunter2')
  expect(stderr).toContain('not printed, because they are secrets: ODD_API_KEY')
})

test('an agent that is not there fails, and nothing is printed to be pasted', async () => {
  const { code, stdout } = await person.machine.run('setup', 'zed', '--agent', 'gemini')
  expect([code, stdout]).toEqual([EXIT.agentFailed, ''])
})

test('what cannot be seen is not printed to be pasted', async () => {
  person.machine.write('bin/odd', '#!/bin/sh\n', 0o700)
  await person.machine.run('agents', 'add', 'odd', '--no-probe', '--', 'odd', 'a\u001b]52;c;aGk=\u0007')
  const { code, stdout, stderr } = await person.machine.run('setup', 'emacs', '--agent', 'odd')
  expect([code, stdout]).toEqual([EXIT.usage, ''])
  expect(stderr).toContain('characters that cannot be seen')
})
