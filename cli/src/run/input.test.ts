import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecording } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { makePlace, parley, report } from './command.fixture.js'

test.concurrent('a prompt comes from words, from a file, or from what is piped in', async () => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'prompt.txt'), 'say from a file')
  const quiet = ['run', '--format', 'quiet', ...place.actor]
  const [words, file, piped, dash] = await Promise.all([
    parley(place, [...quiet, 'say', 'two', 'words']),
    parley(place, [...quiet, '--file', 'prompt.txt']),
    parley(place, quiet, { stdin: 'say piped' }),
    parley(place, [...quiet, '--file', '-'], { stdin: 'say by dash' }),
  ])
  expect([words, file, piped, dash].map(({ stdout }) => stdout)).toEqual([
    'two words\n',
    'from a file\n',
    'piped\n',
    'by dash\n',
  ])
})

test.concurrent.each([
  [[], 'there is nothing to say: stdin was empty'],
  [['--file', 'absent.txt'], '--file: '],
  [['say hi', '--timeout', 'soon'], '--timeout: expected a duration'],
  [['say hi', '--max-cost', 'much'], '--max-cost: expected an amount'],
  [['say hi', '--env', 'NOT_SET_HERE'], 'expected the variable NOT_SET_HERE'],
  [['say hi', '--cwd', 'absent'], '--cwd: expected a directory'],
  [['say hi', '--option', 'model'], '--option: expected name=value'],
  [['say hi', '--format', 'yaml'], 'text, json, ndjson'],
  [['say hi', '--format', 'jsno'], '--format: expected one of text, json'],
  [['say hi', '--format', 'jsno'], 'Did you mean --format json? Nothing was run. See: parley run --help'],
  [['say hi', '--approve', 'read'], 'Did you mean --approve reads?'],
  [['say hi', '--allow', 'exec:ls'], 'Did you mean --allow execute:ls?'],
  [['say hi', '--scratch', '--resume'], 'cannot be used with'],
  [['--file', '-', '--blocks', '-'], 'cannot both be read from stdin'],
  [['say hi', '--mcp', 'absent.json'], '--mcp: '],
  [['--resume', 'say more please'], 'write it first'],
  [['say hi', '--trace', 'absent/trace'], '--trace: '],
])('words that cannot be meant are told, with exit code 2: %j', async (args, message) => {
  const place = makePlace()
  const ran = await parley(place, ['run', ...place.actor, ...args])
  expect(ran.code).toBe(2)
  expect(ran.stderr).toMatch(/^parley: /)
  expect(ran.stderr).toContain(message)
  expect(ran.stdout).toBe('')
})

test.concurrent('blocks and files are sent along as the agent takes them', async () => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'blocks.json'), '[{"type":"text","text":"blocks please"}]')
  writeFileSync(join(place.cwd, 'a.png'), Buffer.from([137, 80, 78, 71]))
  writeFileSync(join(place.cwd, 'a.txt'), 'text')
  writeFileSync(join(place.cwd, 'a.wav'), Buffer.from([1]))
  const { report: told } = await report(place, [
    '--blocks',
    'blocks.json',
    '--attach',
    'a.png',
    '--attach',
    'a.txt',
  ])
  expect(JSON.parse(told.text)).toMatchObject([
    { type: 'text', words: 'blocks please' },
    { type: 'image', mimeType: 'image/png' },
    { type: 'resource', uri: `file://${place.cwd}/a.txt` },
  ])
  const piped = await parley(place, ['run', '--format', 'quiet', '--blocks', '-', ...place.actor], {
    stdin: '[{"type":"text","text":"say piped"}]',
  })
  expect(piped.stdout).toBe('piped\n')
  const refused = await report(place, ['say hi', '--attach', 'a.wav'])
  expect(refused.ran.code).toBe(2)
  expect(refused.report.error?.message).toContain('this agent takes no audio')
})

