import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Report, relayThrough } from '../jsonrpc/index.js'
import { nodeStream } from '../node/node-stream.js'
import { atLeast } from '../runs.fixture.js'
import { lines } from '../transport/index.js'
import { hearingOf } from './bridge/capabilities.js'
import { newClientInterpreter } from './bridge/new-client/interpreter.js'
import { oldClientInterpreter } from './bridge/old-client/interpreter.js'
import { unchanged } from './relay.js'
import type { ProxyInterpreter } from './sides.js'
import { spokenWords } from './spoken-words.js'

const abilities = { load: true, resume: true, list: true, close: true, logout: true }

/** Whoever stands between, whatever they remember. */
const between = {
  relay: unchanged,
  'bridge for version 1': oldClientInterpreter(hearingOf({})),
  'bridge for version 2': newClientInterpreter(abilities),
} as unknown as Readonly<Record<string, ProxyInterpreter<unknown, never>>>

const END = '{"jsonrpc":"2.0","method":"_end","params":{}}\n'

/** What a client hears of what an agent writes, what is reported, and how often it took a step. */
async function heard(interpreter: ProxyInterpreter<unknown, never>, written: string) {
  const [fromAgent, toClient] = [new PassThrough(), new PassThrough()]
  const reports: Report['kind'][] = []
  let steps = 0
  const counted: typeof interpreter = {
    start: interpreter.start,
    step: (state, event) => {
      steps++
      return interpreter.step(state, event)
    },
  }
  const sides = {
    client: { channel: lines(nodeStream(new PassThrough(), toClient)) },
    agent: { channel: lines(nodeStream(fromAgent, new PassThrough())), answersNoise: false },
  }
  const relay = relayThrough(sides, counted, { report: (_side, { kind }) => reports.push(kind) })
  fromAgent.write(written + END)
  let text = ''
  for await (const part of toClient) {
    text += String(part)
    if (text.endsWith(END)) break
  }
  await relay.close()
  return { text: text.slice(0, -END.length), reports, steps }
}

/** The same, and nothing of it is known to be words. */
const wordless = (interpreter: ProxyInterpreter<unknown, never>): typeof interpreter => ({
  start: interpreter.start,
  step(state, event) {
    const next = interpreter.step(state, event)
    const effects = next.effects.map(effect =>
      effect.kind === 'tell' ? { ...effect, words: undefined } : effect,
    )
    return { state: next.state, effects }
  },
})

const line = (params: string, more = ''): string =>
  `{"jsonrpc":"2.0","method":"session/update","params":${params}${more}}\n`

const piece = (words: string, { session = 's', kind = 'agent_message_chunk', more = '' } = {}): string =>
  line(
    `{"sessionId":"${session}","update":{"sessionUpdate":"${kind}","content":{"type":"text","text":"${words}"}${more}}}`,
  )

// Between the quotes of a string: what is plain, what is an escape, what hides something, and what is no JSON at all.
const raw = fc.constantFrom(
  ...['some words', 'b: c', '🧀 käse', '', 'text', 's', ',', '\u007f', '\u2028', '__proto__'],
  ...['a\\nb', '\\"', '\\\\', '\\t\\\\\\"', '\\/', '\\u0041', '\\ud83e', '\\ud83e\\uddc0'],
  ...['a"b', '","x":"', '"},"messageId":"y', '\t', '\\', '\\x', 'a\\'],
)

const more = fc.constantFrom(
  ...['', '', '', ',"messageId":"m"', ',"messageId":"m","_meta":{"a":"some words"}', ',"_meta":null'],
  ...[',"content":{"type":"text","text":"again"}', ',"_meta":{"parley.dev/v1":{"isUnnamed":true}}'],
  ',"_meta":{"parley.dev/v2":{"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"some words"}}}}',
)

const others = fc.constantFrom(
  line('{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"some words"}}'),
  line('{"sessionId":"s","update":{"sessionUpdate":"session_info_update","title":"some words"}}'),
  line('{"sessionId":"s"}'),
  line('null'),
  piece('some words').replace('"method"', '"id":1,"method"').replace('session/update', '_own/request'),
  piece('some words').replace('{"jsonrpc"', '{"x":1,"jsonrpc"'),
  `[${piece('some words').trim()}]\n`,
  `${piece('some words').trim()} \n`,
  'a line of some log\n',
)

const pieces = fc
  .record({
    words: fc.array(raw, { minLength: 1, maxLength: 4 }),
    session: fc.constantFrom('s', 's', 'some words'),
    kind: fc.constantFrom('agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk', 'x'),
    more,
  })
  .map(({ words, ...around }) => words.map(each => piece(each, around)).join(''))

const said = fc.array(fc.oneof({ weight: 6, arbitrary: pieces }, others), { maxLength: 12 })

describe.each(Object.entries(between))('%s', (_name, interpreter) => {
  test('hears and tells the same as if each piece were read, interpreted and written by itself', async () => {
    await fc.assert(
      fc.asyncProperty(said, async texts => {
        const written = texts.join('')
        const { text, reports } = await heard(interpreter, written)
        const expected = await heard(wordless(interpreter), written)
        expect({ text, reports }).toEqual({ text: expected.text, reports: expected.reports })
      }),
      { numRuns: atLeast(100) },
    )
  })

  test('takes few steps for a stream of pieces, and loses none of them', async () => {
    const words = ['word', 'word', ...Array.from({ length: 500 }, (_, index) => `word ${index}: \\"x\\"\\n`)]
    const { text, steps } = await heard(interpreter, words.map(each => piece(each)).join(''))
    const told = text.trim().split('\n')
    expect(told.map(each => JSON.parse(each).params.update.content.text)).toEqual(
      words.map(each => JSON.parse(`"${each}"`)),
    )
    expect(steps).toBeLessThan(10)
  })
})

test.each([
  ['nothing', undefined],
  ['a list', []],
  ['words of the user', { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'a' } }],
  [
    'something other than text',
    { sessionUpdate: 'agent_message_chunk', content: { type: 'image', text: 'a' } },
  ],
  ['no words', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 1 } }],
])('there are no words that nobody looks at in %s', (_what, update) => {
  expect(spokenWords(update)).toBeUndefined()
})
