import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, makePlace, parley } from '../run/command.fixture.js'

const place = makePlace()
const message = (to: string, fields: object): string =>
  `${JSON.stringify({ to, message: { jsonrpc: '2.0', ...fields } })}\n`

/** So many questions, each of them answered. */
function write(count: number): string {
  const file = join(place.cwd, `${crypto.randomUUID()}.ndjson`)
  const talk = Array.from(
    { length: count },
    (_, id) => message('agent', { id, method: '_mine/ask' }) + message('client', { id, result: {} }),
  )
  writeFileSync(file, `{"recording":1}\n${talk.join('')}`)
  return file
}

const as = (file: string, script: string) => {
  const words = ['replay', file, '--as', 'client', '--patience', '1500']
  return parley(place, [...words, '--', process.execPath, '-e', script])
}

test('an agent that never answers is given up on soon, however much it owes', async () => {
  const file = write(12)
  const begun = performance.now()
  const told = await as(file, 'process.stdin.resume()')
  // Twelve times the patience would be 18 seconds.
  expect(performance.now() - begun).toBeLessThan(12_000)
  expect(told.stdout.match(/never said/g)).toHaveLength(12)
  expect(told.code).toBe(1)
}, 60_000)

test('what the agent says beside the talk reaches the terminal clean', async () => {
  const told = await as(
    write(1),
    'process.stderr.write("one \\x1b[31mred\\x1b]0;title\\x07 word"); process.stdin.resume()',
  )
  expect(told.stderr).toContain('one ')
  expect(told.stderr).not.toContain('\x1b')
})

test('a command where none belongs is refused with a sentence that can be followed', async () => {
  const told = await parley(place, ['replay', write(1), '--as', 'agent', '--', 'my-agent'])
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('Leave the command out') })
})

test('a moment that no timer can wait for makes no noise; one that nobody lives to see is a damaged line', async () => {
  const file = join(place.cwd, 'late.ndjson')
  const [first, answer] = [
    message('agent', { id: 1, method: '_mine/ask' }),
    message('client', { id: 1, result: {} }),
  ]
  const lateBy = (at: number): string => {
    const late = message('agent', { id: 2, method: '_mine/ask' })
    return `{"recording":1}\n${first}${answer}${late.replace('{', `{"at":${at},`)}`
  }
  writeFileSync(file, lateBy(5e9))
  const honest = `process.stdin.on('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{}}'))`
  const words = ['replay', file, '--as', 'client', '--speed', '1', '--', process.execPath, '-e', honest]
  const { child, wait } = begin(place, words)
  setTimeout(() => child.kill('SIGTERM'), 3_000)
  const waiting = await wait
  expect([waiting.code, waiting.stderr.slice(0, 200)]).toEqual([null, ''])
  writeFileSync(file, lateBy(1e15))
  const told = await parley(place, ['validate', file])
  expect(told).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(':4: damaged: expected /at: milliseconds'),
  })
})
