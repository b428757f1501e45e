/** What scout itself keeps in the record of a conversation, so that it outlives the process and is copied with a fork. */

import type { PlanEntry, Session } from '@parley/acp/agent'

type Fields = Readonly<Record<string, unknown>>

/** The plan that was shown last; empty when there is none. */
export async function lastPlan(session: Session): Promise<readonly PlanEntry[]> {
  return (await lastInUpdates(session, planIn)) ?? []
}

/** The value that was last said with this name in the `_meta` of a message. */
export function lastKept(session: Session, name: string): Promise<unknown> {
  return lastInUpdates(session, ({ content }) => fieldsOf(fieldsOf(content)._meta)[name])
}

async function lastInUpdates<T>(
  session: Session,
  pick: (update: Fields) => T | undefined,
): Promise<T | undefined> {
  let last: T | undefined
  for await (const entry of session.history())
    if (entry.kind === 'update') last = pick(fieldsOf(entry.update)) ?? last
  return last
}

/** Version 1 shows entries, version 2 a plan that holds them. */
function planIn({ sessionUpdate, entries, plan }: Fields): readonly PlanEntry[] | undefined {
  const shown =
    sessionUpdate === 'plan' ? entries : sessionUpdate === 'plan_update' ? fieldsOf(plan).entries : undefined
  return Array.isArray(shown) ? shown.filter(isPlanEntry) : undefined
}

function isPlanEntry(value: unknown): value is PlanEntry {
  const { content, priority, status } = fieldsOf(value)
  return typeof content === 'string' && typeof priority === 'string' && typeof status === 'string'
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
