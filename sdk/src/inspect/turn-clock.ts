/** Follows the turns of all sessions and takes their times. Knows no clock: time is what the rows say. */

import { fieldOf, textOf } from './fields.js'
import type { OpenCall } from './open-calls.js'
import type { Row } from './row.js'
import type { Tongue } from './tongue.js'
import { Stretch } from './turn-stretch.js'
import type { TurnTiming } from './turn-timing.js'

/** A message of a session, as far as the clock needs it. */
export interface Beat {
  readonly row: Row
  readonly value: unknown
  /** Of an answer, the request. */
  readonly call: OpenCall | undefined
  readonly turnEndsBy: Tongue['turnEndsBy']
}

const PROMPT = 'session/prompt'

/** The turns of one wire. */
export class TurnClock {
  readonly #stretches: Stretch[] = []
  readonly #running = new Map<string, Stretch[]>()
  readonly turns: readonly TurnTiming[] = this.#stretches

  /** The turn that a row belongs to, if it belongs to one. */
  note(beat: Beat): number | undefined {
    const { row, call } = beat
    const { session } = row
    if (session === undefined) return undefined
    const running = this.#running.get(session)
    if (row.kind === 'request' && row.method === PROMPT) return this.#begin(beat, running)
    if (running === undefined) return undefined
    const isPromptAnswer = call !== undefined && call.method === PROMPT
    const own = isPromptAnswer ? running.find(({ turn }) => turn === call.turn) : running.at(-1)
    if (own === undefined) return undefined
    own.note(row, beat.value, call)
    const stopReason = endOf(beat, own, isPromptAnswer)
    if (stopReason !== undefined) this.#end(own, row, stopReason)
    return own.turn
  }

  #begin({ row, turnEndsBy }: Beat, running: readonly Stretch[] | undefined): number {
    const session = row.session as string
    const current = running?.at(-1)
    // A prompt that is sent while others are worked on joins them where prompts are only taken note of.
    if (turnEndsBy === 'state' && current !== undefined) {
      current.note(row, undefined, undefined)
      return current.turn
    }
    const stretch = new Stretch(this.#stretches.length, session, row)
    this.#stretches.push(stretch)
    this.#running.set(session, [...(running ?? []), stretch])
    return stretch.turn
  }

  #end(stretch: Stretch, row: Row, stopReason: string | null): void {
    stretch.finish(row, stopReason ?? undefined)
    const left = (this.#running.get(stretch.session) ?? []).filter(other => other !== stretch)
    if (left.length > 0) this.#running.set(stretch.session, left)
    else this.#running.delete(stretch.session)
  }
}

/** Why the turn ends with this message: a reason, `null` for none that was given, or nothing when it goes on. */
function endOf(
  { row, value, turnEndsBy }: Beat,
  stretch: Stretch,
  isPromptAnswer: boolean,
): string | null | undefined {
  if (turnEndsBy === 'answer') return isPromptAnswer ? (textOf(value, 'stopReason') ?? null) : undefined
  if (isPromptAnswer && row.kind === 'error')
    return row.asked === stretch.prompt && !stretch.hasRun ? null : undefined
  const update = row.method === 'session/update' ? fieldOf(value, 'update') : undefined
  if (textOf(update, 'state') !== 'idle') return undefined
  // A session that tells its state before it takes up the work has not done it.
  return textOf(update, 'stopReason') ?? (stretch.hasRun ? null : undefined)
}
