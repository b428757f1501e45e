import { expect, test } from 'vitest'
import { queryFields, readQuery } from './query.js'
import { prompt, say, session1, stop, update, version1, watch } from './wire.fixture.js'

const { rows } = await watch(
  session1()
    .add({ stderr: 'ready to go' })
    .client(prompt(2))
    .agent(update('tool_call', { toolCallId: 'call-7', title: 'Read it', status: 'completed' }))
    .agent(say('Hello world (1.5)'))
    .after(1_500)
    .agent(stop(2))
    .agent(say('too late'))
    .client({ id: 'abc', method: 'session/close', params: { sessionId: 's' } }).entries,
)

/** The rows that a filter shows. */
function shown(text: string): readonly number[] {
  const query = readQuery(text)
  if ('expected' in query) throw new Error(`${query.at}: expected ${query.expected}, found ${query.found}`)
  return rows.flatMap(row => (query.matches(row) ? [row.number] : []))
}

test.each([
  ['', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['hello', [7]],
  ['HELLO -world', []],
  ['"hello world"', [7]],
  ['(1.5)', [7]],
  ['session/prompt', [5, 8]],
  ['method:session/prompt', [5, 8]],
  ['method:session/*e', [6, 7, 9, 10]],
  ['method:prompt', []],
  ['kind:stderr', [4]],
  ['-kind:stderr -to:client -to:agent', []],
  ['to:agent', [0, 2, 5, 10]],
  ['session:s -method:session/update', [3, 5, 8, 10]],
  ['tool:call', [6]],
  ['turn:0', [5, 6, 7, 8]],
  ['id:abc', [10]],
  ['id:2', [5, 8]],
  ['is:answer', [1, 3, 8]],
  ['is:request is:open', [10]],
  ['is:slow', [8]],
  ['is:error', []],
  ['rule:turn.update-after', [9]],
  ['rule:turn.*', [9]],
  ['is:broken rule:capability.*', [10]],
  ['latency:>500', [8]],
  ['latency:>1.5s', [8]],
  ['latency:<=2', [1, 3]],
  ['at:>1.5s', [8, 9, 10]],
  ['size:>1k', []],
  ['size:<1k kind:noise', []],
  ['"call-7" "read"', [6]],
])('%s', (text, numbers) => {
  expect(shown(text)).toEqual(numbers)
})

test.each([
  ['kind:letter', 0, 'letter'],
  ['hello colour:red', 6, 'colour'],
  ['is:', 0, 'nothing'],
  ['latency:soon', 0, 'soon'],
  ['size:>5parsecs', 0, '>5parsecs'],
  ['one "two', 4, 'the end'],
  ['one -', 4, '-'],
  ['to:everyone', 0, 'everyone'],
])('%s cannot be understood', (text, at, found) => {
  expect(readQuery(text)).toEqual({ at, found, expected: expect.stringMatching(/\w/) })
})

test('every name that can stand before a colon is explained', () => {
  expect(queryFields.map(([name]) => name)).toContain('latency')
  for (const [, about] of queryFields) expect(about).toMatch(/\w{2,}/)
})

test('a filter of a hundred thousand rows is quick', async () => {
  const script = version1()
  const one = say('some words that are said in the middle of a turn')
  for (let index = 0; index < 1_000; index++) script.agent(one)
  const { rows } = await watch(script.entries)
  const many = Array.from({ length: 100 }, () => rows).flat()
  const query = readQuery('nothing-like-this -kind:stderr')
  if ('expected' in query) throw new Error('not understood')
  const from = process.cpuUsage()
  expect(many.filter(row => query.matches(row))).toEqual([])
  // Thirty are the aim, measured by hand; a busy machine takes a multiple.
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(400)
})
