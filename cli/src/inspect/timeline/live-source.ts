/** A wire that runs: watched through its socket, from its beginning as far as that is still known. */

import { connect, type Socket } from 'node:net'
import { createRecordingReader, type Entry } from '@parley/acp/inspect'
import type { WireNote } from '../live/place.js'
import { LineRing } from '../live/ring.js'
import type { Source, SourceNews } from './source.js'

const HEADER = '{"recording":1}\n'
const MOST_KEPT = 128 * 1024 * 1024

export class LiveSource implements Source {
  readonly title: string
  readonly isFile = false
  readonly #note: WireNote
  readonly #lines = new LineRing(MOST_KEPT)
  #socket: Socket | undefined

  constructor(note: WireNote) {
    this.#note = note
    this.title = note.title
  }

  start(news: SourceNews): void {
    const socket = connect(this.#note.address)
    this.#socket = socket
    const reader = createRecordingReader()
    let rest = ''
    let isHeaded = false
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.write(`${this.#note.key}\n`))
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      const entries: Entry[] = []
      for (const line of lines) {
        const read = reader.push(`${line}\n`)
        if (read.length > 0) this.#lines.push(line)
        entries.push(...read)
      }
      const { header } = reader
      if (!isHeaded && !('line' in header)) {
        isHeaded = true
        news.header(header)
      }
      if (entries.length > 0) news.entries(entries)
    })
    let trouble: string | undefined
    socket.on('error', error => {
      trouble = `It can no longer be watched: ${error.message}`
    })
    socket.once('close', () => news.ended(trouble ?? 'The wire is over.'))
  }

  async read(place: number): Promise<Entry | undefined> {
    const line = this.#lines.at(place)
    if (line === undefined) return undefined
    const reader = createRecordingReader()
    reader.push(HEADER)
    return reader.push(`${line}\n`)[0]
  }

  release(id: string): void {
    this.#socket?.write(`release ${id}\n`)
  }

  close(): void {
    this.#socket?.destroy()
  }
}
