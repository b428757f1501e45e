/** A tool call for people: one line that says what it is and how it went, and below it what nobody would see otherwise, in bounds. */

import { itemsOf, type ToolCall, type ToolCallContent } from '@parley/acp/thread'
import { viewDiff } from './diff-view.js'
import { boundLines, toCleanLines, toDuration, toTitle } from './lines.js'
import type { Palette } from './palette.js'

/** A call, and how long it has been known. */
interface Timed {
  readonly call: ToolCall
  readonly age: number
}

export interface PainterMeans {
  readonly paint: Palette
  /** A path as it is shown. */
  readonly toPlace: (path: string) => string
  /** Whether a change has been shown already; after this it has. */
  readonly isSeen: (path: string, newText: string) => boolean
  /** Whether everything is shown that a call holds. */
  readonly isVerbose: boolean
}

type Fields = Readonly<Record<string, unknown>>

const MOST_DIFF = 120
const MOST_TEXT = 40
const MOST_PATCH = 40
const INDENT = '    '
const CHANGES = new Set(['edit', 'delete', 'move'])

export class CallPainter {
  readonly #means: PainterMeans

  constructor(means: PainterMeans) {
    this.#means = means
  }

  begun(call: ToolCall, isRunning: boolean): readonly string[] {
    return [`${this.#means.paint('accent', isRunning ? '◐' : '○')} ${this.#head(call)}`]
  }

  /** Lines that a command printed. */
  printed(lines: readonly string[]): readonly string[] {
    return lines.flatMap(line => toCleanLines(line)).map(line => `${INDENT}${line}`)
  }

  ended({ call, age }: Timed, exit: string | undefined): readonly string[] {
    const { paint } = this.#means
    const glyph = { completed: paint('good', '✓'), cancelled: paint('muted', '⊘') }[call.status]
    const facts = [toDuration(age), ...(exit === undefined ? [] : [exit])].join(', ')
    const line = `${glyph ?? paint('bad', '✗')} ${this.#head(call)} ${paint('muted', facts)}`
    const details = itemsOf(call.content).flatMap(content => this.#content(content, call))
    return [line, ...details.map(detail => `${INDENT}${detail}`)]
  }

  #head({ title, toolKind, locations }: ToolCall): string {
    const { paint, toPlace } = this.#means
    const [place] = locations
    const name = toTitle(title ?? toolKind)
    if (place === undefined) return name
    const line = typeof place.line === 'number' ? `:${place.line}` : ''
    const where = toTitle(toPlace(place.path))
    if (line === '' && name.split(/[\s'"`]+/).includes(where)) return name
    return `${name} ${paint('muted', `${where}${line}`)}`
  }

  /** What a call found out is told in the answer; what it did, and why it failed, is told here. */
  #content(content: ToolCallContent, { toolKind, status }: ToolCall): readonly string[] {
    const fields: Fields = { ...content }
    const { isVerbose } = this.#means
    if (fields.type === 'diff') return CHANGES.has(toolKind) || isVerbose ? this.#diff(fields) : []
    if (fields.type !== 'content') return []
    const isShown = status === 'failed' || toolKind === 'execute' || isVerbose
    return isShown ? this.#text(Object(fields.content)) : []
  }

  #text({ type, text }: Fields): readonly string[] {
    const { paint } = this.#means
    if (type !== 'text' || typeof text !== 'string') return [paint('muted', `[${toTitle(String(type))}]`)]
    const lines = boundLines(toCleanLines(text), MOST_TEXT)
    return lines.filter(line => line !== '' || lines.length > 1).map(line => paint('muted', line))
  }

  #diff({ path, oldText, newText, changes, patch }: Fields): readonly string[] {
    if (typeof path !== 'string' || typeof newText !== 'string') return this.#patch(changes, patch)
    const { paint, toPlace, isSeen } = this.#means
    const isNew = typeof oldText !== 'string'
    const { lines, added, removed } = viewDiff({ oldText: isNew ? null : oldText, newText }, paint, MOST_DIFF)
    const head = `${toTitle(toPlace(path))} ${isNew ? '(new) ' : ''}+${added} −${removed}`
    return [paint('strong', head), ...(isSeen(path, newText) ? [] : lines)]
  }

  /** A diff of version 2: what is changed, and a patch. */
  #patch(changes: unknown, patch: unknown): readonly string[] {
    const named = (Array.isArray(changes) ? changes : []).map((change: unknown) => {
      const { operation, path }: Fields = Object(change)
      return this.#means.paint('strong', toTitle(`${String(operation)} ${String(path)}`))
    })
    const { text }: Fields = Object(patch)
    const lines = typeof text === 'string' ? boundLines(toCleanLines(text), MOST_PATCH) : []
    return [...named, ...lines.map(line => this.#patchLine(line))]
  }

  #patchLine(line: string): string {
    const { paint } = this.#means
    if (line.startsWith('+')) return paint('good', line)
    return line.startsWith('-') ? paint('bad', line) : line
  }
}
