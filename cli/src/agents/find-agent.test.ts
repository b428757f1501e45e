import { MODEL_VARIABLES } from '@parley/scout'
import { expect, test } from 'vitest'
import { closestWord } from '../closest-word.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { readVersion } from '../version.js'
import { findAgent } from './catalogue.js'
import { splitLine, toLine } from './command-line.js'
import { KNOWN_AGENTS } from './known-agents.js'
import { machineForEach } from './machine.fixture.js'
import { isPackageName } from './package-spec.js'

const person = machineForEach()

async function failureOf(wanted: string): Promise<Failure> {
  const error = await findAgent(wanted, person.machine.shell).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Failure)
  return error as Failure
}

test('the built-in agent gets the variables of a model that are set, and no others', async () => {
  Object.assign(person.machine.env, {
    OPENAI_API_KEY: 'k',
    SCOUT_MODEL: 'm',
    GEMINI_API_KEY: '',
    AWS_SECRET: 's',
  })
  const { env = {}, source } = await findAgent('scout', person.machine.shell)
  expect(source).toBe('built-in')
  expect(env).toMatchObject({
    OPENAI_API_KEY: 'k',
    SCOUT_MODEL: 'm',
    XDG_STATE_HOME: person.machine.path('state'),
  })
  expect(Object.keys(env).filter(name => !name.startsWith('XDG_'))).toEqual(['SCOUT_MODEL', 'OPENAI_API_KEY'])
})

test('the built-in agent gets every variable that it reads itself', async () => {
  for (const name of MODEL_VARIABLES) person.machine.env[name] = `of ${name}`
  const { env = {} } = await findAgent('scout', person.machine.shell)
  expect(Object.keys(env).filter(name => !name.startsWith('XDG_'))).toEqual(MODEL_VARIABLES)
})

test('a known agent that is on the PATH is found by each of its names, with its own variables', async () => {
  person.machine.write('bin/gemini', '#!/bin/sh\n', 0o700)
  Object.assign(person.machine.env, { GEMINI_API_KEY: 'g', ANTHROPIC_API_KEY: 'a' })
  for (const name of ['gemini', 'gemini-cli']) {
    const entry = await findAgent(name, person.machine.shell)
    expect(entry).toMatchObject({ id: 'gemini', command: 'gemini', args: ['--acp'], source: 'path' })
    expect(entry.env).toHaveProperty('GEMINI_API_KEY', 'g')
    expect(entry.env).not.toHaveProperty('ANTHROPIC_API_KEY')
  }
})

test('a known agent that is not there says how to get it', async () => {
  const failure = await failureOf('gemini')
  expect(failure.exitCode).toBe(EXIT.agentFailed)
  expect(failure.message).toMatch(
    /^Gemini CLI is not installed here: .*\n {2}looked in the PATH of this process/,
  )
  expect(failure.cure).toBe('install it: parley agents install gemini')
  expect((await failureOf('goose')).cure).toContain('`goose` is on the PATH')
})

test('an unknown word is never run: it is a mistake, with what there is and what may have been meant', async () => {
  person.machine.write('bin/statsu', '#!/bin/sh\n', 0o700)
  const failure = await failureOf('statsu')
  expect([failure.exitCode, failure.reason]).toEqual([EXIT.usage, 'agent_not_found'])
  expect(failure.message).toContain('Ready: scout. Known: claude, codex,')
  expect((await failureOf('gemnii')).cure).toContain('did you mean gemini?')
  expect((await failureOf('a\u001b[2J')).message).toContain('"a·"')
})

test('a command line is a program and its words, as a shell would part them and without one', async () => {
  const entry = await findAgent(`node "my agent.js" --name='x y' $HOME \`id\` \\; a""b`, person.machine.shell)
  expect(entry).toMatchObject({ command: 'node', name: 'node', source: 'command-line' })
  expect(entry.args).toEqual(['my agent.js', '--name=x y', '$HOME', '`id`', ';', 'ab'])
  expect(await findAgent('./agent', person.machine.shell)).toMatchObject({ command: './agent', args: [] })
})

test('a command line is kept as one that means the same words, without the secrets among them', async () => {
  const { shell } = person.machine
  const { id, args } = await findAgent(`node 'a b' "it's" --plain`, shell)
  expect(splitLine(id)).toEqual(['node', ...args])
  expect((await findAgent(id, shell)).args).toEqual(['a b', "it's", '--plain'])
  const secret = `sk-ant-${'a1B2c3D4e5'.repeat(4)}`
  const given = await findAgent(`node x.mjs --api-key ${secret}`, shell)
  expect(given.args).toContain(secret)
  expect(given.id).not.toContain(secret)
  expect((await failureOf(given.id)).cure).toContain('--agent')
})

