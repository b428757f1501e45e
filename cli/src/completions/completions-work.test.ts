import { execFileSync } from 'node:child_process'
import { Option } from 'commander'
import { expect, test } from 'vitest'
import { machineForEach, makeProgram } from '../agents/machine.fixture.js'
import { EXIT } from '../exit-code.js'
import { openRecorder } from '../record/open-recorder.js'
import { nodesOf } from './vocabulary.js'

const person = machineForEach()

/** What bash offers after these words; the command that it asks for words is a stand-in. */
async function offers(...words: string[]): Promise<readonly string[]> {
  const { stdout } = await person.machine.run('completions', 'bash')
  const script = `${stdout}
parley() {
  case "$*" in
    'completions --words agents') printf 'scout\\nmine\\n' ;;
    'completions --words conversations') printf 'last\\nfix\\n1f0c93ab\\n' ;;
    'completions --words names') printf 'fix\\n' ;;
  esac
}
COMP_WORDS=(parley ${words.map(word => `'${word}'`).join(' ')})
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_parley
printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  return output.split('\n').filter(line => line !== '')
}

test('bash completes commands, options, choices and the ids of agents', async () => {
  expect(await offers('')).toEqual(expect.arrayContaining(['agents', 'setup', 'completions']))
  expect(await offers('ag')).toEqual(['agents'])
  expect(await offers('agents', '')).toEqual(
    expect.arrayContaining(['list', 'add', 'install', 'doctor', '--with']),
  )
  expect(await offers('agents', 'list', '--f')).toEqual(['--format'])
  expect(await offers('agents', 'list', '--format', '')).toEqual(['text', 'json'])
  expect(await offers('agents', 'probe', 's')).toEqual(['scout'])
  expect(await offers('setup', 'n')).toEqual(['neovim'])
  expect(await offers('setup', 'zed', '--agent', 'm')).toEqual(['mine'])
  expect(await offers('completions', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
  expect(await offers('agents', 'add', 'x', '--', '')).toEqual([])
})

test('bash completes agents, conversations and modes wherever they are meant', async () => {
  expect(await offers('run', '--agent', '')).toEqual(['scout', 'mine'])
  expect(await offers('sessions', '--from', 's')).toEqual(['scout'])
  expect(await offers('sessions', 'list', '--agent', 'm')).toEqual(['mine'])
  for (const word of ['show', 'rm', 'export', 'fork'])
    expect(await offers('sessions', word, '1')).toEqual(['1f0c93ab'])
  expect(await offers('run', '--resume', '')).toEqual(['last', 'fix', '1f0c93ab'])
  expect(await offers('run', '--session', '')).toEqual(['fix'])
  expect(await offers('run', '--mode', '')).toEqual(['ask', 'code', 'architect'])
})

test('ids and names of conversations come one on a line: names of this directory, and none that a shell would read', async () => {
  const { shell, path, run } = person.machine
  expect(await run('completions', '--words', 'conversations')).toMatchObject({ code: EXIT.ok, stdout: '' })
  const hold = async (sessionId: string, label: string, cwd = shell.cwd): Promise<void> =>
    (await openRecorder({ agent: 'scout', sessionId, cwd, label }, shell)).close()
  await hold('s1', 'fix')
  await hold('s2', '$(touch x) y')
  await hold('s3', 'elsewhere', path())
  expect((await run('completions', '--words', 'names')).stdout).toBe('fix\n')
  expect((await run('completions', '--words', 'conversations')).stdout).toMatch(
    /^last\nfix\n([0-9a-f]{8}\n){3}$/,
  )
})

test('the ids of agents come one on a line, also when the file with them is broken', async () => {
  const { code, stdout } = await person.machine.run('completions', '--words', 'agents')
  expect([code, stdout]).toEqual([EXIT.ok, 'scout\n'])
  person.machine.write('config/parley/agents.json', '{')
  expect((await person.machine.run('completions', '--words', 'agents')).code).toBe(EXIT.ok)
})

test('every command and option of the program stands in the script of every shell, and nothing hidden', async () => {
  const program = makeProgram(async () => {})
  program.command('later').addOption(new Option('--odd <x>').hideHelp()).option('--new <file>', `it's new`)
  const nodes = nodesOf(program)
  const flags = nodes.flatMap(node => node.flags.flatMap(flag => flag.names))
  expect(flags).toEqual(expect.arrayContaining(['--help', '--any-age', '--no-probe', '--new']))
  expect(flags).not.toContain('--odd')
  expect(flags).not.toContain('--words')
  const { completionsWork } = await import('./completions-work.js')
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const chunks: string[] = []
    const stdout = { write: (text: string) => chunks.push(text) }
    await completionsWork({ shell }, program)({ ...person.machine.shell, stdout } as never)
    const script = chunks.join('')
    for (const name of flags) expect(script).toContain(shell === 'fish' ? name.replace(/^--?/, '') : name)
    for (const { path } of nodes) expect(script).toContain(path.join(' '))
  }
})

test('without the name of a shell it says which there are', async () => {
  const { code, stderr } = await person.machine.run('completions')
  expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('bash, zsh or fish')])
})
