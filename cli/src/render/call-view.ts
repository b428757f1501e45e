/** A tool call for people: one line that says what it is and how it went, and below it what it shows, in bounds. */

import { itemsOf, type ToolCall, type ToolCallContent } from '@parley/acp/thread'
import { viewDiff } from './diff-view.js'
import { boundLines, lastLines, toCleanLines, toDuration, toTitle } from './lines.js'
import type { Palette } from './palette.js'

/** A call, and how long it has been known. */
interface Timed {
  readonly call: ToolCall
  readonly age: number
}

/** The end of what a command printed. */
interface Printed {
  readonly text: string
  readonly isCut: boolean
  readonly exit?: string | undefined
}

const MOST_TEXT = 10
const MOST_FAILED = 40
const MOST_OUTPUT = 40
const INDENT = '    '

export class CallView {
  readonly #paint: Palette
  readonly #printed: (terminalId: string) => Printed
  readonly #toPlace: (path: string) => string

  constructor(paint: Palette, printed: (terminalId: string) => Printed, toPlace: (path: string) => string) {
    this.#paint = paint
    this.#printed = printed
    this.#toPlace = toPlace
  }

  begun({ call }: Timed): readonly string[] {
    const glyph = call.status === 'pending' ? '○' : '◐'
    return [`${this.#paint('accent', glyph)} ${this.#head(call)}`]
  }

  ended({ call, age }: Timed): readonly string[] {
    const glyph = { completed: this.#paint('good', '✓'), cancelled: this.#paint('muted', '⊘') }[call.status]
    const line = `${glyph ?? this.#paint('bad', '✗')} ${this.#head(call)} ${this.#paint('muted', toDuration(age))}`
    const details = itemsOf(call.content).flatMap(content => this.#content(content, call.status === 'failed'))
    return [line, ...details.map(detail => `${INDENT}${detail}`)]
  }

  #head({ title, toolKind, locations }: ToolCall): string {
    const [place] = locations
    const name = toTitle(title ?? toolKind)
    if (place === undefined) return name
    const line = typeof place.line === 'number' ? `:${place.line}` : ''
    const where = toTitle(this.#toPlace(place.path))
    if (line === '' && name.split(/[\s'"`]+/).includes(where)) return name
    return `${name} ${this.#paint('muted', `${where}${line}`)}`
  }

  #content(content: ToolCallContent, isFailed: boolean): readonly string[] {
    const fields: Readonly<Record<string, unknown>> = { ...content }
    switch (fields.type) {
      case 'diff':
        return this.#diff(fields)
      case 'terminal':
        return typeof fields.terminalId === 'string' ? this.#terminal(fields.terminalId) : []
      case 'content': {
        const { type, text }: Readonly<Record<string, unknown>> = Object(fields.content)
        if (type !== 'text' || typeof text !== 'string')
          return [this.#paint('muted', `[${toTitle(String(type))}]`)]
        const lines = boundLines(toCleanLines(text), isFailed ? MOST_FAILED : MOST_TEXT)
        return lines.filter(line => line !== '' || lines.length > 1).map(line => this.#paint('muted', line))
      }
      default:
        return []
    }
  }

  #diff({ path, oldText, newText, changes, patch }: Readonly<Record<string, unknown>>): readonly string[] {
    if (typeof path !== 'string' || typeof newText !== 'string') return this.#patch(changes, patch)
    const isNew = typeof oldText !== 'string'
    const { lines, added, removed } = viewDiff({ oldText: isNew ? null : oldText, newText }, this.#paint)
    const head = `${toTitle(this.#toPlace(path))} ${isNew ? '(new) ' : ''}+${added} −${removed}`
    return [this.#paint('strong', head), ...lines]
  }

  /** A diff of version 2: what is changed, and a patch. */
  #patch(changes: unknown, patch: unknown): readonly string[] {
    const named = (Array.isArray(changes) ? changes : []).map((change: unknown) => {
      const { operation, path }: Readonly<Record<string, unknown>> = Object(change)
      return this.#paint('strong', toTitle(`${String(operation)} ${String(path)}`))
    })
    const { text }: Readonly<Record<string, unknown>> = Object(patch)
    const lines = typeof text === 'string' ? boundLines(toCleanLines(text), MOST_OUTPUT) : []
    return [...named, ...lines.map(line => this.#patchLine(line))]
  }

  #patchLine(line: string): string {
    if (line.startsWith('+')) return this.#paint('good', line)
    return line.startsWith('-') ? this.#paint('bad', line) : line
  }

  #terminal(terminalId: string): readonly string[] {
    const { text, isCut, exit } = this.#printed(terminalId)
    const lines = text === '' ? [] : lastLines(toCleanLines(text), MOST_OUTPUT)
    const cut = isCut && lines.length < MOST_OUTPUT ? ['… more before'] : []
    const end = exit === undefined ? [] : [this.#paint('muted', exit)]
    return [...cut, ...lines, ...end]
  }
}
