import { describe, test } from 'vitest'
import { journalContract } from '../testing/journal-contract.js'
import { memoryJournal } from './memory-journal.js'

describe('the journal in memory keeps the contract', () => {
  for (const { title, run } of journalContract(async () => ({ journal: memoryJournal() }))) test(title, run)
})
