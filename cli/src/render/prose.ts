/** Text that comes in pieces, and lines between them: keeps them apart, and styles a little of the markdown where there are colours. */

import type { Palette } from './palette.js'

export type Voice = 'answer' | 'thought'

export class Prose {
  readonly #paint: Palette
  readonly #isColoured: boolean
  /** Who speaks now; nothing between blocks. */
  #voice: Voice | undefined
  #isAtLineStart = true
  /** Held back: the beginning of a line that may be a heading or a fence. */
  #held = ''
  #style: 'plain' | 'heading' | 'fence' = 'plain'
  #isInFence = false
  #hasSaid = false

  constructor(paint: Palette, isColoured: boolean) {
    this.#paint = paint
    this.#isColoured = isColoured
  }

  /** A piece of what a voice says; text that was cleaned. */
  say(voice: Voice, text: string): string {
    const before = this.#voice === voice ? '' : this.#open(voice)
    const body = this.#isColoured ? this.#styled(text) : text
    if (text !== '') this.#isAtLineStart = text.endsWith('\n')
    return before + body
  }

  /** Lines that stand by themselves. */
  block(lines: readonly string[]): string {
    const before = this.#endLine()
    this.#voice = undefined
    this.#hasSaid = true
    return `${before}${lines.map(line => `${line}\n`).join('')}`
  }

  /** Whatever is open ends. */
  close(): string {
    const end = this.#endLine()
    this.#voice = undefined
    return end
  }

  #open(voice: Voice): string {
    const end = this.#endLine()
    const gap = this.#hasSaid ? '\n' : ''
    this.#voice = voice
    this.#hasSaid = true
    return end + gap
  }

  #endLine(): string {
    const held = this.#flushHeld()
    if (this.#isAtLineStart) return held
    this.#isAtLineStart = true
    return `${held}\n`
  }

  #flushHeld(): string {
    const held = this.#held
    this.#held = ''
    this.#style = 'plain'
    return held === '' ? '' : this.#tint(held)
  }

  #styled(text: string): string {
    let shown = ''
    for (const line of text.split(/(?<=\n)/)) shown += this.#styledPart(line)
    return shown
  }

  /** A part of one line, perhaps with its end. */
  #styledPart(part: string): string {
    const isWhole = part.endsWith('\n')
    const begins = this.#isAtLineStart || this.#held !== ''
    const text = this.#held + part
    this.#held = ''
    if (begins) {
      // Too little to tell what the line is.
      if (!isWhole && /^(?:#{1,6}|`{1,2})$/.test(text)) {
        this.#held = text
        this.#isAtLineStart = false
        return ''
      }
      this.#style = this.#styleOf(text)
    }
    this.#isAtLineStart = isWhole
    const shown = this.#tint(isWhole ? text.slice(0, -1) : text)
    if (isWhole) this.#style = 'plain'
    return isWhole ? `${shown}\n` : shown
  }

  #styleOf(text: string): 'plain' | 'heading' | 'fence' {
    if (text.startsWith('```')) {
      this.#isInFence = !this.#isInFence
      return 'fence'
    }
    return !this.#isInFence && /^#{1,6}\s/.test(text) ? 'heading' : 'plain'
  }

  #tint(text: string): string {
    if (this.#voice === 'thought' || this.#style === 'fence') return this.#paint('muted', text)
    if (this.#style === 'heading') return this.#paint('strong', text)
    return this.#isInFence ? this.#paint('accent', text) : text
  }
}
