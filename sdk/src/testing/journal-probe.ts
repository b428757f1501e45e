/** What the cases of the journal contract say and ask. */

import {
  type Entry,
  type Journal,
  JournalError,
  type JournalErrorReason,
  type KeptEntry,
} from '../store/index.js'
import { demand } from './channel-probe.js'
import type { JournalPlace } from './journal-contract.js'

/** Resolves when the journal keeps a promise; throws an `Error` that says how it did not. */
export type JournalCheck = (place: JournalPlace) => Promise<void>

/** An update that carries this text. */
export function say(text: string): Entry {
  const content = { type: 'text', text } as const
  return { kind: 'update', contract: 'v1', update: { sessionUpdate: 'agent_message_chunk', content } }
}

export async function collect(journal: Journal, id: string, from?: number): Promise<readonly KeptEntry[]> {
  const kept: KeptEntry[] = []
  for await (const entry of journal.read(id, from)) kept.push(entry)
  return kept
}

/** The work must fail with a `JournalError` of this reason. */
export async function demandReason(reason: JournalErrorReason, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    demand(error instanceof JournalError, `what it throws is a JournalError, not ${String(error)}`)
    const found = error instanceof JournalError ? error.reason : ''
    demand(found === reason, `the reason is ${reason}, not ${found}`)
    return
  }
  demand(false, `it is refused with ${reason}`)
}
