/** The name of an event of a stream: which telling of the stream it belongs to, and its place in it, from 1. */

/** The name of an event, in its two parts. */
export interface EventId {
  readonly epoch: string
  readonly number: number
}

/** Stands for an event id where there is none yet: whoever asks for what comes after it wants to be told everything. */
export const BEGINNING = '0'

/** `epoch.number`, as it travels. */
export function toEventId({ epoch, number }: EventId): string {
  return `${epoch}.${number}`
}

/** Nothing for text that no server of ours could have sent. */
export function fromEventId(text: string): EventId | undefined {
  const match = /^([A-Za-z0-9_-]{1,64})\.(0|[1-9]\d{0,15})$/.exec(text)
  return match?.[1] === undefined ? undefined : { epoch: match[1], number: Number(match[2]) }
}
