/** What the killer and the killed agree on. */
import type { Entry } from '@parley/acp/store'

export interface WriterOrder {
  readonly directory: string
  readonly round: number
  readonly sessions: number
  readonly segmentBytes: number
}

/** The entry that a round writes at a place: from its text both can be told. */
export function entryOf(id: string, round: number, seq: number): Entry {
  const text = `${id} ${seq} ${round} ${'x'.repeat((seq * 37) % 300)}`
  const content = { type: 'text', text } as const
  return { kind: 'update', contract: 'v1', update: { sessionUpdate: 'agent_message_chunk', content } }
}
