/** What follows from news of a conversation: the next prompt, words to the person, marks for who looks elsewhere. */

import { besides, hear, replaceText } from '../composer/update.js'
import type { Effect } from '../effect.js'
import type { TalkNews } from '../event.js'
import { type Model, type Step, talkOf, withTalk } from '../model/model.js'
import type { Submission, Talk, TalkKey, Waiting } from '../model/talk.js'
import { isPrintedAnew } from './retelling.js'
import { hearNews } from './talk-news.js'

/** A turn that did not end well does not go on with the next prompt by itself. */
const GOOD_ENDS = new Set(['end_turn'])

export function hearTalk(model: Model, key: TalkKey, news: TalkNews): Step {
  const before = talkOf(model, key)
  if (before === undefined) return [model, unheard(key, news)]
  const isElsewhere = model.active !== key
  const heard = withTalk(model, key, talk => {
    const next = withComposer(hearNews(talk, news, model.now), before, news)
    return isElsewhere && isNews(news) ? { ...next, hasNews: true } : next
  })
  return [keepRefused(heard, before, news), effectsOf(before, talkOf(heard, key), news)]
}

/** A prompt that was refused because nobody is signed in is sent when somebody is. */
function keepRefused(model: Model, { key }: Talk, news: TalkNews): Model {
  if (news.is !== 'unsent' || news.isWaiting !== true) return model
  const waiting = { ...news.submission, id: model.nextId, isRefused: true }
  const next = withTalk(model, key, talk => ({ ...talk, queue: [waiting, ...talk.queue] }))
  return { ...next, nextId: model.nextId + 1 }
}

/** Who is told of it besides. Questions that went with the turn are answered: nobody is left waiting. */
function effectsOf(before: Talk, after: Talk | undefined, news: TalkNews): readonly Effect[] {
  const { key } = before
  if (news.is === 'opened' && after !== undefined)
    return [{ do: 'opened', talk: key, record: news.record, cwd: after.cwd, agent: after.agent.id }]
  if (news.is === 'remembered') return keepDraft(before, news.draft)
  // What was printed before is told anew.
  if (news.is === 'updates' && isPrintedAnew(before, news.updates)) return [{ do: 'redraw' }]
  if (news.is !== 'over' && news.is !== 'failed') return []
  return before.questions.map(({ id }) => dismiss(key, id))
}

/** What is written now takes its place where drafts are kept: it goes where what was sent is. */
function keepDraft({ key, composer }: Talk, draft: string): readonly Effect[] {
  const text = besides(composer, draft)
  return text === undefined ? [] : [{ do: 'remember', talk: key, text }]
}

const dismiss = (talk: TalkKey, questionId: string): Effect => ({
  ...{ do: 'answer', talk, questionId },
  answer: { is: 'dismissed' },
})

/** Whoever asks in a conversation that was closed is not left waiting. */
function unheard(key: TalkKey, news: TalkNews): readonly Effect[] {
  if (news.is !== 'asked') return []
  return [dismiss(key, news.question.id)]
}

const isNews = ({ is }: TalkNews): boolean =>
  is === 'asked' || is === 'over' || is === 'failed' || is === 'sign-in'

/** What concerns what is being written, and what waits. */
function withComposer(talk: Talk, before: Talk, news: TalkNews): Talk {
  switch (news.is) {
    case 'remembered':
      return remember({ ...talk, composer: hear(talk, { type: 'talk', talk: talk.key, news }) }, news.queue)
    case 'unsent':
      return news.isWaiting === true ? talk : giveBack(talk, news.submission)
    case 'sign-in':
    case 'opened':
      return { ...talk, queue: talk.queue.map(exempt) }
    case 'failed':
      return afterFailure(talk, before)
    case 'over':
      return {
        ...talk,
        isHeld: isHolding(talk, before, news.stopReason),
      }
    default:
      return talk
  }
}

/** What was refused is held with the rest: nobody will be asked to sign in for it. */
function afterFailure(talk: Talk, before: Talk): Talk {
  const held = { ...talk, queue: talk.queue.map(({ isRefused: _isRefused, ...waiting }) => waiting) }
  return before.turn === undefined || isTold(before) ? held : giveBack(held, before.turn.submission)
}

/** From now on the agent is not free before somebody is signed in. What was held before stays held. */
const exempt = ({ isRefused, ...waiting }: Waiting): Waiting =>
  isRefused === true ? { ...waiting, isExempt: true } : waiting

/** What waited when the last one here was left waits again, until somebody lets it go. */
function remember(talk: Talk, waited: readonly Submission[]): Talk {
  if (waited.length === 0) return talk
  // Their places in line are below those of this program, which count from 1.
  const kept = waited.map((each, index) => ({ ...each, id: index - waited.length }))
  return { ...talk, queue: [...kept, ...talk.queue], isHeld: true }
}

function isHolding({ isHeld, queue }: Talk, { turn }: Talk, stopReason: string): boolean {
  if (turn?.isMakingWay === true) return false
  return isHeld || (queue.length > 0 && !GOOD_ENDS.has(stopReason))
}

/** Whether the agent has got the prompt: then it is part of the conversation. */
const isTold = ({ thread, turn }: Talk): boolean => turn !== undefined && thread.slots.length > turn.slot

/** A prompt that was not sent, or was called off, goes back to where it was written, unless something new stands there. */
export function giveBack(talk: Talk, submission: Submission | undefined): Talk {
  if (submission === undefined) return talk
  if (talk.composer.text === '') return { ...talk, composer: replaceText(talk.composer, submission.text) }
  return { ...talk, composer: { ...talk.composer, history: [...talk.composer.history, submission.text] } }
}
