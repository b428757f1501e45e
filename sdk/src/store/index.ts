/** The door for those who keep conversations. */

export { forkSession } from './fork.js'
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
  type SessionFacts,
  type SessionHeader,
  type SessionLog,
  type SessionPage,
  type SessionRecord,
} from './journal.js'
export { memoryJournal } from './memory-journal.js'
export {
  exportSession,
  importSession,
  type SessionDocument,
  SessionDocumentError,
} from './session-document.js'
