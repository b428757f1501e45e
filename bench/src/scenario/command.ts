/** The orders a bench client gives a bench agent, carried as the text of a prompt so that every library can carry them. */
import type { Usage } from '../measure/usage.js'

export interface SayCommand {
  readonly do: 'say'
  readonly count: number
  readonly awaited: boolean
}

export interface ReadCommand {
  readonly do: 'read'
  readonly warmup: number
  readonly count: number
  readonly inFlight: number
}

export interface PrepareCommand {
  readonly do: 'prepare'
  readonly bytes: number
}

export interface UsageCommand {
  readonly do: 'usage'
  /** Collect garbage first, so that the heap shows what is held and not what was used. */
  readonly collect: boolean
}

export type Command =
  | SayCommand
  | ReadCommand
  | PrepareCommand
  | { readonly do: 'say-prepared' }
  | { readonly do: 'nothing' }
  | UsageCommand

/** What an agent says in answer to `read` and `usage`. */
export interface ReadResult {
  readonly p50Micros: number
  readonly perSecond: number
}

export type UsageResult = Usage
