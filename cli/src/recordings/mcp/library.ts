/** The recordings as tools see them: found by name in their folder alone, and the one that was read last kept at hand. */

import { statSync } from 'node:fs'
import { secretsInEnvironment } from '@parley/acp/guard'
import {
  createOnlooker,
  type Entry,
  learningRedaction,
  type Onlooker,
  type Recording,
} from '@parley/acp/inspect'
import type { ShelvedRecording } from '@parley/acp/node'
import { Failure } from '../../failure.js'
import type { Shell } from '../../shell.js'
import { describeAll, type ListedRecording } from '../list.js'
import { readFound, shelvedRecordings } from '../place.js'
import { redactRecording } from '../redacted.js'

/** A recording, read and judged. */
export interface OpenRecording {
  readonly recording: Recording
  readonly onlooker: Onlooker
}

/** Larger ones are for the command: a server keeps one in memory. */
const MOST_BYTES = 200_000_000

export class Library {
  readonly #shell: Shell
  #key = ''
  #open: OpenRecording | undefined

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async list(limit: number): Promise<readonly Omit<ListedRecording, 'path' | 'isEncrypted'>[]> {
    const all = await describeAll(await this.#readable(), limit)
    return all.map(({ path: _, isEncrypted: __, ...rest }) => rest)
  }

  async open(name: string): Promise<OpenRecording> {
    const path = await this.#find(name)
    const { size, mtimeMs } = statSync(path)
    if (size > MOST_BYTES) throw new Failure(`${name} has ${size} bytes; at most ${MOST_BYTES} are read here`)
    const key = `${path} ${size} ${mtimeMs}`
    if (this.#open === undefined || this.#key !== key) {
      // A recording may have been made by others. Redacted whole: what is cut out of it later has no halves of secrets.
      const means = learningRedaction({ known: secretsInEnvironment(this.#shell.env) })
      this.#open = await judged(redactRecording(await readFound(path), means))
      this.#key = key
    }
    return this.#open
  }

  /** Nothing that was recorded with its secrets, also not by its name. */
  async #readable(): Promise<readonly ShelvedRecording[]> {
    return (await shelvedRecordings(this.#shell)).filter(({ isSealed }) => !isSealed)
  }

  async #find(name: string): Promise<string> {
    const all = await this.#readable()
    const found = name === 'last' ? all.slice(0, 1) : all.filter(each => each.name.startsWith(name))
    const [one] = found
    if (one !== undefined && found.length === 1) return one.path
    throw new Failure(
      one === undefined
        ? `there is no recording ${name}`
        : `${name} may be any of ${found.length} recordings`,
    )
  }
}

async function judged(recording: Recording): Promise<OpenRecording> {
  const onlooker = await createOnlooker()
  for (const entry of recording.entries) onlooker.see(entry)
  onlooker.end()
  return { recording, onlooker }
}

/** What an entry says, as text to search. */
export function textOf(entry: Entry | undefined): string {
  if (entry === undefined) return ''
  if ('message' in entry) return JSON.stringify(entry.message)
  if ('stderr' in entry) return entry.stderr
  return 'noise' in entry ? entry.text : entry.detail
}
