/** What came of a tool call: one output or an error here, a list of contents in version 1. */

import { blockText, blockToOurs, blockToTheirs } from './blocks.js'
import { fencedDiff, hunksBetween, textsAround } from './hunks.js'
import { resolvePath } from './paths.js'
import {
  equalValues,
  type Fields,
  isFields,
  isList,
  isSigned,
  keep,
  kept,
  type Scene,
  textOf,
} from './spelling.js'

/** What is known around an output: which terminals our side lends, and the text of the file that a diff is about. */
export interface OutputScene extends Scene {
  readonly isOurTerminal?: ((terminalId: string) => boolean) | undefined
  readonly base?: string | undefined
  /** Whether the call is completed, and the file likely as the call left it. */
  readonly isDone?: boolean | undefined
}

const BLOCKS = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link'])

/** The fields of a tool call of version 1 that an output and an error become. */
export function outputToOurs({ output, error }: Fields, scene: OutputScene): Fields {
  const item = isFields(output) ? itemToOurs(output, scene) : undefined
  const fault =
    typeof error === 'string'
      ? keep({ type: 'content', content: { type: 'text', text: error } }, '004', { isError: true })
      : undefined
  const content = [item, fault].filter(each => each !== undefined)
  const raw = output !== undefined && item === undefined ? { rawOutput: output } : {}
  return content.length === 0 ? raw : { ...raw, content }
}

/** The output that is a change of a file, if it is one. */
export function diffIn({ output }: Fields): Fields | undefined {
  return isFields(output) && output.type === 'diff' && isList(output.hunks) ? output : undefined
}

function itemToOurs(output: Fields, scene: OutputScene): Fields | undefined {
  if (BLOCKS.has(output.type)) return { type: 'content', content: blockToOurs(output) }
  if (output.type === 'diff') return keep(diffToOurs(output, scene), '004', { output })
  if (output.type === 'terminal') return keep(terminalToOurs(output, scene), '004', { output })
  return undefined
}

function diffToOurs({ path, hunks }: Fields, { folder, base, isDone = false }: OutputScene): Fields {
  const place = resolvePath(path, folder)
  const texts = base === undefined ? undefined : textsAround(base, hunks, isDone)
  return texts === undefined ? textItem(fencedDiff(place, hunks)) : { type: 'diff', path: place, ...texts }
}

/** A terminal that our side did not make is known by what it said alone. */
function terminalToOurs({ terminalId, stdout, stderr }: Fields, { isOurTerminal }: OutputScene): Fields {
  if (typeof terminalId === 'string' && isOurTerminal?.(terminalId)) return { type: 'terminal', terminalId }
  const said = [stdout, stderr].filter(text => typeof text === 'string' && text !== '')
  return textItem(said.join('\n'))
}

function textItem(text: string): Fields {
  return { type: 'content', content: { type: 'text', text } }
}

/** What is left to say of the contents and the raw output of a tool call of ours. */
export function outputToTheirs(update: Fields): Fields {
  const { content, rawOutput, status } = update
  const items = isList(content) ? content.filter(isFields) : []
  const raw = rawOutput === undefined || rawOutput === null ? {} : rawToTheirs(rawOutput)
  if (items.length === 0) return raw
  const faults = items.filter(item => kept(item, '004').isError === true)
  const others = items.filter(item => kept(item, '004').isError !== true)
  const error = faults.length > 0 ? { error: faults.map(itemText).join('\n') } : {}
  const isPlain = others.every(isText)
  if (status === 'failed' && faults.length === 0 && isPlain && !isSigned(update))
    return { error: others.map(itemText).join('\n') }
  const [first] = others
  if (first === undefined) return { ...raw, ...error }
  const output =
    others.length === 1 ? itemToTheirs(first) : { type: 'text', text: others.map(itemText).join('\n') }
  return { output, ...error }
}

/** What of the contents and the raw output could not be told from what the peer was told of them. */
export function untold({ content, rawOutput }: Fields, told: Fields): Fields {
  const isRawTold = rawOutput === undefined || rawOutput === null || told.output === rawOutput
  return {
    ...(!isList(content) || isTold(content, told) ? {} : { content }),
    ...(isRawTold ? {} : { rawOutput }),
  }
}

function isTold(content: readonly unknown[], told: Fields): boolean {
  const items = content.filter(isFields)
  const faults = items.filter(item => kept(item, '004').isError === true)
  const others = items.filter(item => kept(item, '004').isError !== true)
  const [first] = others
  if (items.length !== content.length || faults.length > 1 || others.length > 1) return false
  // The old text of a file is not sent along with its change: it would be most of what is sent.
  if (first === undefined) return faults.length > 0
  if (first.type === 'diff' || isText(first) || isFields(kept(first, '004').output)) return true
  return equalValues(outputToOurs({ output: told.output }, {}).content, [first])
}

function itemToTheirs(item: Fields): Fields {
  const { output } = kept(item, '004')
  if (isFields(output)) return output
  const { type, content, path, oldText, newText, terminalId } = item
  if (type === 'content' && isFields(content)) return blockToTheirs(content)
  if (type === 'diff')
    return { type, path, hunks: hunksBetween(textOrNone(oldText), textOrNone(newText) ?? '') }
  return type === 'terminal' ? { type, terminalId } : item
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function rawToTheirs(raw: unknown): Fields {
  if (isFields(raw)) return { output: raw }
  return { output: { type: 'text', text: typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? '') } }
}

function isText({ type, content, _meta }: Fields): boolean {
  return type === 'content' && isFields(content) && content.type === 'text' && _meta === undefined
}

function itemText(item: Fields): string {
  const { type, content, path, oldText, newText, terminalId } = item
  if (type === 'content') return blockText(content)
  if (type === 'diff') return fencedDiff(path, hunksBetween(textOrNone(oldText), textOrNone(newText) ?? ''))
  return `[${textOf(type)} ${textOf(terminalId ?? '')}]`
}
