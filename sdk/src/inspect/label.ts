/** What a row is about, in a few clean words. Text of peers is bounded and cleaned, and never kept beyond the few words. */

import { boundedLine } from '../text/index.js'
import type { EventEntry, NoiseEntry } from './entry.js'
import { type Fields, fieldOf, isFields, itemsOf, textOf } from './fields.js'
import type { RowKind } from './row.js'

const MOST_CHARACTERS = 96

/** What a message says, by its method. */
export function labelOf(kind: RowKind, method: string | undefined, message: Fields): string {
  if (kind === 'error') return labelOfError(message.error)
  if (method === undefined) return ''
  if (kind === 'result') return labelOfResult(method, message.result)
  const params = message.params
  if (method === 'session/update') return labelOfUpdate(fieldOf(params, 'update'))
  const describe = Object.hasOwn(calls, method) ? calls[method] : undefined
  return isFields(params) && describe !== undefined ? tidy(describe(params)) : ''
}

/** What noise, a line of stderr or an event says. */
export function labelOfOther(entry: NoiseEntry | EventEntry | { readonly stderr: string }): string {
  if ('stderr' in entry) return tidy(entry.stderr)
  if ('noise' in entry) return tidy(`${entry.noise}: ${entry.text}`)
  return tidy(`${entry.event}: ${entry.detail}`)
}

/** A few words of others, fit to be shown. */
export function tidy(words: string): string {
  return boundedLine(beginning(words), MOST_CHARACTERS)
}

function labelOfUpdate(update: unknown): string {
  const kind = textOf(update, 'sessionUpdate')
  if (kind === undefined || !isFields(update)) return ''
  const describe = Object.hasOwn(updates, kind) ? updates[kind] : undefined
  const about = describe === undefined ? '' : describe(update)
  return tidy(about === '' ? kind : `${kind}: ${beginning(about)}`)
}

function labelOfResult(method: string, result: unknown): string {
  const describe = Object.hasOwn(results, method) ? results[method] : undefined
  return isFields(result) && describe !== undefined ? tidy(describe(result)) : ''
}

function labelOfError(error: unknown): string {
  const code = fieldOf(error, 'code')
  const number = typeof code === 'number' ? `${code} ` : ''
  return tidy(`${number}${beginning(textOf(error, 'message') ?? '')}`)
}

/** A copy of its own of where a long text begins: a mere piece of a text would keep all of the text alive. */
function beginning(text: string): string {
  if (text.length <= MOST_CHARACTERS * 2) return text
  const codes = Array.from({ length: MOST_CHARACTERS * 2 }, (_, index) => text.charCodeAt(index))
  return String.fromCharCode(...codes)
}

type Describe = (value: Fields) => string

const text = (value: unknown, name: string): string => beginning(textOf(value, name) ?? '')
// An object of a peer may carry what keeps it from becoming text.
const plain = (value: unknown): string =>
  typeof value === 'string'
    ? beginning(value)
    : isFields(value) || Array.isArray(value)
      ? '{…}'
      : String(value)
const words = (...parts: readonly string[]): string => parts.filter(part => part !== '').join(' ')
const count = (value: unknown, name: string, what: string): string => `${itemsOf(value, name).length} ${what}`

function labelOfBlock(block: unknown): string {
  const type = textOf(block, 'type')
  if (type === 'text') return text(block, 'text')
  if (type === 'resource_link') return words('link', text(block, 'uri'))
  return type === undefined ? '' : beginning(type)
}

const labelOfBlocks = (blocks: readonly unknown[]): string =>
  blocks.length === 0
    ? ''
    : words(labelOfBlock(blocks[0]), blocks.length > 1 ? `(+${blocks.length - 1})` : '')

const chunk: Describe = update => labelOfBlock(update.content)
const wholeMessage: Describe = update => labelOfBlocks(itemsOf(update, 'content'))
const toolCall: Describe = update => words(text(update, 'status'), text(update, 'title'))

