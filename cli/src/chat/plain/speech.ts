/** Text that comes in pieces, as whole lines under the name of who says it. Cleaned a line at a time: no sequence is ever cut in two. */

import { sanitizeForDisplay } from '@parley/acp/guard'

const MOST_CHARACTERS = 16 * 1024

export class Speech {
  readonly #write: (line: string) => void
  #who = ''
  #rest = ''
  #isFirst = true

  constructor(write: (line: string) => void) {
    this.#write = write
  }

  /** The first line has the name in front, those behind it two blanks. */
  say(who: string, text: string): void {
    if (who !== this.#who) this.close()
    this.#who = who
    const lines = `${this.#rest}${text}`.split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#put(line)
    while (this.#rest.length > MOST_CHARACTERS) {
      const blank = this.#rest.lastIndexOf(' ', MOST_CHARACTERS)
      const end = blank > 0 ? blank : MOST_CHARACTERS
      this.#put(this.#rest.slice(0, end))
      this.#rest = this.#rest.slice(end)
    }
  }

  /** What is said next is another message, also of the same one. */
  close(): void {
    if (this.#rest !== '') this.#put(this.#rest)
    this.#rest = ''
    this.#who = ''
    this.#isFirst = true
  }

  #put(line: string): void {
    const text = sanitizeForDisplay(line).replaceAll('\n', ' ').trimEnd()
    // An answer often begins with an empty line, which is nothing to be read out.
    if (text === '' && this.#isFirst) return
    this.#write(this.#isFirst ? `${this.#who}: ${text}` : `  ${text}`.trimEnd())
    this.#isFirst = false
  }
}
