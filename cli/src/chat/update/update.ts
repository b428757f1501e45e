/** The next state after anything that happens, and what is to be done about it. Pure: time comes with the event. */

import { ownCommandOf } from '../composer/own-commands.js'
import { draftOf, hear } from '../composer/update.js'
import type { Effect } from '../effect.js'
import type { ChatEvent, Happening } from '../event.js'
import { withAside } from '../model/asides.js'
import { type Model, type Step, withTalk } from '../model/model.js'
import type { Submission, Talk } from '../model/talk.js'
import { openAgents } from '../pages/agents/update.js'
import { putBackBy } from '../pages/review/put-back.js'
import { attend } from '../questions/update.js'
import { wordOf } from '../screen/key-name.js'
import { timeWaits } from './call-waits.js'
import { hearInTime } from './held.js'
import { pressKey } from './keys.js'
import { notices } from './notices.js'
import { updatePage } from './pages.js'
import { pasteText } from './pasting.js'
import { remark } from './remark.js'
import { sendAll } from './sending.js'
import { hearTalk } from './talks.js'

export function update(before: Model, { event, now }: Happening): Step {
  const model = expire({ ...before, now, ...(before.isLent && { seen: undefined, seenWays: undefined }) })
  const [handled, first] = hearInTime(model, event, route)
  const [sent, more] = sendAll(handled)
  const effects = [...first, ...more]
  const after = timeWaits(attend(attendWays(sent)))
  // What is kept is kept before anything else is done: it may be the end.
  return [after, [...drafts(before, after, event), ...effects, ...notices(before, after)]]
}

/** Ways to sign in are shown from when they can be seen: whoever comes back to them reads them anew. */
function attendWays(model: Model): Model {
  const { active, page, now, seenWays } = model
  let next = model
  for (const { key, stage } of model.talks) {
    if (stage.is !== 'sign-in') continue
    const isSeen = key === active && page === undefined && seenWays?.methods === stage.methods
    const since = isSeen ? Math.min(stage.since ?? now, now) : undefined
    if (since !== stage.since) next = withTalk(next, key, talk => ({ ...talk, stage: { ...stage, since } }))
  }
  return next
}

function route(model: Model, event: ChatEvent): Step {
  switch (event.type) {
    case 'key':
      return routeKey(model, event)
    case 'paste':
      return model.page === undefined ? pasteText(model, event.text) : updatePage(model, model.page, event)
    case 'first-run':
      return openAgents(model, { isFirst: true })
    case 'talk':
      return thenPage(hearTalk(model, event.talk, event.news), event)
    default:
      return thenPage([hearRest(model, event), toEffects(model, event)], event)
  }
}

/** Whatever page it is, Ctrl+C is the way back: one that makes nothing of it is left. */
function routeKey(model: Model, event: Extract<ChatEvent, { readonly type: 'key' }>): Step {
  if (model.page === undefined) return pressKey(model, event.key)
  const step = updatePage(model, model.page, event)
  const isIgnored = wordOf(event.key) === 'ctrl+c' && step[0].page === model.page
  return isIgnored ? [{ ...step[0], page: undefined }, step[1]] : step
}

/** A page hears everything; what it makes of it comes after. */
function thenPage([model, effects]: Step, event: ChatEvent): Step {
  if (model.page === undefined) return [model, effects]
  const [next, more] = updatePage(model, model.page, event)
  return [next, [...effects, ...more]]
}

function hearRest(model: Model, event: ChatEvent): Model {
  switch (event.type) {
    case 'resize':
      return { ...model, size: event.size }
    case 'focus':
      return { ...model, isFocused: event.isFocused }
    case 'suggestions':
      return withTalk(model, model.active, talk => ({ ...talk, composer: hear(talk, event) }))
    case 'edited':
      return {
        ...withTalk(model, event.talk, talk => ({ ...talk, composer: hear(talk, event) })),
        isLent: false,
      }
    case 'returned':
      return { ...model, isLent: false }
    case 'attached':
      return { ...model, isFocused: true, size: event.size, seen: undefined, seenWays: undefined }
    case 'painted':
      return {
        ...{ ...model, seen: event.questionId, isSeenCramped: event.isCramped === true },
        seenWays: event.ways,
      }
    case 'remark':
      return remark(model, event.text, event.kind)
    case 'undone':
      return hearUndone(model, event)
    default:
      return model
  }
}

function toEffects({ talks }: Model, event: ChatEvent): readonly Effect[] {
  if (event.type === 'attached') return [{ do: 'redraw' }]
  if (event.type === 'detach') return [{ do: 'detach' }]
  if (event.type !== 'leave') return []
  // What a gateway keeps is not only ours to call off.
  const own = talks.filter(({ far }) => far === undefined)
  return [...own.map(({ key }) => ({ do: 'cancel', talk: key }) as const), { do: 'quit', exitCode: 0 }]
}

function hearUndone(model: Model, event: Extract<ChatEvent, { readonly type: 'undone' }>): Model {
  const { restored, kept, isAgain } = event
  const [none, some] = isAgain === true ? ['done again', 'Done again'] : ['put back', 'Put back']
  const lines = [
    restored.length === 0 ? `Nothing was ${none}.` : `${some}: ${restored.join(', ')}`,
    ...kept.map(({ path, why }) => `Left as it is: ${path} (${why})`),
  ]
  const putBack = isAgain === true || restored.length === 0 ? undefined : putBackBy(event)
  return withTalk(model, event.talk, talk => ({
    ...withAside(talk, { kind: 'remark', text: lines.join('\n') }),
    putBack,
  }))
}

/** What was said for a moment only. */
function expire(model: Model): Model {
  const { now, remark: said, leavingUntil } = model
  const isSaid = said === undefined || said.until > now
  const isLeaving = leavingUntil === undefined || leavingUntil > now
  if (isSaid && isLeaving) return model
  return {
    ...model,
    ...(isSaid ? {} : { remark: undefined }),
    ...(isLeaving ? {} : { leavingUntil: undefined }),
  }
}

/** With all it points at: in the whole text nobody could tell that from what was only pasted. */
const toSaved = ({ text, files, talks }: Submission): Submission => ({ text, files, talks })

/** Whether nobody has changed what waits: when a conversation is open it may only wait for another reason. */
function isSavedAlike(before: readonly Submission[], after: readonly Submission[]): boolean {
  return (
    before.length === after.length &&
    after.every(({ text, files, talks }, index) => {
      const old = before[index]
      return old?.text === text && old.files === files && old.talks === talks
    })
  )
}

/** What is being written and what waits is saved whenever it has changed, whoever changed it. */
function drafts(before: Model, after: Model, event: ChatEvent): readonly Effect[] {
  const isGivenBack = event.type === 'talk' && event.news.is === 'remembered'
  return after.talks.flatMap(talk => {
    const { key, composer, queue } = talk
    const old = before.talks.find(each => each.key === key)
    if (old === undefined || (old.composer === composer && old.queue === queue)) return []
    const text = keptOf(talk)
    if (text === keptOf(old) && isSavedAlike(old.queue, queue)) return []
    return [
      {
        do: 'save-draft',
        talk: key,
        text,
        queue: queue.map(toSaved),
        ...(isGivenBack && { isGivenBack }),
      } as const,
    ]
  })
}

/** A command of this program was meant for that moment: it does not come back. */
function keptOf({ composer, facts }: Talk): string {
  const text = draftOf(composer)
  return ownCommandOf(text, facts.commands) === undefined ? text : ''
}
