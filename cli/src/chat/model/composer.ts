/** What is being written, and everything that helps with it. A value; `composer/` says how it changes. */

/** Text that was pasted and stands in the text as one mark. */
export interface Fold {
  /** As it stands in the text: `[pasted 120 lines #1]`. */
  readonly mark: string
  readonly text: string
}

/** What could be meant by the word at the cursor. */
export interface Completion {
  readonly kind: 'command' | 'file' | 'talk'
  /** Where the word begins, and ends, in the text. */
  readonly from: number
  readonly to: number
  readonly query: string
  /** The question that was asked for the items; an answer to another one is late. */
  readonly ticket: number
  readonly items: readonly Suggestion[]
  readonly selected: number
}

export interface Suggestion {
  /** What takes the place of the word. */
  readonly insert: string
  /** What is shown, not cleaned. */
  readonly label: string
  readonly detail?: string | undefined
}

/** Looking for something that was written before. */
export interface HistorySearch {
  readonly query: string
  /** How many matches are skipped. What is being written stays as it is until one of them is taken. */
  readonly skip: number
}

/** Something that was sent before stands there in the place of what is being written. */
export interface Recall {
  /** Which one, counted from the end. */
  readonly back: number
  readonly draft: string
  /** What was made of those that were changed, by their place from the end. */
  readonly changed: ReadonlyMap<number, string>
}

/** A state to which one can return. */
export interface Snapshot {
  readonly text: string
  readonly cursor: number
}

/** What was done last, and where it ended: the same again right there is undone together with it. */
export interface EditGroup {
  readonly kind: 'type' | 'erase' | 'kill'
  readonly at: number
}

export interface Composer {
  readonly text: string
  /** A place in `text`, always between two characters as people see them. */
  readonly cursor: number
  readonly folds: readonly Fold[]
  readonly completion?: Completion | undefined
  readonly search?: HistorySearch | undefined
  /** What was sent before, the latest last. */
  readonly history: readonly string[]
  readonly recall?: Recall | undefined
  readonly undo: readonly Snapshot[]
  readonly redo: readonly Snapshot[]
  readonly group?: EditGroup | undefined
  /** Where the word begins whose completion was closed: it stays closed. */
  readonly closedAt?: number | undefined
  /** The column that a cursor tends to which goes up and down. */
  readonly goal?: number | undefined
  readonly killed: string
  readonly nextTicket: number
}

export const EMPTY_COMPOSER: Composer = {
  text: '',
  cursor: 0,
  folds: [],
  history: [],
  undo: [],
  redo: [],
  killed: '',
  nextTicket: 1,
}
