import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { nodeStream } from '../../node/node-stream.js'
import { lines, tap } from '../../transport/index.js'
import type { Channel } from '../channel.js'
import type { Limits } from '../limits.js'
import type { Report } from '../report.js'
import type { Interpreter } from './interpreter.js'
import { relayThrough } from './relay.js'

type Side = 'client' | 'agent'

const piece = (words: string, name = 'a'): string =>
  `{"jsonrpc":"2.0","method":"m","params":{"name":"${name}","words":"${words}"}}\n`

const END = '{"jsonrpc":"2.0","method":"end","params":{}}\n'

/** Tells every piece under another name, some twice; a name that it is to remember changes its state. */
const renaming = (steps: string[]): Interpreter<string, Side, never> => ({
  start: '',
  step(state, event) {
    if (event.kind !== 'notification' && event.kind !== 'request') return { state, effects: [] }
    const { method, params } = event
    if (method !== 'm') return { state, effects: [{ kind: 'tell', to: 'client', method, params }] }
    const { name, words } = params as { readonly name: string; readonly words: string }
    steps.push(words)
    const told = { words, name: `${name} after ${state}` }
    const next = name.startsWith('remember') ? name : state
    const tell = { kind: 'tell', to: 'client', method, params: told, words } as const
    return { state: next, effects: name === 'twice' ? [tell, tell] : [tell] }
  },
})

interface Setting {
  readonly limits?: Partial<Limits>
  readonly wrap?: (channel: Channel) => Channel
}

async function told(written: string, setting: Setting = {}) {
  const steps: string[] = []
  const { heard, reports } = await toldBy(renaming(steps), [written], setting)
  return { heard, steps, reports }
}

/** What the client hears of what the agent writes; the second writing waits until something was heard. */
async function toldBy<State, Tag>(
  interpreter: Interpreter<State, Side, Tag>,
  written: readonly [first: string, second?: string],
  { limits, wrap = channel => channel }: Setting = {},
) {
  const [fromAgent, toClient] = [new PassThrough(), new PassThrough()]
  const reports: Report[] = []
  const sides = {
    client: { channel: lines(nodeStream(new PassThrough(), toClient)) },
    agent: { channel: wrap(lines(nodeStream(fromAgent, new PassThrough()))) },
  }
  const report = (_side: Side, each: Report): void => void reports.push(each)
  const relay = relayThrough(sides, interpreter, { limits, report })
  const [first, second = ''] = written
  fromAgent.write(second === '' ? first + END : first)
  let text = ''
  for await (const part of toClient) {
    if (text === '' && second !== '') fromAgent.write(second + END)
    text += String(part)
    if (text.endsWith(END)) break
  }
  await relay.close()
  const heard = text
    .slice(0, -END.length)
    .split('\n')
    .filter(each => each !== '')
  return { heard: heard.map(each => JSON.parse(each).params), reports }
}

test('the first of many pieces is interpreted, and the others leave as it did', async () => {
  const { heard, steps } = await told(['one', 'two', 'three'].map(each => piece(each)).join(''))
  expect(heard.map(({ words }) => words)).toEqual(['one', 'two', 'three'])
  expect(new Set(heard.map(({ name }) => name))).toEqual(new Set(['a after ']))
  expect(steps).toEqual(['one'])
})

test('when the state is another, the next piece is interpreted anew', async () => {
  const { heard, steps } = await told(
    `${piece('one')}${piece('two')}${piece('three', 'remember')}${piece('four')}${piece('five')}`,
  )
  expect(heard.map(({ name }) => name)).toEqual([
    ...['a after ', 'a after ', 'remember after ', 'a after remember', 'a after remember'],
  ])
  expect(steps).toEqual(['one', 'three', 'four'])
})

test('a piece that changes the state says nothing of how the next one like it is told', async () => {
  const { heard } = await told(`${piece('one', 'remember')}${piece('two', 'remember')}`)
  expect(heard.map(({ name }) => name)).toEqual(['remember after ', 'remember after remember'])
})

test('of a piece that is told in two, the next one like it is, too', async () => {
  const { heard } = await told(`${piece('one', 'twice')}${piece('two', 'twice')}`)
  expect(heard.map(({ words }) => words)).toEqual(['one', 'one', 'two', 'two'])
})

test('what stands in a message twice, or is spelled in another way, is not taken for its words', async () => {
  const { heard, steps } = await told(
    [piece('a', 'a'), piece('a', 'b'), piece('\\u0078', 'x'), piece('\\u0078', 'y')].join(''),
  )
  expect(heard.map(({ words, name }) => [words, name])).toEqual([
    ['a', 'a after '],
    ['a', 'b after '],
    ['x', 'x after '],
    ['x', 'y after '],
  ])
  expect(steps).toEqual(['a', 'a', 'x', 'x'])
})

