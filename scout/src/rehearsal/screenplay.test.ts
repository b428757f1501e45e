import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation, Message, Reply, Tool } from './conversation.js'
import { directivesIn, sceneOf } from './screenplay.js'
import { type ModelServer, serveModel } from './server.js'

const read: Tool = {
  name: 'Read',
  parameters: { properties: { file_path: { type: 'string' } }, required: ['file_path'] },
}
const shell: Tool = {
  name: 'mcp__acp__Bash',
  parameters: {
    properties: {
      command: { type: 'string' },
      why: { type: 'string' },
      seconds: { type: 'number', minimum: 3 },
    },
    required: ['command', 'why', 'seconds'],
  },
}

const conversation = (...messages: Message[]): Conversation => ({ messages, tools: [read, shell] })
const replyTo = (at: Conversation): Reply => sceneOf(at).reply
const part: Message = { role: 'user', text: 'please [[read /a.txt]] [[shell ls -l | wc]] [[say all done]]' }
const result: Message = { role: 'tool', text: 'a result' }

test('a part is read out of the prompt, in order', () => {
  expect(directivesIn('[[edit /a|old|new]] and [[say hello there]]')).toEqual([
    { verb: 'edit', words: ['/a', 'old', 'new'], isJoined: false },
    { verb: 'say', words: ['hello there'], isJoined: false },
  ])
})

test('each deed is one call, in the words of the tool that the agent offers, and the words come last', () => {
  expect(replyTo(conversation(part)).calls).toMatchObject([
    { name: 'Read', arguments: { file_path: '/a.txt' } },
  ])
  const second = replyTo(conversation(part, result)).calls
  expect(second).toMatchObject([{ name: 'mcp__acp__Bash', arguments: { why: 'as written', seconds: 3 } }])
  expect(replyTo(conversation(part, result, result))).toMatchObject({ text: 'all done', calls: [] })
})

test('a deed without a tool is said, and a prompt without a part is answered', () => {
  expect(replyTo({ messages: [{ role: 'user', text: '[[write /a|b]]' }], tools: [read] }).text).toContain(
    'No tool for "write"',
  )
  expect(replyTo(conversation({ role: 'user', text: 'hello' }))).toEqual({
    text: 'Nothing is written for this.',
  })
})

test('deeds that are joined are one round, with the words and thoughts that stand before them', () => {
  const both = '[[think hm]] [[say look]] [[read /a]] + [[tool other|{"a":[1]}]] [[say x|y]]'
  const prompt: Message = { role: 'user', text: both }
  const first = replyTo(conversation(prompt))
  expect(first).toMatchObject({ text: 'look', thought: 'hm' })
  expect(first.calls).toMatchObject([{ name: 'Read' }, { name: 'other', arguments: { a: [1] } }])
  expect(replyTo(conversation(prompt, result, result))).toMatchObject({ text: 'x|y', calls: [] })
})

let server: ModelServer
beforeAll(async () => {
  server = await serveModel()
})
afterAll(() => server.close())

const ask = async (path: string, body: object): Promise<string> => {
  const response = await fetch(`${server.address}${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return response.text()
}

test('chat completions are answered whole and as a stream', async () => {
  const tools = [{ type: 'function', function: { name: 'Read', parameters: read.parameters } }]
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: part.text }] }],
    tools,
  }
  const whole = JSON.parse(await ask('/v1/chat/completions', body))
  expect(whole.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: { name: 'Read', arguments: '{"file_path":"/a.txt"}' } }] },
  })
  const stream = await ask('/v1/chat/completions', { ...body, stream: true })
  expect(stream).toContain('"finish_reason":"tool_calls"')
  expect(stream.trimEnd().endsWith('data: [DONE]')).toBe(true)
})

test('messages are answered whole and as a stream', async () => {
  const tools = [{ name: 'Read', input_schema: read.parameters }]
  const body = { model: 'm', messages: [{ role: 'user', content: part.text }], tools }
  const whole = JSON.parse(await ask('/v1/messages', body))
  expect(whole).toMatchObject({
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', name: 'Read', input: { file_path: '/a.txt' } }],
  })
  const answered = [...body.messages, { role: 'user', content: [{ type: 'tool_result', content: 'text' }] }]
  const stream = await ask('/v1/messages', { ...body, messages: answered, tools: [], stream: true })
  expect(stream).toContain('event: message_start\n')
  expect(stream).toContain('"text":"all done"')
  expect(stream).toContain('event: message_stop\n')
})

test('content is generated whole and as a stream', async () => {
  const tools = [{ functionDeclarations: [{ name: 'Read', parameters: read.parameters }] }]
  const contents = [{ role: 'user', parts: [{ text: part.text }] }]
  const path = '/v1beta/models/some-model'
  const whole = JSON.parse(await ask(`${path}:generateContent`, { contents, tools }))
  expect(whole.candidates[0].content.parts).toMatchObject([
    { functionCall: { name: 'Read', args: { file_path: '/a.txt' } } },
  ])
  const stream = await ask(`${path}:streamGenerateContent?alt=sse`, { contents })
  expect(stream).toContain('"text":"all done"')
  expect(stream).toMatch(/^data: \{.*"finishReason":"STOP"/m)
})

test('a failure comes as often as it is written, in the words of the dialect, and then the answer', async () => {
  const messages = [{ role: 'user', content: '[[fail 429*2|3]] [[say at last]]' }]
  const statuses: (string | null | number)[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const response = await fetch(`${server.address}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ messages }),
    })
    statuses.push(response.status, response.headers.get('retry-after'))
    const body = await response.text()
    expect(body).toContain(attempt < 2 ? 'rate_limit_error' : 'at last')
  }
  expect(statuses).toEqual([429, '3', 429, '3', 200, null])
})

test('what was written beforehand is played first, and the requests are there to look at', async () => {
  await using other = await serveModel({ script: [{ text: 'first', usage: { input: 7, output: 8 } }] })
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: '[[say second]]' }] })
  const say = async (): Promise<string> =>
    (await fetch(`${other.address}/v1/chat/completions`, { method: 'POST', body })).text()
  expect(await say()).toContain('"prompt_tokens":7')
  expect(await say()).toContain('second')
  expect(other.requests.map(({ dialect, status }) => [dialect, status])).toEqual([
    ['chat', 200],
    ['chat', 200],
  ])
})

test('whoever goes away in the middle of a slow answer is seen to', async () => {
  await using other = await serveModel()
  const body = JSON.stringify({ stream: true, messages: [{ role: 'user', content: '[[slow 20*500]]' }] })
  const leaving = new AbortController()
  const { signal } = leaving
  const response = await fetch(`${other.address}/v1/messages`, { method: 'POST', body, signal })
  await response.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => other.requests[0]?.isAbandoned).toBe(true)
})
