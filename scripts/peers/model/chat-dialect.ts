/** Chat completions: the dialect most agents can be told to speak. */
import {
  type Conversation,
  isJson,
  type Json,
  listOf,
  type Message,
  type Reply,
  textOf,
} from './conversation.js'
import type { Dialect, ServerEvent } from './dialect.js'

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

const read = (body: Json): Conversation => ({
  messages: listOf(body.messages).map(({ role, content }) => ({
    role: role as Message['role'],
    text: textOf(content),
  })),
  tools: listOf(body.tools).flatMap(({ function: declared }) =>
    isJson(declared) ? [{ name: String(declared.name), parameters: declared.parameters ?? {} }] : [],
  ),
})

const toolCalls = ({ call }: Reply): readonly Json[] =>
  call === undefined
    ? []
    : [
        {
          index: 0,
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        },
      ]

const finish = ({ call }: Reply): string => (call === undefined ? 'stop' : 'tool_calls')

const stream = (reply: Reply, model: string): readonly ServerEvent[] => {
  const chunk = (delta: Json, finish_reason: string | null = null): ServerEvent => ({
    data: {
      id: 'chat',
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason }],
    },
  })
  const usage = { id: 'chat', object: 'chat.completion.chunk', created: 1, model, choices: [], usage: USAGE }
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(reply.text.match(/.{1,16}/gs) ?? []).map(content => chunk({ content })),
    ...toolCalls(reply).map(call => chunk({ tool_calls: [call] })),
    chunk({}, finish(reply)),
    { data: usage },
    { data: '[DONE]' },
  ]
}

const whole = (reply: Reply, model: string): Json => {
  const message = { role: 'assistant', content: reply.text, tool_calls: toolCalls(reply) }
  const choices = [{ index: 0, message, finish_reason: finish(reply) }]
  return { id: 'chat', object: 'chat.completion', created: 1, model, choices, usage: USAGE }
}

export const chatDialect: Dialect = { path: /\/chat\/completions$/, read, stream, whole }
