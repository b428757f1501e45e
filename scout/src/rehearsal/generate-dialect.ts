/** Generate content: the dialect of agents made for Google's models. */
import {
  type Conversation,
  countOf,
  isJson,
  type Json,
  listOf,
  type Message,
  piecesOf,
  type Reply,
  type Tool,
} from './conversation.js'
import { type Dialect, messageOf, type ServerEvent } from './dialect.js'

const ROLES: Readonly<Record<string, Message['role']>> = { model: 'assistant', user: 'user' }

const toMessage = (role: unknown, part: Json): Message =>
  isJson(part.functionResponse)
    ? { role: 'tool', text: JSON.stringify(part.functionResponse.response) }
    : { role: ROLES[String(role)] ?? 'user', text: typeof part.text === 'string' ? part.text : '' }

const toTool = ({ name, parameters, parametersJsonSchema }: Json): Tool => ({
  name: String(name),
  parameters: parameters ?? parametersJsonSchema ?? {},
})

const read = (body: Json): Conversation => ({
  messages: listOf(body.contents).flatMap(({ role, parts }) =>
    listOf(parts).map(part => toMessage(role, part)),
  ),
  tools: listOf(body.tools).flatMap(({ functionDeclarations }) => listOf(functionDeclarations).map(toTool)),
})

const finish = ({ cutBy }: Reply): string => {
  if (cutBy === undefined) return 'STOP'
  return cutBy === 'length' ? 'MAX_TOKENS' : 'SAFETY'
}

const usageOf = (reply: Reply): Json => {
  const { input, output } = countOf(reply)
  return { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output }
}

const callParts = ({ calls = [] }: Reply): readonly Json[] =>
  calls.map(({ name, arguments: args }) => ({ functionCall: { name, args }, thoughtSignature: 'c2lnbmVk' }))

const answer = (model: string, parts: readonly Json[], rest: Json = {}): Json => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...rest }],
  modelVersion: model,
})

const stream = (reply: Reply, model: string): readonly ServerEvent[] => {
  const { text = '', thought = '' } = reply
  return [
    ...piecesOf(thought, reply).map(piece => ({ data: answer(model, [{ text: piece, thought: true }]) })),
    ...piecesOf(text, reply).map(piece => ({ data: answer(model, [{ text: piece }]), isSpoken: true })),
    ...callParts(reply).map(part => ({ data: answer(model, [part]) })),
    {
      data: {
        ...answer(model, [{ text: '' }], { finishReason: finish(reply) }),
        usageMetadata: usageOf(reply),
      },
    },
  ]
}

const whole = (reply: Reply, model: string): Json => {
  const { text = '', thought = '' } = reply
  const parts = [
    ...(thought === '' ? [] : [{ text: thought, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...callParts(reply),
  ]
  return { ...answer(model, parts, { finishReason: finish(reply) }), usageMetadata: usageOf(reply) }
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

export const generateDialect: Dialect = {
  name: 'generate',
  path: /\/models\/[^/:]+:(?:stream)?generateContent$/i,
  isStreaming: path => path.endsWith(':streamGenerateContent'),
  modelOf: path => /models\/([^/:]+):/.exec(path)?.[1] ?? 'fake-model',
  read,
  stream,
  whole,
  failure: failure => ({
    error: {
      code: failure.status,
      message: messageOf(failure),
      status: STATUSES[failure.status] ?? 'INTERNAL',
    },
  }),
}
