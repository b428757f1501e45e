/** What is said while nobody can understand it yet: it waits in order, and no more of it than there is room for. */

const MOST_EVENTS = 1_024
const MOST_BYTES = 1024 * 1024

export interface Waiting<Event> {
  readonly events: readonly Event[]
  readonly bytes: number
}

export const nobodyWaiting: Waiting<never> = { events: [], bytes: 0 }

/** Undefined where there is no room. What comes first always finds some: how large it may be, the wire has judged. */
export function waitToo<Event extends object>(
  waiting: Waiting<Event>,
  event: Event,
): Waiting<Event> | undefined {
  const { events } = waiting
  const bytes = waiting.bytes + sizeOf(event)
  const isFull = events.length >= MOST_EVENTS || (events.length > 0 && bytes > MOST_BYTES)
  return isFull ? undefined : { events: [...events, event], bytes }
}

/** The others, where that call is among those that wait; itself, by reference, where it is not. */
export function withoutCall<Event extends object>(waiting: Waiting<Event>, call: number): Waiting<Event> {
  const given = waiting.events.find(event => 'call' in event && event.call === call)
  if (given === undefined) return waiting
  return { events: waiting.events.filter(event => event !== given), bytes: waiting.bytes - sizeOf(given) }
}

function sizeOf(event: object): number {
  return 'params' in event ? (JSON.stringify(event.params)?.length ?? 0) : 0
}