test.concurrent('the session is set up as it was asked for', async () => {
  const place = makePlace()
  const servers = { mcpServers: { clock: { command: 'true', args: ['-x'], env: { A: 'b' } } } }
  writeFileSync(join(place.cwd, 'mcp.json'), JSON.stringify(servers))
  const args = ['state', '--mode', 'code', '--mcp', 'mcp.json', '--env', 'SECRET_NAME=ada']
  const { report: told } = await report(place, args)
  expect(JSON.parse(told.text)).toEqual({
    cwd: place.cwd,
    isLoaded: false,
    mode: 'code',
    servers: ['clock'],
    SECRET_NAME: 'ada',
    hasPath: true,
  })
  const wrong = await report(place, ['state', '--mode', 'fast'])
  expect(wrong.ran.code).toBe(1)
  expect(wrong.report.error?.message).toContain('ask, code')
})

test.concurrent('an agent sees no variables but those that every program may see', async () => {
  const place = makePlace()
  const ran = await parley(place, ['run', '--format', 'quiet', 'state', ...place.actor], {
    env: { SECRET_NAME: 'x' },
  })
  expect(JSON.parse(ran.stdout)).not.toHaveProperty('SECRET_NAME')
})

test.concurrent('a scratch directory is new, told and kept', async () => {
  const place = makePlace()
  const { ran, report: told } = await report(place, ['state', '--scratch'])
  const [, folder = ''] = /working in (.+)\n/.exec(ran.stderr) ?? []
  expect(told.cwd).toBe(folder)
  expect(JSON.parse(told.text).cwd).toBe(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
  rmSync(folder, { recursive: true })
})

test.concurrent('a trace is not written through a link nor over another file, and nobody else can read it', async () => {
  const place = makePlace()
  const [trace, other] = [join(place.cwd, 'trace'), join(place.cwd, 'other')]
  writeFileSync(other, 'mine', { mode: 0o644 })
  symlinkSync(other, trace)
  for (const path of [trace, other]) {
    const refused = await parley(place, ['run', 'say hi', '--trace', path, ...place.actor])
    expect(refused.code).toBe(2)
    expect(readFileSync(other, 'utf8')).toBe('mine')
  }
  writeFileSync(other, '')
  const ran = await parley(place, ['run', 'say \u202ehi', '--trace', other, ...place.actor])
  expect(ran.code).toBe(0)
  expect(statSync(other).mode & 0o777).toBe(0o600)
  expect(readFileSync(other, 'utf8')).toContain('\\u202ehi')
})

test.concurrent('a trace has every message of the wire, and no secrets', async () => {
  const place = makePlace()
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
  const { ran } = await report(place, [`say ${token}`, '-C', '..', '--trace', 'trace.ndjson'])
  expect(ran.code).toBe(0)
  const text = readFileSync(join(place.cwd, 'trace.ndjson'), 'utf8')
  const read = readRecording(text)
  const messages = 'entries' in read ? read.entries.filter(entry => 'message' in entry) : []
  expect(messages.map(({ message }) => Object(message).method).filter(Boolean)).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
    'session/update',
  ])
  expect(new Set(messages.map(({ to }) => to))).toEqual(new Set(['agent', 'client']))
  expect(read).toMatchObject({
    header: { by: expect.stringContaining('parley'), carrier: 'stdio' },
    flaws: [],
  })
  expect(text).not.toContain(token)
})

test.runIf(existsSync('/dev/full'))(
  'a trace that cannot be written any more is told once, and the run goes on',
  async () => {
    const place = makePlace()
    const ran = await parley(place, ['run', 'say a b c d', '--trace', '/dev/full', ...place.actor])
    expect(ran).toMatchObject({ code: 0, stdout: 'a b c d \n' })
    expect(ran.stderr).toBe('parley: --trace: nothing more is written (ENOSPC)\n')
  },
)

test.concurrent('what an agent writes to stderr is shown when it is asked for', async () => {
  const place = makePlace()
  const ran = await parley(place, ['run', 'crash', '--verbose', ...place.actor])
  expect(ran.stderr.split('out of luck')).toHaveLength(3)
})
