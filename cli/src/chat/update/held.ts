/** A letter that would answer a question waits a moment: only when no other follows it was no beginning of a word. */

import type { ChatEvent } from '../event.js'
import type { HeldKey, Model, Step } from '../model/model.js'
import { commandedQuestion, isAnswer } from '../questions/answer-keys.js'
import { isWriting, yielding } from '../questions/update.js'
import type { Key } from '../screen/input.js'
import { wordOf } from '../screen/key-name.js'
import { typeText } from './keys.js'

/** Whoever types a word presses the next key sooner than this. */
export const HOLDING_MILLISECONDS = 250

type KeyEvent = Extract<ChatEvent, { readonly type: 'key' }>
/** What an event means where nothing is held. */
type Route = (model: Model, event: ChatEvent) => Step

/** How long it still waits. No longer than the whole moment, also where the clock was set back. */
export function leftOf({ at }: HeldKey, now: number): number {
  return Math.max(0, Math.min(HOLDING_MILLISECONDS, at + HOLDING_MILLISECONDS - now))
}

export function hearInTime(model: Model, event: ChatEvent, route: Route): Step {
  const { held } = model
  if (held === undefined) return event.type === 'key' ? hearKey(model, event, route) : route(model, event)
  const { at, key } = held
  const free = { ...model, held: undefined }
  const goOn: Next = next => hearInTime(next, event, route)
  switch (event.type) {
    case 'tick': {
      // Only a tick ends it: it comes after what was typed meanwhile, however late that is read.
      const isOver = model.now >= at + HOLDING_MILLISECONDS || model.now < at
      return isOver ? then(release(free, held, route), goOn) : route(model, event)
    }
    case 'paste':
      return then(writeDown(free, keysOf(held)), goOn)
    case 'key':
      if (!isWriting(event)) return hearOther(model, event, route)
      if (event.key.text === key.text && event.isInText !== true)
        return [{ ...model, held: { ...held, count: held.count + 1, at: model.now } }, []]
      return writeDown(free, [...keysOf(held), event.key])
    default:
      return route(model, event)
  }
}

/** While nothing is held. */
function hearKey(model: Model, event: KeyEvent, route: Route): Step {
  const question = isWriting(event) ? commandedQuestion(model) : undefined
  if (question === undefined) return route(model, event)
  const { key } = event
  if (event.isInText === true) return writeDown(model, [key])
  if (!isAnswer(model, question, key.text)) return route(model, event)
  const { id: questionId, shownAt } = question
  return [{ ...model, held: { key, count: 1, at: model.now, questionId, shownAt } }, []]
}

/** A key that is no text: what was pressed before it was pressed alone, but can be taken back. */
function hearOther(model: Model, event: KeyEvent, route: Route): Step {
  const { held } = model
  const free = { ...model, held: undefined }
  const word = wordOf(event.key)
  if (word === 'escape' || word === 'backspace') return [free, []]
  if (held === undefined || word === 'ctrl+c') return route(free, event)
  return then(release(free, held, route), next => route(next, event))
}

/** It was no text: it answers as if it were heard when it was pressed. Where that question is gone, nothing is lost. */
function release(model: Model, held: HeldKey, route: Route): Step {
  const { key, at, questionId, shownAt } = held
  const question = commandedQuestion(model)
  const isSame = question?.id === questionId && question.shownAt === shownAt
  if (!isSame || !isAnswer(model, question, key.text)) return writeDown(model, keysOf(held))
  const [next, effects] = route({ ...model, now: at }, { type: 'key', key })
  return [{ ...next, now: model.now }, effects]
}

/** Somebody writes: what shows the question makes room, and the next keys are theirs. */
function writeDown(model: Model, keys: readonly Key[]): Step {
  const page = model.page?.is === 'changes' ? undefined : model.page
  return typeText(yielding({ ...model, page }, model.active), keys)
}

const keysOf = ({ key, count }: HeldKey): readonly Key[] => Array.from({ length: count }, () => key)

type Next = (model: Model) => Step

function then([model, effects]: Step, next: Next): Step {
  const [after, more] = next(model)
  return [after, [...effects, ...more]]
}
