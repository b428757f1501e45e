/** What was sent, by one person, wherever it was: a line each, the latest last. */

import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../agents/private-file.js'
import { codeOf } from '../../error-code.js'
import { withLock } from '../../file-lock.js'
import { isObject } from '../../json-object.js'
import { stateFolder } from '../../own-folder.js'
import type { Effect } from '../effect.js'
import type { TalkKey } from '../model/talk.js'
import type { Hands } from './hands.js'

const MOST_ENTRIES = 2_000
const MOST_CHARACTERS = 64 * 1_024
const MOST_BYTES = 8 * 1_024 * 1_024

interface Sent {
  readonly cwd: string
  readonly text: string
}

/** Hears of every conversation that begins, and leaves it to others: it must be asked before them. */
export class PromptHistory implements Hands {
  readonly #path: string
  readonly #folders = new Map<TalkKey, string>()
  #writing: Promise<void> = Promise.resolve()

  constructor({ env }: { readonly env: NodeJS.ProcessEnv }) {
    this.#path = join(stateFolder('prompts', { env }), 'sent.ndjson')
  }

  take(effect: Effect): boolean {
    if (effect.do === 'start') this.#folders.set(effect.talk, effect.cwd)
    if (effect.do !== 'remember') return false
    const sent = { cwd: this.#folders.get(effect.talk) ?? '', text: effect.text }
    // Nothing is lost but a convenience: nobody is told.
    this.#writing = this.#writing.then(() => this.#add(sent)).catch(() => undefined)
    return true
  }

  /** The latest last: what was sent in this directory comes after everything that was sent elsewhere. */
  async read(cwd: string): Promise<readonly string[]> {
    const all = parse(await readTail(this.#path)).slice(-MOST_ENTRIES)
    const here = all.filter(sent => sent.cwd === cwd)
    const texts = [...all.filter(sent => sent.cwd !== cwd), ...here].map(({ text }) => text)
    return texts.filter((text, index) => text !== texts[index + 1])
  }

  async #add(sent: Sent): Promise<void> {
    if (sent.text.trim() === '' || sent.text.length > MOST_CHARACTERS) return
    await withLock(this.#path, async () => {
      const before = await readTail(this.#path)
      const all = parse(before)
      const last = all.at(-1)
      if (last?.text === sent.text && last.cwd === sent.cwd) return
      if (all.length >= 2 * MOST_ENTRIES || before.length > MOST_BYTES / 2)
        await replaceFile(
          this.#path,
          fitting([...all, sent])
            .map(toRow)
            .join(''),
        )
      // A line that was torn by a crash ends here.
      else await append(this.#path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${toRow(sent)}`)
    })
  }

  async close(): Promise<void> {
    await this.#writing
  }
}

const toRow = ({ cwd, text }: Sent): string => `${JSON.stringify({ cwd, text })}\n`

/** The latest, in a quarter of the room: not every addition is to write everything anew. */
function fitting(all: readonly Sent[]): readonly Sent[] {
  let room = MOST_BYTES / 4
  let first = all.length
  while (first > 0 && all.length - first < MOST_ENTRIES && room > 0) {
    first--
    room -= Buffer.byteLength(toRow(all[first] ?? { cwd: '', text: '' }))
  }
  return all.slice(first)
}

function parse(text: string): readonly Sent[] {
  return text.split('\n').flatMap(line => {
    try {
      const value: unknown = line === '' ? undefined : JSON.parse(line)
      if (!isObject(value) || typeof value.text !== 'string' || typeof value.cwd !== 'string') return []
      return value.text.length > MOST_CHARACTERS ? [] : [{ cwd: value.cwd, text: value.text }]
    } catch {
      return []
    }
  })
}

async function append(path: string, rows: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(rows)
  } finally {
    await file.close()
  }
}

/** The end of it, if it is long: a line that was cut is none. */
async function readTail(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return ''
  try {
    const status = await file.stat()
    if (!status.isFile()) return ''
    const length = Math.min(status.size, MOST_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, status.size - length)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
