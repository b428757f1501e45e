/** What of a message is the content of something else: files, pictures, sound, output. Its size stays in its place. */

import { type Fields, isFields } from './fields.js'
import { pack, unpack } from './terminal-bytes.js'

type Drop = (text: string) => string

const DROPPED = /^\u00c2?«dropped: /
const SHORT_INPUT = 256
const SHORT_OUTPUT = 16
const MOST_LEVELS = 100
const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio'])

/** The message with every such content replaced by its size and its sum. */
export function dropContents(message: unknown, hash?: (text: string) => string): unknown {
  const drop: Drop = text => {
    if (text === '' || DROPPED.test(text)) return text
    const sum = hash === undefined ? '' : `, sum ${hash(text).slice(0, 8)}`
    return `«dropped: ${new TextEncoder().encode(text).length} bytes${sum}»`
  }
  if (!isFields(message)) return message
  return walk(dropAnswer(dropCall(message, drop), drop), drop)
}

/** The text of a file that is to be written. */
function dropCall(message: Fields, drop: Drop): Fields {
  const { method, params } = message
  if (method !== 'fs/write_text_file' || !isFields(params)) return message
  return { ...message, params: withDropped(params, ['content'], drop) }
}

/** The text of a file that was read, or what a terminal has shown: answers are known by what they hold. */
function dropAnswer(message: Fields, drop: Drop): Fields {
  return isFields(message.result)
    ? { ...message, result: withDropped(message.result, ['content', 'output'], drop) }
    : message
}

/** Contents that stand in blocks, wherever in a message those are. */
function walk(value: unknown, drop: Drop, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MOST_LEVELS) return value
  if (Array.isArray(value)) return value.map(each => walk(each, drop, depth + 1))
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, walk(each, drop, depth + 1)]),
  )
  const whole = 'toolCallId' in fields ? dropOutcome(fields, drop) : fields
  return withDropped(dropBytes(whole, drop), namesOf(fields), drop)
}

/** What a tool has brought: mostly what stands in files. What it was told stays as far as it is short. */
function dropOutcome(fields: Fields, drop: Drop): Fields {
  const { content, rawInput, rawOutput } = fields
  return {
    ...fields,
    ...(content === undefined ? {} : { content: dropTexts(content, drop) }),
    ...(rawInput === undefined ? {} : { rawInput: dropStrings(rawInput, SHORT_INPUT, drop) }),
    ...(rawOutput === undefined ? {} : { rawOutput: dropStrings(rawOutput, SHORT_OUTPUT, drop) }),
  }
}

function dropTexts(value: unknown, drop: Drop): unknown {
  if (Array.isArray(value)) return value.map(each => dropTexts(each, drop))
  if (!isFields(value)) return value
  if (value.type === 'text') return withDropped(value, ['text'], drop)
  return 'content' in value ? { ...value, content: dropTexts(value.content, drop) } : value
}

/** Every text that is longer than so many characters. */
function dropStrings(value: unknown, most: number, drop: Drop): unknown {
  if (typeof value === 'string') return value.length > most ? drop(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => dropStrings(each, most, drop))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, dropStrings(each, most, drop)]),
  )
}

/** Output of terminals is packed, and stays packed. */
function dropBytes(fields: Fields, drop: Drop): Fields {
  const repack = (data: unknown): unknown =>
    typeof data === 'string' ? pack(drop(unpack(data) ?? data)) : data
  if (fields.sessionUpdate === 'terminal_output_chunk') return { ...fields, data: repack(fields.data) }
  if (fields.sessionUpdate !== 'terminal_update' || !isFields(fields.output)) return fields
  return { ...fields, output: { ...fields.output, data: repack(fields.output.data) } }
}

/** The names under which an object holds contents. */
function namesOf(fields: Fields): readonly string[] {
  if (MEDIA.has(fields.type)) return ['data']
  if (fields.type === 'diff') return ['oldText', 'newText', 'patch', 'diff']
  if ('blob' in fields || ('uri' in fields && 'text' in fields)) return ['blob', 'text']
  return 'terminal_id' in fields ? ['data'] : []
}

function withDropped(fields: Fields, names: readonly string[], drop: Drop): Fields {
  const found = names.filter(name => typeof fields[name] === 'string' || isFields(fields[name]))
  if (found.length === 0) return fields
  return {
    ...fields,
    ...Object.fromEntries(found.map(name => [name, dropValue(fields[name], drop)])),
  }
}

/** A text, or an object around texts, such as a patch with its format. */
function dropValue(value: unknown, drop: Drop): unknown {
  if (typeof value === 'string') return drop(value)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && /^(?:text|patch|diff)$/.test(name) ? drop(each) : each,
    ]),
  )
}
