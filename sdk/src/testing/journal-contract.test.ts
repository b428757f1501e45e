import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { DiskJournal } from '../node/journal/options.js'
import { diskJournal } from '../node/journal.js'
import { journalContract } from './journal-contract.js'

describe.each([
  { name: 'not synced', isSynced: false },
  { name: 'synced', isSynced: true },
  {
    name: 'synced, with little segments and few open files',
    isSynced: true,
    segmentBytes: 2_000,
    openFiles: 2,
  },
  { name: 'not synced, with few open files', isSynced: false, openFiles: 1 },
])('the journal of files keeps the contract: $name', ({ name: _name, ...options }) => {
  const make = async () => {
    const directory = mkdtempSync(join(tmpdir(), 'parley-journal-'))
    const journals: DiskJournal[] = []
    const another = async () => {
      const journal = diskJournal({ directory, ...options })
      journals.push(journal)
      return journal
    }
    const release = async () => {
      await Promise.allSettled(journals.map(journal => journal.close()))
      rmSync(directory, { recursive: true, force: true })
    }
    return { journal: await another(), another, release }
  }
  for (const { title, run } of journalContract(make)) test(title, run)
})
