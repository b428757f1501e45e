/** Messages: the dialect of agents made for Anthropic's models. */
import { type Conversation, type Json, listOf, type Message, type Reply, textOf } from './conversation.js'
import type { Dialect, ServerEvent } from './dialect.js'

const USAGE = { input_tokens: 10, output_tokens: 5 }

const read = (body: Json): Conversation => ({
  messages: listOf(body.messages).flatMap(({ role, content }): Message[] =>
    typeof content === 'string'
      ? [{ role: role as Message['role'], text: content }]
      : listOf(content).map(block => ({
          role: block.type === 'tool_result' ? 'tool' : (role as Message['role']),
          text: textOf([block]),
        })),
  ),
  tools: listOf(body.tools).map(({ name, input_schema }) => ({
    name: String(name),
    parameters: input_schema ?? {},
  })),
})

const blocksOf = ({ text, call }: Reply): readonly Json[] => [
  ...(text === '' ? [] : [{ type: 'text', text }]),
  ...(call === undefined ? [] : [{ type: 'tool_use', id: call.id, name: call.name, input: call.arguments }]),
]

const stopOf = ({ call }: Reply): string => (call === undefined ? 'end_turn' : 'tool_use')

const whole = (reply: Reply, model: string): Json => ({
  id: 'message',
  type: 'message',
  role: 'assistant',
  model,
  content: blocksOf(reply),
  stop_reason: stopOf(reply),
  stop_sequence: null,
  usage: USAGE,
})

const named = (event: string, rest: Json): ServerEvent => ({ event, data: { type: event, ...rest } })

const blockEvents = (block: Json, index: number): readonly ServerEvent[] => {
  const isText = block.type === 'text'
  const empty = isText ? { ...block, text: '' } : { ...block, input: {} }
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
  return [
    named('content_block_start', { index, content_block: empty }),
    named('content_block_delta', { index, delta }),
    named('content_block_stop', { index }),
  ]
}

const stream = (reply: Reply, model: string): readonly ServerEvent[] => [
  named('message_start', { message: { ...whole(reply, model), content: [], stop_reason: null } }),
  ...blocksOf(reply).flatMap(blockEvents),
  named('message_delta', { delta: { stop_reason: stopOf(reply), stop_sequence: null }, usage: USAGE }),
  named('message_stop', {}),
]

export const messagesDialect: Dialect = { path: /\/messages$/, read, stream, whole }
