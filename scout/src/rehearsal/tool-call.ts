/** Finds the tool for a deed among those an agent offers, and fills it in by its schema: every agent names them its own way. */
import { isJson, type Parameters, type Tool, type ToolCall } from './conversation.js'
import type { Directive } from './screenplay.js'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  read: ['Read', 'read', 'read_file', 'ReadFile', 'view'],
  write: ['Write', 'write', 'write_file', 'WriteFile', 'create_file'],
  edit: ['Edit', 'edit', 'edit_file', 'StrReplaceFile', 'str_replace', 'replace'],
  shell: ['Bash', 'bash', 'Shell', 'shell', 'run_shell_command', 'exec_command', 'run'],
}

const FIELDS = {
  path: ['file_path', 'filePath', 'path', 'absolute_path'],
  content: ['content', 'contents', 'file_text'],
  before: ['old_string', 'oldString', 'old_str', 'oldText', 'old'],
  after: ['new_string', 'newString', 'new_str', 'newText', 'new'],
  command: ['command', 'cmd'],
} as const

/** What each word of a directive is, by its verb. */
const WORDS: Readonly<Record<string, readonly (keyof typeof FIELDS)[]>> = {
  read: ['path'],
  write: ['path', 'content'],
  edit: ['path', 'before', 'after'],
  shell: ['command'],
}

export const toCall = (
  { verb, words }: Directive,
  tools: readonly Tool[],
  id: string,
): ToolCall | undefined => {
  if (verb === 'tool') return toNamedCall(words, id)
  const tool = (NAMES[verb] ?? []).flatMap(name => tools.filter(each => isCalled(each, name)))[0]
  if (tool === undefined) return undefined
  const filled: Record<string, unknown> = {}
  for (const [index, role] of (WORDS[verb] ?? []).entries())
    filled[fieldFor(role, tool.parameters)] = words[index] ?? ''
  return { id, name: tool.name, arguments: { ...demanded(tool.parameters, filled), ...filled } }
}

/** The tool is named, and may not even be there; arguments that are no JSON are sent all the same. */
const toNamedCall = ([name = '', ...rest]: readonly string[], id: string): ToolCall => {
  const text = rest.join('|')
  try {
    const given: unknown = JSON.parse(text || '{}')
    return { id, name, arguments: isJson(given) ? given : text }
  } catch {
    return { id, name, arguments: text }
  }
}

const isCalled = ({ name }: Tool, wanted: string): boolean => name === wanted || name.endsWith(`__${wanted}`)

const fieldFor = (role: keyof typeof FIELDS, { properties = {} }: Parameters): string =>
  FIELDS[role].find(name => name in properties) ?? FIELDS[role][0]

/** What else a tool insists on, with something harmless in it. */
const demanded = (
  { properties = {}, required = [] }: Parameters,
  filled: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const rest: Record<string, unknown> = {}
  for (const name of required.filter(each => !(each in filled))) {
    const { type, enum: choices, default: usual, minimum } = properties[name] ?? {}
    const plain: Readonly<Record<string, unknown>> = {
      boolean: false,
      number: minimum ?? 1,
      integer: minimum ?? 1,
      array: [],
      object: {},
    }
    rest[name] = choices?.[0] ?? usual ?? plain[type ?? ''] ?? 'as written'
  }
  return rest
}
