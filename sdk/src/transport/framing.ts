/** How messages are told apart on a stream of bytes: one object reads, one function writes. */

import { decode, type Limits, Malformed } from '../jsonrpc/index.js'
import { ReceivedDelivery } from '../jsonrpc/received-delivery.js'

// What is larger comes seldom, and its text would be held beside its value for as long as somebody works on it.
const MOST_KEPT_CHARACTERS = 16 * 1024

/** A delivery being filled. */
export class Arrivals extends ReceivedDelivery {
  addText(text: string, limits: Limits): void {
    if (text.length > MOST_KEPT_CHARACTERS) this.add(decode(text, limits), text.length)
    else this.addUnread(text, limits)
  }

  addNotText(size: number): void {
    this.add(new Malformed('not_utf8', 'the bytes are not valid UTF-8'), size)
  }

  addTooLarge(limits: Limits): void {
    this.add(new Malformed('too_large', `a message is at most ${limits.messageBytes} bytes`), 0)
  }
}

export interface FrameReader {
  push(chunk: Uint8Array, arrivals: Arrivals): void
  /** The input is over: what is still held is a message or a loss to report. */
  end(arrivals: Arrivals): void
}

export interface Framing {
  readonly reader: FrameReader
  /** What goes before and after a message's text. */
  frame(text: string): { readonly before: string; readonly after: string }
}

// A byte order mark is kept, so that the parser refuses it: JSON on a wire has none.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of the bytes, or nothing when they are not valid UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
