/** The door for those who keep conversations. */

export {
  type Entry,
  type EntryContract,
  type Journal,
  JournalError,
  type JournalErrorReason,
  type KeptEntry,
  type KeptStopReason,
  type ListQuery,
  type OptionValues,
  type SessionHeader,
  type SessionLog,
  type SessionPage,
  type SessionRecord,
} from './journal.js'
export { memoryJournal } from './memory-journal.js'
