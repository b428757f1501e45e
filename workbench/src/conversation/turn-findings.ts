/**
 * Which turns had updates that are not as the protocol has them. Such a turn may look like a success: what was wrong in it is
 * left out. Counted from the wire as it passed, when the turn is over.
 */

import type { MessageEntry, Onlooker } from '@parley/acp/inspect'
import { createStore } from 'zustand/vanilla'
import type { Means } from '../state/context.js'
import type { Remark, Talk, TalkKey } from '../state/talk.js'
import type { WireLog } from '../state/wire-log.js'

/** A remark from which a way leads to what was found. */
export interface FindingRemark extends Remark {
  readonly hasFindings: true
}

export const turnFindings = createStore<ReadonlyMap<TalkKey, readonly FindingRemark[]>>(() => new Map())

/** Begins to watch; returns a function that ends it. */
export function watchTurns({ store, wires }: Pick<Means, 'store' | 'wires'>): () => void {
  const seen = new Map<TalkKey, number>()
  return store.subscribe(({ talks }, before) => {
    if (talks === before.talks) return
    for (const [key, talk] of talks) {
      const wasBusy = (before.talks.get(key)?.turn.state ?? 'idle') !== 'idle'
      const wire = wires.get(talk.agent)
      if (!wasBusy || talk.turn.state !== 'idle' || wire === undefined) continue
      const updates = updatesOf(talk, wire, seen.get(key) ?? 0)
      seen.set(key, endOf(wire))
      countFlawed(updates, talk.thread.version).then(
        count => note(talk, count),
        // What judges them comes from the server, which may be gone: the turn is told all the same.
        () => {},
      )
    }
  })
}

const endOf = ({ dropped, entries }: WireLog): number => dropped + entries.length

/** What was told of the session since its last prompt, or since this place where somebody else prompted. */
function updatesOf({ sessionId }: Talk, wire: WireLog, since: number): readonly MessageEntry[] {
  const { entries, dropped } = wire
  const updates: MessageEntry[] = []
  for (let place = entries.length - 1; place >= Math.max(0, since - dropped); place--) {
    const entry = entries[place]
    const { method, params }: Fields = Object(entry?.message)
    if (entry === undefined || Object(params).sessionId !== sessionId) continue
    if (method === 'session/prompt') break
    if (method === 'session/update' && entry.to === 'client') updates.push(entry)
  }
  return updates.reverse()
}

type Fields = Readonly<Record<string, unknown>>

const SLICE = 400

async function countFlawed(updates: readonly MessageEntry[], version: number): Promise<number> {
  if (updates.length === 0) return 0
  const { createOnlooker } = await import('@parley/acp/inspect')
  const onlooker = await createOnlooker({ forgetsRows: true })
  greet(onlooker, version)
  let count = 0
  for (const [place, update] of updates.entries()) {
    if (place % SLICE === SLICE - 1) await new Promise(resolve => setTimeout(resolve))
    const rows = onlooker.see(update)
    if (rows.some(({ findings }) => findings.some(({ rule }) => rule === 'shape'))) count++
  }
  return count
}

/** By the opening an onlooker knows which version is spoken. */
function greet(onlooker: Onlooker, protocolVersion: number): void {
  const message = { jsonrpc: '2.0', id: 0 }
  const opening = { ...message, method: 'initialize', params: { protocolVersion } }
  onlooker.see({ to: 'agent', message: opening, at: 0, bytes: 0 })
  onlooker.see({ to: 'client', message: { ...message, result: { protocolVersion } }, at: 0, bytes: 0 })
}

function note({ key, thread }: Talk, count: number): void {
  if (count === 0) return
  const before = turnFindings.getState().get(key) ?? []
  const remark: FindingRemark = {
    ...{ id: `${key} findings ${before.length}`, tone: 'warning', after: thread.slots.length },
    ...{ text: findingWords(count), hasFindings: true },
  }
  turnFindings.setState(new Map(turnFindings.getState()).set(key, [...before, remark]), true)
}

export function findingWords(count: number): string {
  const which = count === 1 ? '1 update of this turn is' : `${count} updates of this turn are`
  return `${which} not as the protocol says, so something that the agent told may be missing here.`
}
