/** Places for journals in tests: folders that go away again, and disks that fail on demand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Entry, Journal, KeptEntry } from '../../store/index.js'
import { diskJournal } from '../journal.js'
import { type FileSystem, nodeFileSystem } from './file-system.js'
import type { DiskJournal, DiskJournalOptions } from './options.js'

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A journal that is closed when the test is over. */
export function openJournal(options: DiskJournalOptions): DiskJournal {
  const journal = diskJournal({ reserveBytes: 0, ...options })
  onTestFinished(() => journal.close().catch(() => {}))
  return journal
}

/** This machine's disk, but for what the test wants otherwise. */
export function diskWith(change: (disk: FileSystem) => Partial<FileSystem>): FileSystem {
  const disk = nodeFileSystem()
  return { ...disk, ...change(disk) }
}

export function failure(code: string): Error {
  return Object.assign(new Error(`${code}: as the test wants it`), { code })
}

export const update = (text: string): Entry => ({
  kind: 'update',
  contract: 'v1',
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
})

export const prompt: Entry = { kind: 'prompt', contract: 'v1', messageId: 'm1', content: [] }

export async function entriesOf(journal: Journal, id: string): Promise<readonly KeptEntry[]> {
  const kept: KeptEntry[] = []
  for await (const entry of journal.read(id)) kept.push(entry)
  return kept
}

/** A released session with this many entries; its file. */
export async function makeSession(directory: string, entries: number, id = 's1'): Promise<string> {
  const journal = openJournal({ directory })
  const log = await journal.create({ id, cwd: '/w' })
  for (let index = 1; index <= entries; index++) void log.append(update(`text ${index}`))
  await journal.close()
  return join(directory, `${id}.ndjson`)
}
