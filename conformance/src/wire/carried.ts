/** What passes on a network beside the messages themselves: answers to requests, streams, frames. Evidence for those who judge it. */

/** The server's answer to a request. */
export interface CarriedAnswer {
  readonly is: 'answer'
  /** The method of HTTP. */
  readonly verb: string
  /** The method of the message that was posted, where it had one. */
  readonly method: string | undefined
  /** The session of the request, by its header. */
  readonly session: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Empty for a stream. */
  readonly text: string
}

/** A message on a stream: that of a session, or the connection's own. */
export interface CarriedEvent {
  readonly is: 'event'
  readonly stream: string | undefined
  readonly data: string
}

/** A frame of a socket that is no control frame. */
export interface CarriedFrame {
  readonly is: 'frame'
  readonly opcode: number
  readonly payload: Uint8Array
}

export type Carried = CarriedAnswer | CarriedEvent | CarriedFrame
