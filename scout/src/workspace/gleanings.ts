/** What ripgrep says, line by line, turned into matches. Of a file that turns out to be binary nothing is kept. */

import { toMatch } from './search-by-hand.js'
import type { Match } from './workspace.js'

export interface Sieve {
  /** The path as the session spells it. */
  toPath(path: string): string
  isKept(path: string): Promise<boolean>
  /** Those that are really there: what the program read may have been something else. */
  confirm(matches: readonly Match[]): Promise<readonly Match[]>
}

interface Told {
  readonly type?: unknown
  readonly data?: {
    readonly path?: Text
    readonly lines?: Text
    readonly line_number?: unknown
    readonly binary_offset?: unknown
  }
}

/** Bytes where it is no text. */
interface Text {
  readonly text?: string
  readonly bytes?: string
}

export class Gleanings {
  readonly items: Match[] = []
  readonly #limit: number
  #ofFile: Match[] = []
  isCut = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** An empty line means that there is no time for more. */
  async take(line: string, sieve: Sieve): Promise<'more' | 'enough'> {
    if (line === '') this.isCut = true
    const { type, data } = (line === '' ? {} : JSON.parse(line)) as Told
    if (type === 'begin') this.#ofFile = []
    // One more than is wanted shows that there are more.
    if (type === 'match' && this.#ofFile.length <= this.#limit) {
      const text = toText(data?.lines).replace(/\r?\n$/, '')
      this.#ofFile.push(toMatch(sieve.toPath(toText(data?.path)), Number(data?.line_number), text))
    }
    const [first] = this.#ofFile
    if (type !== 'end' || first === undefined || data?.binary_offset != null) return 'more'
    if (await sieve.isKept(first.path)) this.#keep(await sieve.confirm(this.#ofFile))
    return this.isCut ? 'enough' : 'more'
  }

  #keep(matches: readonly Match[]): void {
    const room = this.#limit - this.items.length
    if (matches.length > room) this.isCut = true
    this.items.push(...matches.slice(0, room))
  }
}

function toText({ text, bytes }: Text = {}): string {
  return text ?? Buffer.from(bytes ?? '', 'base64').toString('utf8')
}
