/** What a row tells a client program to play, as its one argument. */
import type { MessageKind, Way } from '../contestants/contestant.js'

interface WithAgent {
  readonly agentFile: string
  /** Who stands between; nobody unless told. */
  readonly way?: Way | undefined
}

export interface SayOrder extends WithAgent {
  readonly play: 'say'
  readonly count: number
  readonly awaited: boolean
  /** How long the reader is busy with each update. */
  readonly readerMicros: number
}

export interface StuckOrder extends WithAgent {
  readonly play: 'stuck'
  readonly count: number
  readonly quietMilliseconds: number
}

export interface ReadOrder extends WithAgent {
  readonly play: 'read'
  readonly warmup: number
  readonly count: number
  readonly inFlight: number
}

export interface TurnsOrder extends WithAgent {
  readonly play: 'turns'
  readonly warmup: number
  readonly count: number
}

export interface LargeOrder extends WithAgent {
  readonly play: 'large'
  readonly bytes: number
}

export interface StartOrder extends WithAgent {
  readonly play: 'start'
  /** What a bare Node runs. */
  readonly emptyFile: string
  readonly times: number
}

export interface SessionsOrder extends WithAgent {
  readonly play: 'sessions'
  readonly sessions: number
  /** Of every session, one after the other. */
  readonly turnsEach: number
  readonly updatesPerTurn: number
}

export interface DispatchOrder {
  readonly play: 'dispatch'
  readonly kind: MessageKind
  readonly warmup: number
  readonly count: number
}

export interface LargeChunksOrder {
  readonly play: 'large-chunks'
  readonly bytes: number
  readonly chunkBytes: number
}

export type Order =
  | SayOrder
  | StuckOrder
  | ReadOrder
  | TurnsOrder
  | LargeOrder
  | StartOrder
  | SessionsOrder
  | DispatchOrder
  | LargeChunksOrder
