import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation, Message, Tool } from './conversation.js'
import { directivesIn, replyTo } from './screenplay.js'
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
const part: Message = { role: 'user', text: 'please [[read /a.txt]] [[shell ls -l | wc]] [[say all done]]' }
const result: Message = { role: 'tool', text: 'a result' }

test('a part is read out of the prompt, in order', () => {
  expect(directivesIn('[[edit /a|old|new]] and [[say hello there]]')).toEqual([
    { verb: 'edit', words: ['/a', 'old', 'new'] },
    { verb: 'say', words: ['hello there'] },
  ])
})

test('each deed is one call, in the words of the tool that the agent offers, and the words come last', () => {
  expect(replyTo(conversation(part)).call).toMatchObject({ name: 'Read', arguments: { file_path: '/a.txt' } })
  const second = replyTo(conversation(part, result)).call
  expect(second).toMatchObject({ name: 'mcp__acp__Bash', arguments: { why: 'as written', seconds: 3 } })
  expect(replyTo(conversation(part, result, result))).toEqual({ text: 'all done' })
})

test('a deed without a tool is said, and a prompt without a part is answered', () => {
  expect(replyTo({ messages: [{ role: 'user', text: '[[write /a|b]]' }], tools: [read] }).text).toContain(
    'No tool for "write"',
  )
  expect(replyTo(conversation({ role: 'user', text: 'hello' }))).toEqual({
    text: 'Nothing is written for this.',
  })
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
