/** Whether what a replay told is what was told before: all of it, in order, and sensible in itself. */
import { expect } from 'vitest'
import type { Fields } from './visits.fixture.js'

const isUserOfVersion1 = (words: string): boolean => words.includes('"user_message_chunk"')

/** What an author said one after the other may be kept as one piece: told apart by the number that begins each saying. */
export function saidIn(update: Fields): readonly Fields[] {
  const content = update.content as Fields | undefined
  if (typeof content?.text !== 'string') return [update]
  return content.text.split(/(?=#)/).map(text => ({ ...update, content: { ...content, text } }))
}

/** First the rest of what was under way, then everything from the beginning, that rest included. */
export function replayed(before: readonly string[], since: readonly string[]): string[] {
  const again = since.filter(words => !isUserOfVersion1(words))
  const live = before.filter(words => !isUserOfVersion1(words))
  const rest = again.slice(0, (again.length - live.length) / 2)
  expect(again).toEqual([...rest, ...live, ...rest])
  const at = since.findIndex(isUserOfVersion1)
  return since.slice(at >= 0 && at <= rest.length ? Math.min(at, rest.length) : rest.length)
}

/** Everything that was heard is there, in order; and perhaps more, which was lost on its way. */
export function replayedAfterLoss(before: readonly string[], since: readonly string[]): string[] {
  let at = 0
  for (const words of before) {
    at = since.indexOf(words, at) + 1
    expect(at, `not replayed: ${words}`).toBeGreaterThan(0)
  }
  return [...since]
}

/** Every turn stands behind its prompt, and no tool call is left open. */
export function demandSense(told: readonly string[]): void {
  let turn: string | undefined
  const open = new Set<unknown>()
  for (const words of told) {
    const update = JSON.parse(words) as Fields
    const [, number] = /#(\d+)\./.exec(words) ?? []
    if (String(update.sessionUpdate).startsWith('user_message')) turn = number
    else if (number !== undefined) expect(number, `in its turn: ${words}`).toBe(turn)
    if (update.toolCallId === undefined) continue
    if (['completed', 'failed', 'cancelled'].includes(String(update.status))) open.delete(update.toolCallId)
    else if (update.status !== undefined) open.add(update.toolCallId)
  }
  expect([...open]).toEqual([])
}
