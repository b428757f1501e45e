import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { COMMANDS } from './overview.js'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

async function parley(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)(process.execPath, [MAIN, ...args]).catch(error => error)
  return { code, stdout, stderr }
}

test('the version is the one of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await parley('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect(await parley('-V')).toMatchObject({ stdout: `${version}\n` })
})

test.each(['--version', '--help'])('%s loads nothing but what it needs', word => {
  const trace = spawnSync(process.execPath, ['--import', hook, MAIN, word], { encoding: 'utf8' })
  const loaded = trace.stderr.split('\n').filter(line => line.startsWith('loads '))
  expect(loaded.join('\n')).not.toMatch(/commander|@parley|sdk\/lib|program/)
  // The command itself, what it says, the version, and where the package is that names it.
  expect(loaded.length).toBeLessThanOrEqual(4)
})

/** Tells on stderr of every module that is loaded. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module'
  register('data:text/javascript,' + encodeURIComponent(\`
    import { writeSync } from 'node:fs'
    export async function load(url, context, next) {
      if (url.startsWith('file:')) writeSync(2, 'loads ' + url + '\\\\n')
      return next(url, context)
    }
  \`))
`)}`

function measure(args: readonly string[]): number {
  const start = performance.now()
  spawnSync(process.execPath, args)
  return performance.now() - start
}

/** The best of some tries; of more while it is not good enough, since the machine may be busy with something else. */
function best(args: readonly string[], enough: number): number {
  let time = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 || (tries < 40 && time >= enough); tries++)
    time = Math.min(time, measure(args))
  return time
}

test('--version takes at most 2.5 times as long as node itself', () => {
  let [bare, ours] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // More while it is not good enough: both are measured side by side, and the machine may be busy with something else.
  for (let rounds = 0; rounds < 5 || (rounds < 40 && ours / bare >= 2.5); rounds++) {
    bare = Math.min(bare, measure(['-e', '0']))
    ours = Math.min(ours, measure([MAIN, '--version']))
  }
  expect(ours / bare).toBeLessThan(2.5)
  expect(best([MAIN, '--version'], 150)).toBeLessThan(150)
})

test('--help comes in under 150 ms', () => {
  expect(best([MAIN, '--help'], 150)).toBeLessThan(150)
})

test('the built-in agent is served without what only people type', () => {
  const trace = spawnSync(process.execPath, ['--import', hook, MAIN, 'agent'], {
    encoding: 'utf8',
    input: '',
  })
  const loaded = trace.stderr.split('\n').filter(line => line.startsWith('loads '))
  expect(loaded.join('\n')).toContain('scout')
  expect(loaded.join('\n')).not.toMatch(/commander|dist\/program\.js|declare/)
  expect(trace.status).toBe(0)
})

test('a sentence without a command is told where it belongs', async () => {
  const { code, stdout, stderr } = await parley('what', 'is', 'this')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('parley run "what is this"')
})

test('what is wrong with the words of a command leads to its own page', async () => {
  const { stderr } = await parley('run', 'hello', '--nonsense')
  expect(stderr).toContain('See: parley run --help')
})

test('the first page of help has every command, and each has a page of its own', async () => {
  const [bare, help, word] = await Promise.all([parley(), parley('--help'), parley('help')])
  expect(bare).toEqual(help)
  expect(word).toEqual(help)
  expect(help.code).toBe(0)
  for (const { name, summary } of COMMANDS)
    expect(help.stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
  const run = await parley('run', '--help')
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('Exit codes:')
  expect(await parley('help', 'run')).toEqual(run)
})

test('a word that is no command is not run, and the next best is named', async () => {
  const { code, stdout, stderr } = await parley('rnu', 'hello')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    `parley: unknown command 'rnu'\n  Did you mean run? Nothing was run. See: parley --help\n`,
  )
})

test('an option that is none is told, and the next best is named', async () => {
  const { code, stderr } = await parley('run', 'hello', '--fromat', 'json')
  expect(code).toBe(2)
  expect(stderr).toContain('Did you mean --format?')
})

test('what was typed is cleaned before it is told', async () => {
  const { stderr } = await parley('run\u001b]52;c;eA==\u0007')
  expect(stderr).not.toContain('\u001b')
})

test('the options of chat need no command before them', async () => {
  const { code, stderr } = await parley('--agent', 'nobody-knows-this-agent', '--plain')
  expect([code, stderr]).not.toEqual([0, ''])
  expect(stderr).toContain('nobody-knows-this-agent')
  expect(stderr).not.toContain('unknown option')
  expect((await parley('--nonsense')).stderr).toContain('See: parley chat --help')
})
