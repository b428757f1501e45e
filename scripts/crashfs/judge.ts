/** Opens what a crash left, and holds it against what was promised: nothing acknowledged is lost, nothing is made up. */
import { type DiskJournal, diskJournal } from '@parley/acp/node'
import { JournalError } from '@parley/acp/store'
import type { Disk } from './disk.js'
import { DIRECTORY, type History, type Life, SEGMENT_BYTES, toEntry } from './workload.js'

export interface Trial {
  readonly history: History
  /** How many deeds were done before the crash. */
  readonly done: number
  /** Only the process died: then also a journal that is not synced keeps what it acknowledged. */
  readonly isProcessOnly: boolean
  /** The mending of a first crash was cut short by a second. */
  readonly isSecond?: true
}

const AFTER = 'after'

/** A sentence about what is wrong, or nothing. */
export async function judge(disk: Disk, trial: Trial): Promise<string | undefined> {
  const { isSynced } = trial.history
  const journal = diskJournal({
    directory: DIRECTORY,
    files: disk,
    isSynced,
    segmentBytes: SEGMENT_BYTES,
    gatherMilliseconds: 0,
  })
  try {
    for (const id of new Set(trial.history.lives.map(life => life.id))) {
      const flaw = await judgeSession(journal, id, trial)
      if (flaw !== undefined) return `${id}: ${flaw}`
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  } finally {
    await journal.close()
  }
}

async function judgeSession(journal: DiskJournal, id: string, trial: Trial): Promise<string | undefined> {
  const { done, isProcessOnly, history } = trial
  const life = history.lives.findLast(known => known.id === id && known.begun <= done)
  const isPromised = history.isSynced || isProcessOnly
  const texts = await textsOf(journal, id)
  // The journal that was cut short while it mended had begun to go on.
  if (Array.isArray(texts) && trial.isSecond && texts.at(-1) === AFTER) texts.pop()
  if (texts === 'session_not_found') {
    const mustBe = life !== undefined && life.made <= done && life.deleting > done
    return mustBe && isPromised ? 'a session that was made is gone' : undefined
  }
  // Of a session whose making was cut short nobody was told: anything may stand in its file.
  if (texts === 'session_corrupted')
    return isPromised && (life?.made ?? 0) <= done ? 'called corrupted' : undefined
  if (life === undefined) return 'a session that was never made'
  if (life.deleted <= done && isPromised) return 'a session that was deleted is back'
  const flaw = compare(texts, { life, done, isPromised, isLoose: !isPromised, lives: history.lives })
  return flaw ?? (trial.isSecond ? undefined : goOn(journal, id, texts))
}

async function textsOf(journal: DiskJournal, id: string): Promise<string[] | string> {
  try {
    const texts: string[] = []
    for await (const { seq, ...entry } of journal.read(id)) {
      if (seq !== texts.length + 1) return 'out of order'
      texts.push(entry.kind === 'update' ? textOf(entry.update) : entry.kind)
    }
    return texts
  } catch (error) {
    if (error instanceof JournalError) return error.reason
    throw error
  }
}

function textOf(update: unknown): string {
  return /"text":"([^"]*)"/.exec(JSON.stringify(update))?.[1] ?? ''
}

interface Comparison {
  readonly life: Life
  readonly lives: readonly Life[]
  readonly done: number
  readonly isPromised: boolean
  /** An unlink that was not synced may bring back an earlier life. */
  readonly isLoose: boolean
}

function compare(texts: string[] | string, comparison: Comparison): string | undefined {
  if (typeof texts === 'string') return texts
  const { life, lives, done, isPromised, isLoose } = comparison
  const candidates = isLoose ? lives.filter(({ id }) => id === life.id) : [life]
  const lived = candidates.find(({ entries }) => texts.every((text, index) => entries[index]?.text === text))
  if (lived === undefined) return 'holds what was never appended, or not in that order'
  const late = lived.entries[texts.length - 1]
  if (late !== undefined && late.appended > done) return 'holds what was appended after the crash'
  const owed = isPromised ? life.entries.filter(({ acknowledged }) => acknowledged <= done).length : 0
  return texts.length < owed ? `${texts.length} of ${owed} acknowledged entries are there` : undefined
}

/** The session can be written on, and then holds one more. */
async function goOn(journal: DiskJournal, id: string, texts: string[] | string): Promise<string | undefined> {
  const log = await journal.acquire(id)
  await log.append(toEntry(AFTER))
  await log.release()
  const after = await textsOf(journal, id)
  const isRight = Array.isArray(after) && after.length === texts.length + 1 && after.at(-1) === AFTER
  return isRight ? undefined : 'cannot be gone on with'
}
