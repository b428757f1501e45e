/** Writes a conversation down while it is held. Whatever goes wrong here is told once, and the conversation goes on. */

import { randomUUID } from 'node:crypto'
import type { SessionUpdate } from '@parley/acp/client'
import { cutCharacters, sanitizeLine } from '@parley/acp/guard'
import type { DiskJournal } from '@parley/acp/node'
import { type Entry, JournalError, type KeptStopReason, type SessionLog } from '@parley/acp/store'
import type { Shell } from '../shell.js'
import { idFor, otherId, toConversation, toHeader } from './conversation.js'
import type { OpenRecorder, RecordedSession, RecordPlace } from './record.js'
import { newHeader, openJournal } from './shelf.js'

const OPENING_CHARACTERS = 120
// So many entries may wait for the disk before the agent does.
const MOST_PENDING = 256

/** What it needs of its surroundings; what goes wrong is told on `stderr`. */
type Surroundings = Pick<Shell, 'env'> & { readonly stderr: { write(text: string): unknown } }

/** Begins the record of a conversation, or goes on with the one that is there unless it is new. Never rejects. */
export async function openRecorder(
  session: RecordedSession & RecordPlace,
  shell: Surroundings,
): Promise<OpenRecorder> {
  const recorder = new JournalRecorder(session, shell)
  await recorder.open()
  return recorder
}

class JournalRecorder implements OpenRecorder {
  readonly #session: RecordedSession & RecordPlace
  #id: string
  readonly #shell: Surroundings
  #journal: DiskJournal | undefined
  #log: SessionLog | undefined
  #turns = 0
  #isTold = false
  #pending = 0
  #last: Promise<void> | undefined

  constructor(session: RecordedSession & RecordPlace, shell: Surroundings) {
    this.#session = session
    this.#id = session.record ?? idFor(session)
    this.#shell = shell
  }

  get id(): string {
    return this.#id
  }

  async open(): Promise<void> {
    const journal = openJournal(this.#shell)
    this.#journal = journal
    try {
      this.#log = this.#session.isNew === true ? await this.#begin(journal) : await this.#take(journal)
      this.#id = this.#log.id
      const { turns, label } = toConversation(await journal.find(this.#id))
      this.#turns = turns
      const wanted = this.#session.label
      if (wanted !== undefined && wanted !== label) this.#keep({ kind: 'info', facts: { label: wanted } })
    } catch (error) {
      this.#tell(error)
    }
  }

  prompt(blocks: readonly unknown[]): void {
    const contract = this.#session.contract ?? 'v1'
    this.#keep({ kind: 'prompt', contract, messageId: randomUUID(), content: blocks })
    this.#turns++
    const opening = this.#turns === 1 ? openingOf(blocks) : ''
    const facts = { turns: this.#turns, lastAt: Date.now(), ...(opening === '' ? {} : { opening }) }
    this.#keep({ kind: 'info', facts })
  }

  update(update: SessionUpdate): Promise<void> | undefined {
    this.#keep({ kind: 'update', contract: this.#session.contract ?? 'v1', update })
    if (update.sessionUpdate === 'session_info_update' && update.title !== undefined)
      this.#keep({ kind: 'info', title: update.title })
    return this.#pending < MOST_PENDING ? undefined : this.#last
  }

  end(stopReason: string): void {
    // Also one that only this agent knows is what it said.
    this.#keep({ kind: 'end', stopReason: stopReason as KeptStopReason })
    this.#keep({ kind: 'info', facts: { lastAt: Date.now() } })
  }

  async close(): Promise<void> {
    const log = this.#log
    this.#log = undefined
    try {
      await log?.release()
      await this.#journal?.close()
    } catch (error) {
      this.#tell(error)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Two processes may both find nothing there; then one of them makes it, and the other hears that it is taken. */
  async #take(journal: DiskJournal): Promise<SessionLog> {
    try {
      return await journal.acquire(this.#id)
    } catch (error) {
      if (!(error instanceof JournalError) || error.reason !== 'session_not_found') throw error
      return await journal.create({ ...toHeader(this.#session), id: this.#id })
    }
  }

  /** Two processes may both find an id free; then the slower one takes another. */
  async #begin(journal: DiskJournal): Promise<SessionLog> {
    try {
      return await journal.create(await newHeader(journal, this.#session))
    } catch (error) {
      if (!(error instanceof JournalError)) throw error
      return await journal.create({ ...toHeader(this.#session), id: otherId() })
    }
  }

  #keep(entry: Entry): void {
    try {
      const kept = this.#log?.append(entry)
      if (kept === undefined) return
      this.#pending++
      this.#last = kept
        .catch((error: unknown) => this.#stop(error))
        .finally(() => {
          this.#pending--
        })
    } catch (error) {
      this.#stop(error)
    }
  }

  /** With a gap in it the record would tell something that never happened. */
  #stop(error: unknown): void {
    const log = this.#log
    this.#log = undefined
    log?.release().catch(() => {})
    this.#tell(error)
  }

  #tell(error: unknown): void {
    if (this.#isTold) return
    this.#isTold = true
    this.#shell.stderr.write(`parley: this conversation is not recorded: ${whyNot(error)}\n`)
  }
}

function whyNot(error: unknown): string {
  if (error instanceof JournalError && error.reason === 'session_locked')
    return 'another process is recording it.'
  return sanitizeLine(error instanceof Error ? error.message : String(error))
}

/** How a prompt begins, as far as it is text. */
export function openingOf(blocks: readonly unknown[]): string {
  const text = blocks.map(textOf).find(each => each.trim() !== '') ?? ''
  return cutCharacters(sanitizeLine(text.trimStart().slice(0, 4 * OPENING_CHARACTERS)), OPENING_CHARACTERS)
}

function textOf(block: unknown): string {
  const isText = typeof block === 'object' && block !== null && 'text' in block
  return isText && typeof block.text === 'string' ? block.text : ''
}