test('a command line whose program is known gets the variables of that agent', async () => {
  Object.assign(person.machine.env, { ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' })
  const { env } = await findAgent('/opt/tools/claude-agent-acp --flag', person.machine.shell)
  expect(env).toHaveProperty('ANTHROPIC_API_KEY', 'a')
  expect(env).not.toHaveProperty('GEMINI_API_KEY')
})

test('a line that is not finished is refused', async () => {
  expect((await failureOf(`node 'agent`)).message).toContain("a quote (') that is never closed")
  expect((await failureOf('node agent\\')).message).toContain('a backslash that keeps nothing')
  expect((await failureOf('  ')).message).toContain('is empty')
})

test('a line that was written for people to copy means the same words again', () => {
  const words = ['node', 'a b', `it's`, '"', '\\', '', '$x', 'ü', 'a\nb']
  expect(splitLine(toLine(words))).toEqual(words)
})

test('the word that was meant is found by a slip, a swap and a beginning, and not by chance', () => {
  const words = ['claude', 'codex', 'gemini', 'opencode']
  expect(['cluade', 'codx', 'gem', 'opencoed'].map(word => closestWord(word, words))).toEqual(words)
  expect(closestWord('banana', words)).toBeUndefined()
  expect(closestWord('x', words)).toBeUndefined()
})

test('no two known agents have a name in common, and their packages are packages', () => {
  const names = KNOWN_AGENTS.flatMap(({ id, aliases }) => [id, ...aliases])
  expect(new Set(names).size).toBe(names.length)
  for (const { package: name = 'none' } of KNOWN_AGENTS) expect(isPackageName(name)).toBe(true)
})

test('a word that is no command is not run: it is answered with the one that was meant', async () => {
  const { code, stdout, stderr } = await person.machine.run('agents', 'porbe', 'scout')
  expect([code, stdout]).toEqual([EXIT.usage, ''])
  expect(stderr).toContain(
    'there is no command "agents porbe". Nothing was run.\ndid you mean parley agents probe?',
  )
  expect((await person.machine.run('agents', 'list', 'x')).stderr).toContain('there are: list, probe, doctor')
})

test('a list of all says of each how to get it', async () => {
  const { stdout } = await person.machine.run('agents', 'list', '--all')
  expect(stdout).toMatch(/^claude\tClaude Code\t-\tknown\tnot installed\tparley agents install claude$/m)
  expect(stdout).toMatch(/^goose\tGoose\t-\tknown\tnot installed\tgoose, which is not on the PATH$/m)
})

test('in a terminal a list is a table of its width; elsewhere its fields have tabs between them, and nothing is cut', async () => {
  person.machine.write(`bin/gemini`, '#!/bin/sh\n', 0o700)
  const { machine } = person
  const plain = await machine.run('agents')
  expect(plain.stdout).toBe(
    `scout\tScout\t${readVersion()}\tbuilt in\tready\t\ngemini\tGemini CLI\t-\tPATH\tready\t${machine.path('bin/gemini')}\n`,
  )
  const table = await machine.runOn(60, 'agents')
  const lines = table.stdout.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^ID +NAME +VERSION +SOURCE +STATE +PROGRAM$/)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(72)
})

test('a value that an option or an argument does not take is answered with the one that was meant', async () => {
  const format = await person.machine.run('agents', 'list', '--format', 'jsn')
  expect([format.code, format.stderr]).toEqual([
    EXIT.usage,
    '--format takes text or json, and "jsn" is none of them. Nothing was run.\ndid you mean json? See: parley agents list --help\n',
  ])
  const editor = await person.machine.run('setup', 'zd')
  expect([editor.code, editor.stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(
      /^<editor> takes zed, .*"zd" is none.*\ndid you mean zed\? See: parley setup --help\n$/s,
    ),
  ])
  const option = await person.machine.run('agents', 'probe', 'scout', '--timout', '3')
  expect([option.code, option.stderr]).toEqual([
    EXIT.usage,
    'parley agents probe has no option --timout. Nothing was run.\ndid you mean --timeout? See: parley agents probe --help\n',
  ])
})
