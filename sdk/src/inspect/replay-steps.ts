/** A recording as a script: who says what, which request an answer belongs to, and to which session all of it does. */

import type { Side } from '../protocol/index.js'
import type { Entry } from './entry.js'
import { type Fields, isFields } from './fields.js'
import { updateOf } from './streamed-text.js'

/** One message of the script. */
export interface Step {
  /** Its place among all steps. */
  readonly place: number
  /** The place of its entry. */
  readonly entry: number
  /** When it was said, as recorded. */
  readonly at: number
  readonly by: Side
  readonly kind: 'request' | 'notification' | 'answer'
  /** Its method with the kind of its update; of an answer, what it answers. */
  readonly name: string
  readonly message: Fields
  /** The session it belongs to, as recorded; '' where it belongs to none. */
  readonly lane: string
  /** Of an answer: its request. */
  readonly request?: Step | undefined
  /** Not said yet; said; or passed over, because the talk went on without it. */
  state: 'open' | 'done' | 'skipped'
  /** When it was said this time. */
  doneAt: number
}

/** The steps of a recording; what is no message, and answers to nothing, are left out. */
export function stepsOf(entries: readonly Entry[]): readonly Step[] {
  const steps: Step[] = []
  const requests = new Map<string, Step>()
  for (const [index, entry] of entries.entries()) {
    if (!('message' in entry)) continue
    const by: Side = entry.to === 'agent' ? 'client' : 'agent'
    for (const message of Array.isArray(entry.message) ? entry.message : [entry.message]) {
      if (!isFields(message)) continue
      const about = { place: steps.length, entry: index, at: entry.at, by, message }
      const step = toStep(about, requests)
      if (step === undefined) continue
      if (step.kind === 'request') requests.set(`${by} ${JSON.stringify(message.id)}`, step)
      steps.push(step)
    }
  }
  return steps
}

function toStep(
  about: Pick<Step, 'place' | 'entry' | 'at' | 'by' | 'message'>,
  requests: ReadonlyMap<string, Step>,
): Step | undefined {
  const { message, by } = about
  const fresh = { ...about, state: 'open', doneAt: 0 } as const
  if (typeof message.method === 'string') {
    const kind = 'id' in message ? 'request' : 'notification'
    return { ...fresh, kind, name: nameOf(message), lane: sessionIn(message.params) }
  }
  const asker = by === 'agent' ? 'client' : 'agent'
  const request = requests.get(`${asker} ${JSON.stringify(message.id)}`)
  if (request === undefined) return undefined
  return { ...fresh, kind: 'answer', name: request.name, lane: request.lane, request }
}

/** The method of a message, with the kind of its update. */
export function nameOf(message: Fields): string {
  const kind = updateOf(message)?.update.sessionUpdate
  return kind === undefined ? String(message.method) : `${message.method} ${kind}`
}

/** The session that params name; '' where they name none. */
export function sessionIn(params: unknown): string {
  return isFields(params) && typeof params.sessionId === 'string' ? params.sessionId : ''
}
