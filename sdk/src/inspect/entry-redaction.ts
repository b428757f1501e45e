/** Takes out of one entry what is not to be written down: by look, by name, and by the place where it stands. */

import type { Redactor } from '../guard/index.js'
import { dropContents } from './dropped-contents.js'
import type { Entry, Header } from './entry.js'
import { type Fields, isFields } from './fields.js'
import { pack, unpack } from './terminal-bytes.js'

/** How much is taken out of an entry before it is written. */
export interface RedactEntryOptions {
  readonly redactor: Redactor
  /** Drops texts of files, images, audio and terminal output as well; their sizes stay. */
  readonly dropsContents?: boolean | undefined
  /** Makes a sum of what is dropped, with a key that nobody else has; without it there is none. */
  readonly hash?: ((text: string) => string) | undefined
  /** A redactor that knows these as well: what one message tells in confidence is then taken out of all that follow. */
  readonly learn?: ((secrets: readonly string[]) => Redactor) | undefined
}

/** The entry without secrets: by look, by name, and by place (variables, headers, sign-in, answers to forms). */
export function redactEntry(entry: Entry, options: RedactEntryOptions): Entry {
  const { redactor } = options
  if ('message' in entry) {
    const { message } = entry
    const redacted = Array.isArray(message)
      ? message.map(each => redactOne(each, options))
      : redactOne(message, options)
    return { ...entry, message: redacted }
  }
  // Of what was no message only the beginning is kept.
  if ('noise' in entry) return { ...entry, text: redactor.head(entry.text) }
  if ('stderr' in entry) return { ...entry, stderr: redactor.text(entry.stderr) }
  return { ...entry, detail: redactor.text(entry.detail) }
}

/** The header without secrets: the command line of an agent may hold some. */
export function redactHeader(
  header: Header,
  { redactor, dropsContents = false }: RedactEntryOptions,
): Header {
  const { agent, title } = header
  return {
    ...header,
    by: redactor.text(header.by),
    ...(agent === undefined ? {} : { agent: redactor.value(agent) }),
    ...(title === undefined ? {} : { title: redactor.text(title) }),
    redaction: dropsContents || header.redaction === 'contents' ? 'contents' : 'secrets',
  }
}

function redactOne(message: unknown, options: RedactEntryOptions): unknown {
  const { redactor, dropsContents } = options
  const whole = dropsContents === true ? dropContents(message, options.hash) : message
  return redactor.value(isFields(whole) ? redactPlaces(whole, redactor) : whole)
}

/** What a redactor of single values cannot see: output that is still growing or packed, and variables of a command. */
function redactPlaces(message: Fields, redactor: Redactor): Fields {
  const { method, params, result } = message
  if (isFields(result) && typeof result.output === 'string')
    return { ...message, result: { ...result, output: redactOutput(result, result.output, redactor) } }
  if (!isFields(params)) return message
  if (method === 'terminal/create' && 'env' in params)
    return { ...message, params: { ...params, env: hideVariables(params.env, redactor) } }
  const { update } = params
  if (method !== 'session/update' || !isFields(update)) return message
  return { ...message, params: { ...params, update: redactUpdate(update, redactor) } }
}

/** Output as far as there is any: it may begin and end in the middle of a word. */
function redactOutput(result: Fields, output: string, redactor: Redactor): string {
  const text = result.truncated === true ? redactor.tail(output) : output
  const isOver = result.exitStatus !== undefined && result.exitStatus !== null
  return isOver ? redactor.text(text) : redactor.head(text)
}

/** All of them: what a command is given is as telling as what a server is. */
function hideVariables(env: unknown, redactor: Redactor): unknown {
  const { mcpServers } = redactor.value({ mcpServers: [{ env }] })
  return mcpServers[0]?.env
}

function redactUpdate(update: Fields, redactor: Redactor): Fields {
  if (update.sessionUpdate === 'terminal_output_chunk' && typeof update.data === 'string')
    return { ...update, data: repack(update.data, text => redactor.text(text)) }
  const { output } = update
  if (update.sessionUpdate === 'terminal_update' && isFields(output) && typeof output.data === 'string')
    return {
      ...update,
      output: { ...output, data: repack(output.data, text => redactor.head(redactor.tail(text))) },
    }
  if (!/^(?:tool_call|tool_call_update)$/.test(String(update.sessionUpdate))) return update
  const isOver = update.status === 'completed' || update.status === 'failed' || update.status === 'cancelled'
  return isOver || !('content' in update)
    ? update
    : { ...update, content: withCutEnds(update.content, redactor) }
}

function repack(data: string, redact: (text: string) => string): string {
  const bytes = unpack(data)
  if (bytes === undefined) return data
  const shown = redact(bytes)
  return shown === bytes ? data : pack(shown)
}

/** What a call has shown so far may end in half of a secret, and be shown again with more of it. */
function withCutEnds(value: unknown, redactor: Redactor): unknown {
  if (Array.isArray(value)) return value.map(each => withCutEnds(each, redactor))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'text' && typeof each === 'string'
        ? redactor.head(each)
        : name === 'content'
          ? withCutEnds(each, redactor)
          : each,
    ]),
  )
}
