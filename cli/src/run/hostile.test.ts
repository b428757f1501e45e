import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, hiddenIn, hostile, makePlace, parley, peakMemory } from './command.fixture.js'

test.concurrent.each(['text', 'quiet', 'markdown'])(
  'escape codes, clipboard codes and turned writing do not reach a terminal as %s',
  async format => {
    const ran = await parley(makePlace(), ['run', 'hi', '--format', format, ...hostile('escapes')])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('copied')
    expect(hiddenIn(ran.stdout)).toEqual([])
    expect(hiddenIn(ran.stderr)).toEqual([])
  },
)

test.concurrent.each(['json', 'ndjson'])('as %s they are escaped as JSON escapes them', async format => {
  const ran = await parley(makePlace(), ['run', 'hi', '--format', format, ...hostile('escapes')])
  expect(ran.code).toBe(0)
  const lines = ran.stdout.trim().split('\n')
  const values = format === 'json' ? [JSON.parse(ran.stdout)] : lines.map(line => JSON.parse(line))
  expect(JSON.stringify(values)).toContain('copied')
  expect(hiddenIn(ran.stdout)).toEqual([])
})

test.concurrent('what a hostile agent says of an error or before it dies is cleaned', async () => {
  const place = makePlace()
  const [error, death] = await Promise.all([
    parley(place, ['run', 'hi', ...hostile('error')]),
    parley(place, ['run', 'hi', ...hostile('dies')]),
  ])
  expect(error.code).toBe(1)
  expect(error.stderr).toContain('bad')
  expect(hiddenIn(error.stderr)).toEqual([])
  expect(death.code).toBe(8)
  expect(death.stderr).toContain('last words')
  expect(hiddenIn(death.stderr)).toEqual([])
})

const [, agent = ''] = hostile('refuses')

test.concurrent.each([
  { refuses: 'initialize', words: ['run', 'hi', '--agent', agent] },
  { refuses: 'session/new', words: ['run', 'hi', '--format', 'ndjson', '--agent', agent] },
  { refuses: 'session/prompt', words: ['run', 'hi', '--format', 'json', '--agent', agent] },
  { refuses: 'session/prompt', words: ['chat', 'hi', '--agent', agent] },
  { refuses: 'initialize', words: ['agents', 'probe', agent] },
  { refuses: 'session/new', words: ['agents', 'probe', '--format', 'json', agent] },
  { refuses: 'initialize', words: ['agents', 'doctor', '--format', 'json', agent] },
  { refuses: 'initialize', words: ['agents', 'add', 'nasty', '--', ...agent.split(' ')] },
  { refuses: 'session/list', words: ['sessions', '--from', agent] },
  { refuses: 'session/load', words: ['sessions', '--sync', '--from', agent] },
  { refuses: 'session/list', words: ['call', 'session/list', '--', ...agent.split(' ')] },
])('an error that $refuses is answered with is cleaned by parley $words.0 $words.1', async each => {
  const { refuses, words } = each
  const isSplit = words.includes('--')
  const line = isSplit ? [...words, refuses] : [...words.slice(0, -1), `${words.at(-1)} ${refuses}`]
  const { stdout, stderr } = await parley(makePlace(), line, { env: { PARLEY_DEBUG: '1' } })
  expect(stdout + stderr).toMatch(/bad .*red/)
  expect(hiddenIn(stdout)).toEqual([])
  expect(hiddenIn(stderr)).toEqual([])
})

test.concurrent('200,000 updates all arrive, and memory does not grow with them', async () => {
  const { child, wait } = begin(makePlace(), ['run', 'hi', ...hostile('flood')])
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid) ?? 0)), 100)
  const { code, stdout } = await wait
  clearInterval(timer)
  expect(code).toBe(0)
  const expected = Array.from({ length: 200_000 }, (_, count) => `${count} ${'x'.repeat(20)}\n`).join('')
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
  expect(digest(stdout)).toBe(digest(expected))
  expect(peak).toBeLessThan(300)
})

test.concurrent('20,000 tool calls are shown, and the report says that it leaves some out', async () => {
  const ran = await parley(makePlace(), ['run', 'hi', '--format', 'json', ...hostile('calls')])
  const { toolCalls, isCut } = JSON.parse(ran.stdout)
  expect(ran.code).toBe(0)
  expect(toolCalls).toHaveLength(1_000)
  expect(isCut).toBe(true)
})

test.concurrent('a line of 100 MB is passed over, and what follows is heard', async () => {
  const { child, wait } = begin(makePlace(), ['run', 'hi', ...hostile('line')])
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid) ?? 0)), 50)
  const { code, stdout, stderr } = await wait
  clearInterval(timer)
  expect(code).toBe(0)
  expect(stdout).toContain('after the line')
  expect(stderr).toContain('a message is at most')
  expect(peak).toBeLessThan(400)
})

test.concurrent('an agent that answers nothing has exit code 3 when there is a timeout', async () => {
  const ran = await parley(makePlace(), ['run', 'hi', '--timeout', '1s', ...hostile('silent')])
  expect(ran.code).toBe(3)
  expect(ran.stderr).toContain('longer than 1 s')
})

test.concurrent('updates of sessions that are not ours are not shown', async () => {
  const ran = await parley(makePlace(), ['run', 'hi', ...hostile('strangers')])
  expect(ran).toMatchObject({ code: 0, stdout: 'mine\n' })
})

test.concurrent('what is no message is passed over', async () => {
  const ran = await parley(makePlace(), ['run', 'hi', ...hostile('noise')])
  expect(ran).toMatchObject({ code: 0, stdout: 'after the noise\n' })
})

test.concurrent('a reader that stalls slows the agent, and gets everything when it goes on', async () => {
  const place = makePlace()
  const file = join(place.cwd, 'progress')
  const { child, wait } = begin(place, ['run', 'hi', ...hostile(`gush ${file}`)])
  child.stdout?.pause()
  const progress = (): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  let before = -1
  while (progress() === 0 || progress() !== before) {
    before = progress()
    await new Promise(resolve => setTimeout(resolve, 700))
  }
  expect(before).toBeLessThan(1_200)
  expect(peakMemory(child.pid) ?? 0).toBeLessThan(300)
  child.stdout?.resume()
  const { code, stdout } = await wait
  expect(code).toBe(0)
  expect(stdout.length).toBe(1_500 * 20_001)
})
