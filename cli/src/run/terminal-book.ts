/** What each command prints, line by line: the first lines to be shown as they come, of the rest the last ones. Bounded. */

import { stripVTControlCharacters } from 'node:util'

const MOST_LIVE = 100
const MOST_TAIL = 20
const LONGEST_LINE = 16 * 1024
const MOST_TERMINALS = 64

interface Feed {
  /** A line without its end. */
  partial: string
  /** Whole lines that nobody has taken yet. */
  queue: string[]
  /** How many lines were put into the queue so far. */
  live: number
  tail: string[]
  skipped: number
  exit?: string | undefined
}

export class TerminalBook {
  readonly #feeds = new Map<string, Feed>()

  append(terminalId: string, text: string): void {
    const feed = this.#feed(terminalId)
    const [first = '', ...rest] = text.split('\n')
    const lines = [feed.partial + first, ...rest]
    feed.partial = (lines.pop() ?? '').slice(-LONGEST_LINE)
    for (const line of lines) put(feed, toShown(line))
  }

  end(terminalId: string, exit: string): void {
    this.#feed(terminalId).exit = exit
  }

  exitOf(terminalId: string): string | undefined {
    return this.#feeds.get(terminalId)?.exit
  }

  /** The lines to be shown now. */
  take(terminalId: string): readonly string[] {
    const feed = this.#feeds.get(terminalId)
    const lines = feed?.queue ?? []
    if (feed !== undefined) feed.queue = []
    return lines
  }

  /** The lines that are left when it is over. */
  finish(terminalId: string): readonly string[] {
    const feed = this.#feeds.get(terminalId)
    if (feed === undefined) return []
    const last = toShown(feed.partial)
    feed.partial = ''
    if (last !== '') put(feed, last)
    const more = feed.skipped > 0 ? [`… ${feed.skipped} more lines`] : []
    const lines = [...feed.queue, ...more, ...feed.tail]
    Object.assign(feed, { queue: [], tail: [], skipped: 0 })
    return lines
  }

  #feed(terminalId: string): Feed {
    const known = this.#feeds.get(terminalId)
    if (known !== undefined) return known
    const feed: Feed = { partial: '', queue: [], live: 0, tail: [], skipped: 0 }
    this.#feeds.set(terminalId, feed)
    const [oldest] = this.#feeds.keys()
    if (this.#feeds.size > MOST_TERMINALS && oldest !== undefined) this.#feeds.delete(oldest)
    return feed
  }
}

function put(feed: Feed, line: string): void {
  if (feed.live < MOST_LIVE) {
    feed.live++
    feed.queue.push(line)
    return
  }
  feed.tail.push(line)
  if (feed.tail.length <= MOST_TAIL) return
  feed.tail.shift()
  feed.skipped++
}

/** What would stand there in the end: colours mean nothing here, and what was written over is gone. */
function toShown(line: string): string {
  const plain = stripVTControlCharacters(line.slice(0, LONGEST_LINE)).replace(/\r+$/, '')
  return plain.slice(plain.lastIndexOf('\r') + 1)
}
