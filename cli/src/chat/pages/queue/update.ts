/** How the page of waiting prompts changes: they are taken back, put in another order, let go, held. */

import { toSubmission } from '../../composer/submission.js'
import { afterSending, replaceText } from '../../composer/update.js'
import type { ChatEvent } from '../../event.js'
import { activeTalk, type Model, type Step, withTalk } from '../../model/model.js'
import type { Talk, Waiting } from '../../model/talk.js'
import { makeWay } from '../../update/cancelling.js'
import { isClosing, pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import type { QueuePage } from './page.js'

export function openQueue(model: Model): Step {
  const { queue } = activeTalk(model)
  const at = Math.max(0, queue.length - 1)
  return [{ ...model, page: { is: 'queue', at, chosen: queue[at]?.id } }, []]
}

/** Where the chosen one stands; the nearest where it is gone, -1 where nothing waits. */
export function chosenWaiting({ chosen, at }: QueuePage, queue: readonly Waiting[]): number {
  const own = queue.findIndex(({ id }) => id === chosen)
  return own >= 0 ? own : Math.min(at, queue.length - 1)
}

/** Hears everything that happens while the page is open. */
export function updateQueue(model: Model, page: QueuePage, event: ChatEvent): Step {
  const word = pressed(event)
  if (word === undefined) return [model, []]
  if (isClosing(word) || word === 'q' || word === 'alt+q') return [{ ...model, page: undefined }, []]
  const talk = activeTalk(model)
  if (word === 'h') return [withTalk(model, talk.key, each => ({ ...each, isHeld: !each.isHeld })), []]
  const at = chosenWaiting(page, talk.queue)
  const waiting = talk.queue[at]
  if (waiting === undefined) return [model, []]
  const act = Object.hasOwn(ACTS, word) ? ACTS[word] : undefined
  if (act !== undefined) return act({ model, talk, waiting, at })
  const to = target(word, { at, last: talk.queue.length - 1, screen: bodyRows(model.size) - 1 })
  return [to === undefined ? model : choosing(model, to), []]
}

interface Chosen {
  readonly model: Model
  readonly talk: Talk
  readonly waiting: Waiting
  readonly at: number
}

const ACTS: Readonly<Record<string, (chosen: Chosen) => Step>> = {
  enter: takeBack,
  e: takeBack,
  x: remove,
  delete: remove,
  backspace: remove,
  s: sendNow,
  'alt+up': chosen => move(chosen, chosen.at - 1),
  'alt+down': chosen => move(chosen, chosen.at + 1),
}

function target(
  word: string,
  { at, last, screen }: { readonly at: number; readonly last: number; readonly screen: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ...{ up: at - 1, k: at - 1, down: at + 1, j: at + 1 },
    ...{ 'page-up': at - screen, 'page-down': at + screen, home: 0, end: last },
  }
  const to = Object.hasOwn(steps, word) ? steps[word] : undefined
  return to === undefined ? undefined : Math.min(Math.max(0, to), last)
}

function choosing(model: Model, at: number): Model {
  return { ...model, page: { is: 'queue', at, chosen: activeTalk(model).queue[at]?.id } }
}

/** It is written again; what is being written takes its place, so that neither is lost. */
function takeBack({ model, talk, waiting }: Chosen): Step {
  const own = toSubmission(talk.composer, talk.cwd)
  const others = own === undefined ? [] : [{ ...own, id: model.nextId }]
  const queue = talk.queue.flatMap(each => (each.id === waiting.id ? others : [each]))
  const before = own === undefined ? talk.composer : afterSending(talk.composer)
  const composer = replaceText(before, waiting.text)
  const changed = withTalk(model, talk.key, each => ({ ...each, queue, composer }))
  return [{ ...changed, nextId: model.nextId + others.length, page: undefined }, []]
}

function remove({ model, talk, waiting, at }: Chosen): Step {
  const queue = talk.queue.filter(({ id }) => id !== waiting.id)
  const changed = withTalk(model, talk.key, each => ({ ...each, queue }))
  if (queue.length === 0) return [{ ...changed, page: undefined }, []]
  return [choosing(changed, Math.min(at, queue.length - 1)), []]
}

function move({ model, talk, waiting, at }: Chosen, wanted: number): Step {
  const to = Math.min(Math.max(0, wanted), talk.queue.length - 1)
  if (to === at) return [model, []]
  const queue = talk.queue.filter(({ id }) => id !== waiting.id).toSpliced(to, 0, waiting)
  return [
    choosing(
      withTalk(model, talk.key, each => ({ ...each, queue })),
      to,
    ),
    [],
  ]
}

/** It goes first, nothing holds it, and what the agent does now makes way for it. */
function sendNow({ model, talk, waiting }: Chosen): Step {
  const queue = [waiting, ...talk.queue.filter(({ id }) => id !== waiting.id)]
  const changed = withTalk({ ...model, page: undefined }, talk.key, each => ({
    ...each,
    queue,
    isHeld: false,
  }))
  return makeWay(changed, talk.key)
}
