/** What the terminals that this side lends show now: the end of their output, told a few times in a second at most. */

import type { NodeHostOptions } from '@parley/acp/node'
import type { TalkNews } from '../event.js'

type Piece = Parameters<NonNullable<NodeHostOptions['onOutput']>>[0]
type End = Parameters<NonNullable<NodeHostOptions['onEnd']>>[0]
type TerminalNews = Extract<TalkNews, { is: 'terminal' }>

const PAUSE_MILLISECONDS = 50
const MOST_CHARACTERS = 64 * 1024

/** The end of one terminal's output. */
interface Tail {
  pieces: string[]
  length: number
  isCut: boolean
  timer: NodeJS.Timeout | undefined
}

export class TalkTerminals {
  readonly #tell: (news: TerminalNews) => void
  readonly #tails = new Map<string, Tail>()

  constructor(tell: (news: TerminalNews) => void) {
    this.#tell = tell
  }

  note({ terminalId, text, missedBytes }: Omit<Piece, 'sessionId'>): void {
    const tail = this.#tailOf(terminalId)
    // What comes before a gap does not belong to what comes behind it.
    if (missedBytes > 0) Object.assign(tail, { pieces: [], length: 0, isCut: true })
    tail.pieces.push(text)
    tail.length += text.length
    if (tail.length > 2 * MOST_CHARACTERS) shorten(tail)
    tail.timer ??= setTimeout(() => {
      tail.timer = undefined
      this.#tell(toNews(terminalId, tail))
    }, PAUSE_MILLISECONDS)
  }

  end({ terminalId, exitCode, signal }: Omit<End, 'sessionId'>): void {
    const tail = this.#tailOf(terminalId)
    clearTimeout(tail.timer)
    this.#tails.delete(terminalId)
    this.#tell({ ...toNews(terminalId, tail), exit: { exitCode, signal } })
  }

  close(): void {
    for (const { timer } of this.#tails.values()) clearTimeout(timer)
    this.#tails.clear()
  }

  #tailOf(terminalId: string): Tail {
    const tail = this.#tails.get(terminalId) ?? { pieces: [], length: 0, isCut: false, timer: undefined }
    this.#tails.set(terminalId, tail)
    return tail
  }
}

function toNews(terminalId: string, tail: Tail): TerminalNews {
  shorten(tail)
  const [output = ''] = tail.pieces
  return { is: 'terminal', terminalId, output, isCut: tail.isCut }
}

/** The pieces as one, no longer than may be kept. */
function shorten(tail: Tail): void {
  const text = tail.pieces.join('')
  tail.isCut ||= text.length > MOST_CHARACTERS
  // Half a character at the beginning is none.
  const kept = text.slice(-MOST_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '')
  tail.pieces = [kept]
  tail.length = kept.length
}
