/**
 * Lets others watch a wire: each gets it from its beginning, or from where it still can be told, at its own pace. Who is
 * slow loses what fell out of the ring, and is told how much; nobody else waits for them.
 */

import { timingSafeEqual } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { Entry, Header } from '@parley/acp/inspect'
import type { EntrySink } from '../proxy/sink.js'
import { clearPlace, newPlace, type WireNote, writeNote } from './place.js'
import { LineRing } from './ring.js'

const BATCH_CHARACTERS = 64 * 1024
const MOST_WATCHERS = 16
const MOST_WORD_CHARACTERS = 4_096
const FAREWELL_MILLISECONDS = 1_000

interface Viewer {
  readonly socket: Socket
  next: number
  isFull: boolean
}

export interface HubSettings {
  readonly header: Header
  readonly about: Pick<WireNote, 'title' | 'cwd' | 'pid' | 'since'>
  readonly env: NodeJS.ProcessEnv
  /** Somebody lets go a message that is held. */
  onRelease(id: string): void
}

/** Opens the place to watch at. */
export async function openHub(settings: HubSettings): Promise<EntrySink> {
  const { folder, ...place } = await newPlace(settings)
  const hub = new Hub(settings, place.key)
  await hub.listen(place.address)
  await writeNote(folder, { ...place, ...settings.about })
  return {
    append(entry, text) {
      hub.append(entry, text)
      return undefined
    },
    async close() {
      await clearPlace(folder, place)
      await hub.close()
    },
  }
}

class Hub {
  readonly #settings: HubSettings
  readonly #key: string
  readonly #server: Server
  readonly #ring = new LineRing()
  readonly #viewers = new Set<Viewer>()
  readonly #sockets = new Set<Socket>()
  #lastAt = 0
  #isOver = false

  constructor(settings: HubSettings, key: string) {
    this.#settings = settings
    this.#key = key
    this.#server = createServer(socket => this.#greet(socket))
    this.#server.maxConnections = MOST_WATCHERS
    this.#server.unref()
  }

  listen(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(address, () => {
        this.#server.off('error', reject).on('error', () => {})
        resolve(process.platform === 'win32' ? undefined : chmod(address, 0o600))
      })
    })
  }

  append(entry: Entry, text: string | undefined): void {
    this.#lastAt = entry.at
    this.#ring.push(toLine(entry, text))
    for (const viewer of this.#viewers) this.#tell(viewer)
  }

  /** Everybody gets the end, if they take it within a moment. */
  async close(): Promise<void> {
    this.#isOver = true
    this.#server.close()
    for (const viewer of this.#viewers) this.#tell(viewer)
    const closed = [...this.#sockets].map(socket => new Promise(resolve => socket.once('close', resolve)))
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise(resolve => {
      timer = setTimeout(resolve, FAREWELL_MILLISECONDS)
    })
    await Promise.race([Promise.all(closed), patience])
    clearTimeout(timer)
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Nobody is shown anything who does not know the key. */
  #greet(socket: Socket): void {
    this.#sockets.add(socket)
    let heard = ''
    let viewer: Viewer | undefined
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (text: string) => {
      heard += text
      const words = heard.split('\n')
      heard = words.pop() ?? ''
      if (heard.length > MOST_WORD_CHARACTERS) return void socket.destroy()
      for (const word of words) {
        if (viewer !== undefined) this.#hear(word)
        else if (isSame(word, this.#key)) viewer = this.#admit(socket)
        else return void socket.destroy()
      }
    })
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (viewer !== undefined) this.#viewers.delete(viewer)
    })
  }

  #hear(word: string): void {
    const [, id] = /^release (\S+)$/.exec(word) ?? []
    if (id !== undefined) this.#settings.onRelease(id)
  }

  #admit(socket: Socket): Viewer {
    const viewer: Viewer = { socket, next: 0, isFull: false }
    socket.on('drain', () => {
      viewer.isFull = false
      this.#tell(viewer)
    })
    socket.write(`${JSON.stringify(this.#settings.header)}\n`)
    this.#viewers.add(viewer)
    this.#tell(viewer)
    return viewer
  }

  #tell(viewer: Viewer): void {
    while (!viewer.isFull && viewer.next < this.#ring.end)
      viewer.isFull = !viewer.socket.write(this.#batch(viewer))
    if (this.#isOver && viewer.next >= this.#ring.end) viewer.socket.end()
  }

  #batch(viewer: Viewer): string {
    const lines: string[] = []
    const lost = this.#ring.first - viewer.next
    if (lost > 0) {
      const detail = `${lost === 1 ? '1 entry was' : `${lost} entries were`} let go before anybody was shown`
      lines.push(toLine({ at: this.#lastAt, event: 'omitted', detail }, undefined))
      viewer.next = this.#ring.first
    }
    let characters = 0
    while (characters < BATCH_CHARACTERS) {
      const line = this.#ring.at(viewer.next)
      if (line === undefined) break
      lines.push(line)
      characters += line.length
      viewer.next++
    }
    return lines.join('')
  }
}

/** The text of a message is used as it was: it has been read as JSON, and is one line. */
function toLine(entry: Entry, text: string | undefined): string {
  const at = Math.round(entry.at * 1_000) / 1_000
  if ('message' in entry && text !== undefined)
    return `{"at":${at},"to":"${entry.to}","bytes":${entry.bytes},"message":${text.trim()}}\n`
  return `${JSON.stringify({ ...entry, at })}\n`
}

function isSame(word: string, key: string): boolean {
  const [one, other] = [Buffer.from(word), Buffer.from(key)]
  return one.length === other.length && timingSafeEqual(one, other)
}
