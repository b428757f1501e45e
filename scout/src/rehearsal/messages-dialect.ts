/** Messages: the dialect of agents made for Anthropic's models. */
import { randomUUID } from 'node:crypto'
import {
  argumentText,
  type Conversation,
  countOf,
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
  return { input_tokens: input, output_tokens: output }
}

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

/** A block, and how it comes in a stream: empty at first, then piece by piece. */
interface Block {
  readonly whole: Json
  readonly empty: Json
  readonly deltas: readonly Json[]
}

const blocksOf = (reply: Reply): readonly Block[] => {
  const { text = '', thought = '', calls = [] } = reply
  return [
    ...(thought === '' ? [] : [thinkingBlock(thought, reply)]),
    ...(text === '' ? [] : [textBlock(text, reply)]),
    ...calls.map(call => {
      const head = { type: 'tool_use', id: call.id ?? `toolu_${crypto.randomUUID()}`, name: call.name }
      return {
        whole: { ...head, input: call.arguments },
        empty: { ...head, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: argumentText(call) }],
      }
    }),
  ]
}

const textBlock = (text: string, reply: Reply): Block => ({
  whole: { type: 'text', text },
  empty: { type: 'text', text: '' },
  deltas: piecesOf(text, reply).map(piece => ({ type: 'text_delta', text: piece })),
})

const thinkingBlock = (thinking: string, reply: Reply): Block => ({
  whole: { type: 'thinking', thinking, signature: 'signed' },
  empty: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    ...piecesOf(thinking, reply).map(piece => ({ type: 'thinking_delta', thinking: piece })),
    { type: 'signature_delta', signature: 'signed' },
  ],
})

const stopOf = ({ calls = [], cutBy }: Reply): string => {
  if (cutBy !== undefined) return cutBy === 'length' ? 'max_tokens' : 'refusal'
  return calls.length === 0 ? 'end_turn' : 'tool_use'
}

const whole = (reply: Reply, model: string): Json => ({
  // Whoever shows it takes what has one id for one message.
  id: `msg_${randomUUID()}`,
  type: 'message',
  role: 'assistant',
  model,
  content: blocksOf(reply).map(block => block.whole),
  stop_reason: stopOf(reply),
  stop_sequence: null,
  usage: usageOf(reply),
})

const named = (event: string, rest: Json): ServerEvent => ({ event, data: { type: event, ...rest } })

const blockEvents = ({ empty, deltas }: Block, index: number): readonly ServerEvent[] => [
  named('content_block_start', { index, content_block: empty }),
  ...deltas.map(delta => ({
    ...named('content_block_delta', { index, delta }),
    isSpoken: delta.type === 'text_delta',
  })),
  named('content_block_stop', { index }),
]

const stream = (reply: Reply, model: string): readonly ServerEvent[] => [
  named('message_start', { message: { ...whole(reply, model), content: [], stop_reason: null } }),
  ...blocksOf(reply).flatMap(blockEvents),
  named('message_delta', {
    delta: { stop_reason: stopOf(reply), stop_sequence: null },
    usage: usageOf(reply),
  }),
  named('message_stop', {}),
]

const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

export const messagesDialect: Dialect = {
  name: 'messages',
  path: /\/messages$/,
  isStreaming: (_, body) => body.stream === true,
  modelOf: (_, body) => String(body.model ?? 'fake-model'),
  read,
  stream,
  whole,
  failure: failure => ({
    type: 'error',
    error: { type: KINDS[failure.status] ?? 'api_error', message: messageOf(failure) },
  }),
}
