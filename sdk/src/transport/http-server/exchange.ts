/** One request and its answer, whatever runtime it came by. The endpoint sees nothing else of HTTP. */

import type { Asking, Freight } from '../remote/serving.js'

/** Names in lower case. */
export type HeaderFields = Readonly<Record<string, string>>

/** Text on its way to the client, for as long as its request lasts. */
export interface Spout {
  /** Takes text; a promise asks to wait for room. Text for a client that has left is dropped. */
  write(text: string): Promise<void> | undefined
  /** Calls back when this turn of the event loop has nothing more to write. */
  whenIdle(callback: () => void): void
  /** Sends what was taken, and ends. */
  end(): void
  /** Ends at once, and tells the client that it did not end well. */
  drop(): void
  /** Calls back once nothing more can be sent, at once when that is so already. */
  onClosed(callback: () => void): void
}

/** Why a body is not there. */
export type BodyLoss = 'too_large' | 'too_much' | 'too_slow' | 'left'

/** A request, its body, and the two ways to answer it. */
export interface Exchange extends Asking {
  /** The whole body; of one that is too long no more is kept than that. Counted while it is not whole. */
  body(most: number, freight?: Freight): Promise<Uint8Array | BodyLoss>
  /** Answers in one go. */
  answer(status: number, headers: HeaderFields, body: string): void
  /** Answers that the message is in safe hands (202); where the runtime lets it, behind what is said in answer to it meanwhile. */
  accept(): void
  /** Begins an answer of 200 that goes on. */
  stream(headers: HeaderFields): Spout
  /** Calls back when the client has left before it was answered whole. */
  onLeft(callback: () => void): void
}
