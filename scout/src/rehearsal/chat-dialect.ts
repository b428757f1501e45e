/** Chat completions: the dialect most agents can be told to speak. */
import {
  argumentText,
  type Conversation,
  countOf,
  isJson,
  type Json,
  listOf,
  type Message,
  piecesOf,
  type Reply,
  textOf,
} from './conversation.js'
import { type Dialect, messageOf, type ServerEvent } from './dialect.js'

const usageOf = (reply: Reply): Json => {
  const { input, output } = countOf(reply)
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

const read = (body: Json): Conversation => ({
  messages: listOf(body.messages).map(({ role, content }) => ({
    role: role as Message['role'],
    text: textOf(content),
  })),
  tools: listOf(body.tools).flatMap(({ function: declared }) =>
    isJson(declared) ? [{ name: String(declared.name), parameters: declared.parameters ?? {} }] : [],
  ),
})

const toolCalls = ({ calls = [] }: Reply): readonly Json[] =>
  calls.map((call, index) => ({
    index,
    id: call.id ?? `call_${crypto.randomUUID()}`,
    type: 'function',
    function: { name: call.name, arguments: argumentText(call) },
  }))

const finish = ({ calls = [], cutBy }: Reply): string => {
  if (cutBy !== undefined) return cutBy === 'length' ? 'length' : 'content_filter'
  return calls.length === 0 ? 'stop' : 'tool_calls'
}

const stream = (reply: Reply, model: string): readonly ServerEvent[] => {
  const { text = '', thought = '' } = reply
  const head = { id: 'chat', object: 'chat.completion.chunk', created: 1, model }
  const chunk = (delta: Json, finish_reason: string | null = null): ServerEvent => ({
    data: { ...head, choices: [{ index: 0, delta, finish_reason }] },
  })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(thought, reply).map(reasoning_content => chunk({ reasoning_content })),
    ...piecesOf(text, reply).map(content => ({ ...chunk({ content }), isSpoken: true })),
    ...toolCalls(reply).map(call => chunk({ tool_calls: [call] })),
    chunk({}, finish(reply)),
    { data: { ...head, choices: [], usage: usageOf(reply) } },
    { data: '[DONE]' },
  ]
}

const whole = (reply: Reply, model: string): Json => {
  const { text = '', thought } = reply
  const message = {
    role: 'assistant',
    content: text,
    ...(thought === undefined ? {} : { reasoning_content: thought }),
    tool_calls: toolCalls(reply),
  }
  const choices = [{ index: 0, message, finish_reason: finish(reply) }]
  return { id: 'chat', object: 'chat.completion', created: 1, model, choices, usage: usageOf(reply) }
}

export const chatDialect: Dialect = {
  name: 'chat',
  path: /\/chat\/completions$/,
  isStreaming: (_, body) => body.stream === true,
  modelOf: (_, body) => String(body.model ?? 'fake-model'),
  read,
  stream,
  whole,
  failure: failure => ({ error: { message: messageOf(failure), type: 'error', code: failure.status } }),
}
