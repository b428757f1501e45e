import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'

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
