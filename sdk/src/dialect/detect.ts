/** Which spelling the first messages of a conversation look like. A hint for whoever sets things up, never a decision. */

import { isFields } from '../schema/fields.js'
import type { DialectName } from './interpreter.js'

type Fields = Readonly<Record<string, unknown>>

/** What messages look like, and why. */
export interface DialectHint {
  /** Nothing where they look like plain version 1, or like more than one spelling. */
  readonly dialect: DialectName | undefined
  readonly why: string
}

interface Sign {
  readonly dialect: DialectName
  readonly says: string
  isSeen(message: Message): boolean
}

/** The parts of a message in which something may be seen; empty where there is no such part. */
interface Message {
  readonly method: unknown
  readonly params: Fields
  readonly result: Fields
}

/** Only what neither version 1 nor version 2 nor the other spelling says. */
const signs: readonly Sign[] = [
  {
    dialect: '003',
    says: 'an answer offers `authenticationMethods`',
    isSeen: ({ result }) => Array.isArray(result.authenticationMethods),
  },
  {
    dialect: '003',
    says: 'an agent announces `agentCapabilities.sessionModes`',
    isSeen: ({ result }) => Array.isArray(fieldsIn(result, 'agentCapabilities').sessionModes),
  },
  {
    dialect: '003',
    says: 'an agent lists `mcpCapabilities.supportedTransports`',
    isSeen: ({ result }) =>
      Array.isArray(fieldsIn(fieldsIn(result, 'agentCapabilities'), 'mcpCapabilities').supportedTransports),
  },
  {
    dialect: '003',
    says: 'a client says what it can do with terminals one by one, as in `clientCapabilities.terminal.waitForExit`',
    isSeen: ({ params }) =>
      Object.hasOwn(fieldsIn(fieldsIn(params, 'clientCapabilities'), 'terminal'), 'waitForExit'),
  },
  {
    dialect: '003',
    says: 'the kind of an update is its `update.type`',
    isSeen: ({ method, params }) => {
      const update = fieldsIn(params, 'update')
      return method === 'session/update' && isWord(update.type) && update.sessionUpdate === undefined
    },
  },
  {
    dialect: '003',
    says: 'an answer to a question is a `selectedOptionId`',
    isSeen: ({ result }) => isWord(result.selectedOptionId),
  },
  {
    dialect: '003',
    says: 'an MCP server is described by the word `transport`',
    isSeen: ({ params }) => listIn(params, 'mcpServers').some(({ transport }) => isWord(transport)),
  },
  {
    dialect: '003',
    says: 'a question has options with a `label`',
    isSeen: ({ params }) => listIn(params, 'options').some(({ label }) => isWord(label)),
  },
  {
    dialect: '003',
    says: 'a range of lines is a `lineLimit`',
    isSeen: ({ params }) => typeof params.lineLimit === 'number',
  },
  {
    dialect: '004',
    says: 'a session has a `workingDirectory`',
    isSeen: ({ params, result }) => isWord(params.workingDirectory) || isWord(result.workingDirectory),
  },
  {
    dialect: '004',
    says: 'an update is a `type` with its `data`',
    isSeen: ({ method, params }) =>
      method === 'session/update' && isWord(params.type) && Object.hasOwn(params, 'data'),
  },
  {
    dialect: '004',
    says: 'an answer to a question is `granted`',
    isSeen: ({ result }) => typeof result.granted === 'boolean',
  },
  {
    dialect: '004',
    says: 'a question is an `operation` on a `resource`',
    isSeen: ({ params }) => isWord(params.operation) && isWord(params.resource),
  },
  {
    dialect: '004',
    says: 'a client reads and writes files by `capabilities.fs.read` and `capabilities.fs.write`',
    isSeen: ({ params }) => {
      const files = fieldsIn(fieldsIn(params, 'capabilities'), 'fs')
      return typeof files.read === 'boolean' || typeof files.write === 'boolean'
    },
  },
  {
    dialect: '004',
    says: 'an MCP server has a `transport` with a `type`',
    isSeen: ({ params }) =>
      listIn(params, 'mcpServers').some(server => isWord(fieldsIn(server, 'transport').type)),
  },
]

/** Looks at one message, or at the first few of a conversation, whoever sent them. */
export function detect(messages: unknown): DialectHint {
  const all = (Array.isArray(messages) ? messages : [messages]).filter(isFields).map(toMessage)
  const seen = signs.filter(sign => all.some(message => sign.isSeen(message)))
  const names = [...new Set(seen.map(({ dialect }) => dialect))]
  const [dialect] = names
  const why = seen.map(({ says }) => says).join('; ')
  if (dialect === undefined) return { dialect, why: 'nothing that only another spelling would say' }
  if (names.length > 1) return { dialect: undefined, why: `signs of more than one spelling: ${why}` }
  return { dialect, why: `looks like document ${dialect}: ${why}` }
}

function toMessage(message: Fields): Message {
  return {
    method: message.method,
    params: fieldsIn(message, 'params'),
    result: fieldsIn(message, 'result'),
  }
}

function fieldsIn(value: Fields, name: string): Fields {
  const field = Object.hasOwn(value, name) ? value[name] : undefined
  return isFields(field) ? field : {}
}

function listIn(value: Fields, name: string): readonly Fields[] {
  const list = Object.hasOwn(value, name) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isFields) : []
}

function isWord(value: unknown): value is string {
  return typeof value === 'string'
}
