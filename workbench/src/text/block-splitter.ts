/**
 * Cuts a growing markdown text into blocks that no longer change, and one that may. Only lines that are new are looked at,
 * so a text costs the same in a thousand pieces as in one. Knows where blocks end; what they mean is the lexer's.
 */

export interface Block {
  /** `fence` is code between fences, which needs no further reading. */
  readonly kind: 'fence' | 'prose'
  readonly raw: string
  /** It may still change: only the last one may. */
  readonly isOpen: boolean
}

/** Blocks in groups, so that a long text is compared group by group: one that is done is always the same value. */
export type BlockGroups = readonly (readonly Block[])[]

type Shape = 'none' | 'fence' | 'list' | 'indented' | 'table' | 'plain'

const GROUP = 32
// A block that has grown past this is cut where it hurts least: what is read anew with every piece stays small.
const WISHED_LENGTH = 8 * 1024
const MOST_LENGTH = 16 * 1024

const LETTER = /\p{L}/u
const BLANK = /^[ \t\r]*$/
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|\r?$)/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|\r?$)/
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$/
const CONTINUED = /^(?: {2,}|\t)/
const INDENTED = /^(?: {4,}|\t)/
const PICTURE = /^!\[[^\]\n]{0,300}\]\(data:image\//

export class BlockSplitter {
  #text = ''
  readonly #full: (readonly Block[])[] = []
  #last: readonly Block[] = []
  /** Where the open block begins, and the first line that was not looked at. */
  #start = 0
  #line = 0
  #shape: Shape = 'none'
  #fence = ''
  #isAfterBlank = false
  /** The first two lines of a table, for its later parts. */
  #head = ''

  /** The blocks of a text, which is usually the one before with something added. */
  split(text: string): BlockGroups {
    // Compared as a whole, which is many times faster than asking how it starts.
    if (text.slice(0, this.#text.length) !== this.#text) this.#reset()
    this.#text = text
    for (let end = text.indexOf('\n', this.#line); end >= 0; end = text.indexOf('\n', this.#line)) {
      this.#read(text.slice(this.#line, end))
      this.#line = end + 1
      this.#cutLong(this.#line)
    }
    // A letter at the beginning of a line can only begin a paragraph, whatever will follow it.
    if (this.#isAfterBlank && LETTER.test(text.charAt(this.#line))) this.#finish(this.#line)
    this.#cutLong(text.length)
    const last = [...this.#last, ...this.#open()]
    return last.length === 0 ? [...this.#full] : [...this.#full, last]
  }

  #open(): readonly Block[] {
    const rest = this.#text.slice(this.#start)
    const isFence = this.#shape === 'fence' || (this.#shape === 'none' && FENCE.test(rest))
    const raw = this.#head + rest
    return BLANK.test(rest) ? [] : [{ kind: isFence ? 'fence' : 'prose', raw, isOpen: true }]
  }

  #reset(): void {
    this.#full.length = 0
    this.#last = []
    this.#line = 0
    this.#begin('none', 0)
  }

  #read(line: string): void {
    if (this.#shape === 'fence') return this.#readFenced(line)
    if (BLANK.test(line)) {
      if (this.#shape === 'none') this.#start = this.#line + line.length + 1
      this.#isAfterBlank = this.#shape !== 'none'
      return
    }
    if (this.#shape === 'none' || this.#isEndedBy(line)) {
      this.#finish(this.#line)
      this.#begin(this.#shapeOf(line), this.#line)
    } else if (this.#shape === 'plain' && this.#isTableBy(line)) {
      this.#shape = 'table'
    } else if (this.#line - this.#start > WISHED_LENGTH) this.#cutBefore(line)
    this.#isAfterBlank = false
  }

  #readFenced(line: string): void {
    const isClosed = line.trimStart().startsWith(this.#fence) && /^ {0,3}(`+|~+)[ \t\r]*$/.test(line)
    if (isClosed) this.#finish(this.#line + line.length + 1)
  }

  #isEndedBy(line: string): boolean {
    const isInside = this.#shape === 'list' && CONTINUED.test(line)
    if (!isInside && (FENCE.test(line) || HEADING.test(line))) return true
    if (!this.#isAfterBlank) return false
    if (this.#shape === 'list') return !isInside && !ITEM.test(line)
    return !(this.#shape === 'indented' && INDENTED.test(line))
  }

  #shapeOf(line: string): Shape {
    const fence = FENCE.exec(line)?.[1]
    this.#fence = fence ?? ''
    if (fence !== undefined) return 'fence'
    if (ITEM.test(line)) return 'list'
    return INDENTED.test(line) ? 'indented' : 'plain'
  }

  /** The second line of a block decides whether it is a table. */
  #isTableBy(line: string): boolean {
    const first = this.#text.slice(this.#start, this.#line)
    return first.indexOf('\n') === first.length - 1 && first.includes('|') && DELIMITERS.test(line)
  }

  #cutBefore(line: string): void {
    if (this.#shape === 'list' && !ITEM.test(line)) return
    const shape = this.#shape
    const head = this.#headOfTable()
    this.#finish(this.#line)
    this.#begin(shape, this.#line)
    this.#head = head
  }

  #headOfTable(): string {
    if (this.#shape !== 'table' || this.#head !== '') return this.#head
    const second = this.#text.indexOf('\n', this.#text.indexOf('\n', this.#start) + 1)
    return this.#text.slice(this.#start, second + 1)
  }

  /** A line without an end is no reason to read without end. */
  #cutLong(end: number): void {
    while (this.#shape !== 'fence' && end - this.#start > MOST_LENGTH) {
      const piece = this.#text.slice(this.#start, this.#start + WISHED_LENGTH)
      if (PICTURE.test(piece)) return
      const wished = this.#start + (piece.lastIndexOf(' ') + 1 || piece.length)
      const cut = /[\udc00-\udfff]/.test(this.#text.charAt(wished)) ? wished - 1 : wished
      this.#finish(cut)
      this.#begin(cut < this.#line ? 'plain' : 'none', cut)
      this.#line = Math.max(this.#line, cut)
    }
  }

  #begin(shape: Shape, start: number): void {
    this.#shape = shape
    this.#start = start
    this.#isAfterBlank = false
    this.#head = ''
  }

  #finish(end: number): void {
    const raw = this.#head + this.#text.slice(this.#start, end)
    const kind = this.#shape === 'fence' ? 'fence' : 'prose'
    this.#begin('none', end)
    if (BLANK.test(raw)) return
    this.#last = [...this.#last, { kind, raw, isOpen: false }]
    if (this.#last.length < GROUP) return
    this.#full.push(this.#last)
    this.#last = []
  }
}
