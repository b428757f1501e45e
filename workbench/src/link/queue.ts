/** Prompts that wait for the turn before them, as a value: added, changed, moved, taken out. */

import type { QueuedPrompt, Submission } from '../state/talk.js'

export type Queue = readonly QueuedPrompt[]

export function toQueued({ text, blocks }: Submission): QueuedPrompt {
  return { id: crypto.randomUUID(), text, blocks }
}

export function edited(queue: Queue, id: string, { text, blocks }: Submission): Queue {
  return queue.map(each => (each.id === id ? { id, text, blocks } : each))
}

/** To this place, counted from 0 without the one that is moved. */
export function moved(queue: Queue, id: string, place: number): Queue {
  const found = queue.find(each => each.id === id)
  if (found === undefined) return queue
  const others = without(queue, id)
  const at = Math.max(0, Math.min(Math.trunc(place), others.length))
  return [...others.slice(0, at), found, ...others.slice(at)]
}

export function without(queue: Queue, id: string): Queue {
  return queue.filter(each => each.id !== id)
}