test('what only begins like a piece is read as any other', async () => {
  const broken = piece('two').replace('"}}', '"]}')
  const { heard, reports } = await told(`${piece('one')}${broken}${piece('three')}`)
  expect(heard.map(({ words }) => words)).toEqual(['one', 'three'])
  expect(reports).toMatchObject([{ kind: 'noise', reason: 'parse_error' }])
})

test('a call is taken for itself, however many are like it', async () => {
  const call = piece('one').replace('"method"', '"id":1,"method"')
  const { heard, reports } = await told(`${call}${call}`)
  expect(heard).toHaveLength(1)
  expect(reports).toMatchObject([{ kind: 'invalid' }])
})

test('a piece that is too large to be sent on is reported, and the next one passes', async () => {
  const limits = { messageBytes: 200 }
  const large = 'x'.repeat(200)
  const { heard, reports } = await told(`${piece('one')}${piece(large)}${piece('two')}`, { limits })
  expect(heard.map(({ words }) => words)).toEqual(['one', 'two'])
  expect(reports).toMatchObject([{ kind: 'not_sent', method: 'm', error: { reason: 'too_large' } }])
})

for (const streams of [2, 8])
  test(`${streams} streams that take turns are all told, whatever is made of it`, async () => {
    const names = Array.from({ length: 300 }, (_, index) => `stream ${index % streams}`)
    const { heard } = await told(names.map((name, index) => piece(`${index}`, name)).join(''))
    expect(heard).toEqual(names.map((name, index) => ({ words: `${index}`, name: `${name} after ` })))
  })

test('where nearly every piece finds another state nothing is learned any more, until one finds the same again', async () => {
  const restless = Array.from({ length: 300 }, (_, index) =>
    piece(`${index}`, index % 3 === 2 ? `remember ${index}` : 'a'),
  )
  const calm = Array.from({ length: 300 }, (_, index) => piece(`calm ${index}`))
  const { heard, steps } = await told([...restless, ...calm].join(''))
  expect(heard).toHaveLength(600)
  expect(steps.filter(words => !words.startsWith('calm')).length).toBeGreaterThan(270)
  expect(steps.filter(words => words.startsWith('calm')).length).toBeLessThan(70)
})

test('what whoever watches has changed is told as it is now', async () => {
  const hide = (channel: Channel): Channel =>
    tap(channel, (_, message) => {
      const { params } = message as { params?: { words?: string } }
      if (params?.words === 'secret') params.words = 'hidden'
    })
  const { heard } = await told(`${piece('one')}${piece('two')}${piece('secret')}`, { wrap: hide })
  expect(heard.map(({ words }) => words)).toEqual(['one', 'two', 'hidden'])
})

/** Passes nothing on but the end; what it tells of its own accord, by an alarm or when it is refused, are words. */
const secretive: Interpreter<undefined, Side, string> = {
  start: undefined,
  step(state, event) {
    const tell = (words: string) =>
      ({ kind: 'tell', to: 'client', method: 'm', params: { words }, words }) as const
    if (event.kind === 'alarm') return { state, effects: [tell('secret')] }
    if (event.kind === 'refusal') return { state, effects: [tell('asked')] }
    if (event.kind !== 'notification') return { state, effects: [] }
    const { method, params } = event
    if (method === 'end') return { state, effects: [{ kind: 'tell', to: 'client', method, params }] }
    if (method === 'wake') return { state, effects: [{ kind: 'alarm', after: 0, tag: '' }] }
    // Half of a character cannot be sent: it is refused before the step is over.
    if (method === 'ask')
      return { state, effects: [{ kind: 'ask', to: 'client', method, params: '\ud800', tag: '' }] }
    return { state, effects: [] }
  },
}

const note = (method: string, words: string): string =>
  `{"jsonrpc":"2.0","method":"${method}","params":{"a":"${words}"}}\n`

test('what an alarm told is not taken for what came of the next message', async () => {
  const { heard } = await toldBy(secretive, [
    note('wake', ''),
    note('dropped', 'secret') + note('dropped', 'never to be told'),
  ])
  expect(heard).toEqual([{ words: 'secret' }])
})

test('what a refusal told is not taken for what came of the message that led to it', async () => {
  const { heard } = await toldBy(secretive, [note('ask', 'asked') + note('ask', 'never to be told')])
  expect(heard).toEqual([{ words: 'asked' }, { words: 'asked' }])
})
