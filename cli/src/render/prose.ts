/** Text that comes in pieces, and lines between them: keeps them apart, and has the markdown styled where there are colours. */

import { MarkdownStyler } from './markdown-styler.js'
import type { Palette } from './palette.js'

export type Voice = 'answer' | 'thought'

// Without colours a thought would look like an answer.
const THOUGHT_MARK = '… '

export class Prose {
  readonly #paint: Palette
  readonly #isColoured: boolean
  readonly #styler: MarkdownStyler
  /** Who speaks now; nothing between blocks. */
  #voice: Voice | undefined
  #isAtLineStart = true
  #hasSaid = false

  constructor(paint: Palette, isColoured: boolean) {
    this.#paint = paint
    this.#isColoured = isColoured
    this.#styler = new MarkdownStyler(paint)
  }

  /** A piece of what a voice says; text that was cleaned. */
  say(voice: Voice, text: string): string {
    const before = this.#voice === voice ? '' : this.#open(voice)
    return before + this.#noted(this.#styled(voice, text))
  }

  /** Lines that stand by themselves. */
  block(lines: readonly string[]): string {
    const before = this.close()
    this.#hasSaid = true
    return `${before}${lines.map(line => `${line}\n`).join('')}`
  }

  /** Whatever is open ends. */
  close(): string {
    const rest = this.#noted(this.#styler.end())
    this.#voice = undefined
    if (this.#isAtLineStart) return rest
    this.#isAtLineStart = true
    return `${rest}\n`
  }

  #open(voice: Voice): string {
    const end = this.close()
    const gap = this.#hasSaid ? '\n' : ''
    this.#voice = voice
    this.#hasSaid = true
    return end + gap
  }

  #styled(voice: Voice, text: string): string {
    if (voice === 'thought') return this.#isColoured ? this.#dimmed(text) : this.#marked(text)
    return this.#isColoured ? this.#styler.feed(text) : text
  }

  /** Line by line, so that no style goes beyond the end of one. */
  #dimmed(text: string): string {
    return text.replace(/[^\n]+/g, part => this.#paint('muted', part))
  }

  #marked(text: string): string {
    const begun = this.#isAtLineStart && text !== '' ? THOUGHT_MARK : ''
    return begun + text.replace(/\n(?!$)/g, `\n${THOUGHT_MARK}`)
  }

  #noted(shown: string): string {
    if (shown !== '') this.#isAtLineStart = shown.endsWith('\n')
    return shown
  }
}