const updates: Readonly<Record<string, Describe>> = {
  user_message_chunk: chunk,
  agent_message_chunk: chunk,
  agent_thought_chunk: chunk,
  user_message: wholeMessage,
  agent_message: wholeMessage,
  agent_thought: wholeMessage,
  tool_call: toolCall,
  tool_call_update: toolCall,
  tool_call_content_chunk: update => text(update.content, 'type'),
  terminal_update: update => words(text(update, 'command'), exitOf(update.exitStatus)),
  plan: update => count(update, 'entries', 'entries'),
  plan_update: update => count(update.plan, 'entries', 'entries'),
  available_commands_update: update => count(update, 'availableCommands', 'commands'),
  current_mode_update: update => text(update, 'currentModeId'),
  config_option_update: update => count(update, 'configOptions', 'options'),
  session_info_update: update => text(update, 'title'),
  usage_update: update => words(plain(update.used), 'of', plain(update.size)),
  state_update: update => words(text(update, 'state'), text(update, 'stopReason')),
  notice: update => words(text(update, 'severity'), text(update, 'title')),
  compaction_update: update => text(update, 'status'),
  subagent_update: update => text(update, 'title'),
}

const cwd: Describe = params => text(params, 'cwd')
const path: Describe = params => text(params, 'path')
const terminalId: Describe = params => text(params, 'terminalId')
const sessionId: Describe = params => text(params, 'sessionId')

const calls: Readonly<Record<string, Describe>> = {
  initialize: ({ protocolVersion, clientInfo, info }) =>
    words(
      `version ${plain(protocolVersion)}`,
      text(clientInfo ?? info, 'name'),
      text(clientInfo ?? info, 'version'),
    ),
  authenticate: params => text(params, 'methodId'),
  'auth/login': params => text(params, 'methodId'),
  'session/new': cwd,
  'session/list': cwd,
  'session/load': sessionId,
  'session/resume': sessionId,
  'session/fork': sessionId,
  'session/close': sessionId,
  'session/delete': sessionId,
  'session/prompt': params => labelOfBlocks(itemsOf(params, 'prompt')),
  'session/set_mode': params => text(params, 'modeId'),
  'session/set_config_option': params => words(text(params, 'configId'), '=', plain(params.value)),
  'session/set_title': params => text(params, 'title'),
  'session/request_permission': params =>
    text(params.toolCall, 'title') || text(params, 'title') || text(params.toolCall, 'toolCallId'),
  'fs/read_text_file': path,
  'fs/write_text_file': path,
  'terminal/create': params =>
    words(text(params, 'command'), beginning(itemsOf(params, 'args').slice(0, 8).map(plain).join(' '))),
  'terminal/output': terminalId,
  'terminal/wait_for_exit': terminalId,
  'terminal/kill': terminalId,
  'terminal/release': terminalId,
  'terminal/cancel': terminalId,
  'tool_call/cancel': params => text(params, 'toolCallId'),
  'elicitation/create': params => words(text(params, 'mode'), text(params, 'message')),
  'elicitation/complete': params => text(params, 'elicitationId'),
  'mcp/message': params => text(params, 'method'),
  'proxy/successor': params => text(params, 'method'),
  '$/cancel_request': ({ requestId }) => plain(requestId),
}

const results: Readonly<Record<string, Describe>> = {
  initialize: ({ protocolVersion, agentInfo, info }) =>
    words(
      `version ${plain(protocolVersion)}`,
      text(agentInfo ?? info, 'name'),
      text(agentInfo ?? info, 'version'),
    ),
  'session/new': sessionId,
  'session/fork': sessionId,
  'session/list': result => count(result, 'sessions', 'sessions'),
  'session/prompt': result => text(result, 'stopReason') || text(result, 'messageId'),
  'session/request_permission': ({ outcome }) => words(text(outcome, 'outcome'), text(outcome, 'optionId')),
  'session/set_config_option': result => count(result, 'configOptions', 'options'),
  'fs/read_text_file': result => `${textOf(result, 'content')?.length ?? 0} characters`,
  'terminal/create': terminalId,
  'terminal/output': result =>
    words(`${textOf(result, 'output')?.length ?? 0} characters`, exitOf(result.exitStatus)),
  'terminal/wait_for_exit': exitOf,
  'elicitation/create': result => text(result, 'action'),
}

function exitOf(status: unknown): string {
  if (!isFields(status)) return ''
  const { exitCode, signal } = status
  if (typeof exitCode === 'number') return `exit ${exitCode}`
  return typeof signal === 'string' ? `signal ${beginning(signal)}` : ''
}
