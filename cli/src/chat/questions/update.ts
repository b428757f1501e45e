/** How the question that stands there is answered: by keys that mean something, after it could be read, and never by accident. */

import { writePaste } from '../composer/update.js'
import type { ChatEvent } from '../event.js'
import { type Model, type Step, talkOf, withTalk } from '../model/model.js'
import type { Question } from '../model/question.js'
import type { Talk, TalkKey } from '../model/talk.js'
import type { Input } from '../screen/input.js'
import { remark } from '../update/remark.js'
import { addressKey } from './address-keys.js'
import { answerWith, type Heard, taken, untaken, withQuestion } from './answering.js'
import { moveChanges, openChanges } from './changes-keys.js'
import type { ChangesPage } from './changes-page.js'
import { formKey, isAtEdge } from './form-keys.js'
import { afterUnheard, isDeaf } from './hearing.js'
import { ANSWERS, permissionKey } from './permission-keys.js'

export { withdrawQuestion } from './answering.js'

/**
 * A key or a paste while a question stands there, whoever has the attention: Tab goes between it and what is written.
 * False: it means nothing to it, and goes to what is written. The step counts in either case.
 */
export function updateQuestion(model: Model, key: TalkKey, event: ChatEvent): Heard {
  const talk = talkOf(model, key)
  const question = talk?.questions[0]
  if (talk === undefined || question === undefined) return untaken(model)
  if (event.type !== 'key' && event.type !== 'paste') return untaken(model)
  if (isDeaf(question, model.now)) {
    const noted = withQuestion(model, key, afterUnheard(question, model.now))
    return untaken(isWriting(event) ? yielding(noted, key) : noted)
  }
  if (isTab(event) && !isWithin(question, talk, event)) return toggle(model, talk, question)
  if (talk.attention === 'composer') return untaken(model)
  const heard = question.isCramped
    ? putCramped(model, { talk: key, question }, event)
    : put(model, { talk: key, question }, event)
  if (heard.isTaken || !isWriting(event)) return heard
  return untaken(yielding(heard.step[0], key))
}

function put(
  model: Model,
  { talk, question }: { readonly talk: TalkKey; readonly question: Question },
  input: Input,
): Heard {
  switch (question.is) {
    case 'permission':
      return permissionKey(model, { talk, question }, input)
    case 'form':
      return formKey(model, { talk, question }, input)
    case 'address':
      return addressKey(model, { talk, question }, input)
  }
}

/** Where nobody can read what is asked, it is put away or shown on a page of its own, and nothing else. */
function putCramped(
  model: Model,
  { talk, question }: { readonly talk: TalkKey; readonly question: Question },
  input: Input,
): Heard {
  // A no is safe, whatever it is about.
  if (question.is === 'permission' && question.isRefusing === true)
    return permissionKey(model, { talk, question }, input)
  if (input.type !== 'key' || input.key.isControl || input.key.isAlt) return untaken(model)
  const { name, text } = input.key
  if (name === 'escape') return answerWith(model, { talk, question }, { is: 'dismissed' })
  if (name === 'page-down' || text === 'd') return taken(openChanges(model, question))
  if (name === 'enter' || ANSWERS.test(text)) return taken(remark(model, ROOMIER, 'warning'))
  return untaken(model)
}

const ROOMIER = 'Make the window larger, or press d: nobody can read what is asked'

function attending(model: Model, key: TalkKey, attention: Talk['attention']): Model {
  return withTalk(model, key, talk => ({
    ...talk,
    attention,
    questions: talk.questions.map((question, index) =>
      index === 0 ? { ...question, isSought: attention === 'question' } : question,
    ),
  }))
}

/** Somebody writes: the keys are theirs as long as something stands there. */
export function yielding(model: Model, key: TalkKey): Model {
  return withTalk(model, key, talk => ({
    ...talk,
    attention: 'composer',
    questions: talk.questions.map((question, index) =>
      index === 0 ? { ...question, isSought: undefined } : question,
    ),
  }))
}

/** What puts something where one writes. */
export function isWriting(input: Input): boolean {
  if (input.type === 'paste') return true
  return input.type === 'key' && input.key.name === 'character' && !input.key.isControl && !input.key.isAlt
}

function isTab(input: Input): boolean {
  return input.type === 'key' && input.key.name === 'tab' && !input.key.isControl && !input.key.isAlt
}

/** Whether Tab is the question's own: a form goes through its fields, up to its ends. Shift+Tab is nobody's else. */
function isWithin(question: Question, { attention, composer }: Talk, input: Input): boolean {
  const isBack = input.type === 'key' && input.key.isShift
  if (attention === 'composer') return isBack || !isIdle(composer, 'helpers')
  return question.is === 'form' ? !isAtEdge(question, isBack) : isBack
}

function toggle(model: Model, { key, attention }: Talk, question: Question): Heard {
  if (attention === 'question') return taken(attending(model, key, 'composer'))
  const isPast = question.is === 'form' && isAtEdge(question, false)
  const entered = isPast ? withQuestion(model, key, { ...question, at: 0, choice: 0 }) : model
  return taken(attending(entered, key, 'question'))
}

/** Nobody is writing: nothing stands there, and nothing is looked for. */
function isIdle({ text, completion, search }: Talk['composer'], part: 'all' | 'helpers' = 'all'): boolean {
  return completion === undefined && search === undefined && (part === 'helpers' || text === '')
}

/** Marks the question that can now be seen as shown, and gives it the keys where nobody is writing. Called after every event. */
export function attend(model: Model): Model {
  const { page, isLent, active, now, seen, isSeenCramped = false } = model
  const isCovered = (id: string): boolean =>
    isLent || (page !== undefined && !(page.is === 'changes' && page.questionId === id))
  let next = model
  for (const { key, questions } of model.talks) {
    const [first] = questions
    const isSeen = first !== undefined && key === active && seen === first.id && !isCovered(first.id)
    next = withTalk(next, key, talk =>
      isSeen ? see(talk, first, { now, isCramped: isSeenCramped }) : hide(talk, first),
    )
  }
  const isGone = page?.is === 'changes' && talkOf(next, active)?.questions[0]?.id !== page.questionId
  return isGone ? attend({ ...next, page: undefined }) : next
}

interface Sight {
  readonly now: number
  readonly isCramped: boolean
}

function see(talk: Talk, first: Question, { now, isCramped }: Sight): Talk {
  const isFree = isIdle(talk.composer)
  // What it asks comes in sight now: who reads it has a moment, and the keys stay whose they are.
  if (first.shownAt !== undefined && (first.isCramped ?? false) !== isCramped)
    return withFirst(talk, { ...first, isCramped, shownAt: now, deafUntil: undefined })
  // A clock that was set back would keep it deaf for hours.
  if (first.shownAt === undefined || first.shownAt > now) {
    const fresh = { shownAt: now, wasShown: true, deafUntil: undefined, isSought: undefined }
    const shown = { ...first, isCramped, ...fresh }
    return { ...withFirst(talk, shown), attention: isFree ? 'question' : 'composer' }
  }
  const isLost = talk.attention === 'question' && !isFree && first.isSought !== true
  if (isLost) return { ...talk, attention: 'composer' }
  // Nothing stands there any longer, and nobody said that they want to write: it hears again, after a moment.
  const isNext = talk.attention === 'composer' && isFree && first.isSought === undefined
  return isNext ? { ...withFirst(talk, afterUnheard(first, now)), attention: 'question' } : talk
}

/** What cannot be seen is shown anew when it can: with a moment to read it. */
function hide(talk: Talk, first: Question | undefined): Talk {
  if (first === undefined && talk.attention === 'question') return { ...talk, attention: 'composer' }
  return first?.shownAt === undefined ? talk : withFirst(talk, { ...first, shownAt: undefined })
}

const withFirst = (talk: Talk, first: Question): Talk => ({
  ...talk,
  questions: [first, ...talk.questions.slice(1)],
})

export function updateChanges(model: Model, page: ChangesPage, event: ChatEvent): Step {
  const talk = talkOf(model, model.active)
  const question = talk?.questions[0]
  const closed = { ...model, page: undefined }
  if (talk === undefined || question === undefined || question.id !== page.questionId) return [closed, []]
  if (event.type === 'paste') {
    // It is written, and seen: what is pressed next belongs to it.
    const { composer, effects } = writePaste(talk, event.text)
    const written = withTalk(closed, talk.key, it => ({ ...it, composer }))
    return [yielding(written, talk.key), effects]
  }
  if (event.type !== 'key' || event.key.isControl || event.key.isAlt) return [model, []]
  const { key } = event
  const word = key.name === 'character' ? key.text : key.name
  if (word === 'escape' || word === 'q' || word === 'd') return [closed, []]
  const moved = moveChanges(model, { page, question }, key)
  if (moved !== undefined) return [moved === page ? model : { ...model, page: moved }, []]
  return answerOnPage(model, { talk, question }, event)
}

/** What answers below answers here, but for Enter: nothing is chosen with the arrows here. */
function answerOnPage(
  model: Model,
  { talk, question }: { readonly talk: Talk; readonly question: Question },
  input: Input,
): Step {
  if (isDeaf(question, model.now))
    return [withQuestion(model, talk.key, afterUnheard(question, model.now)), []]
  const isEnter = input.type === 'key' && input.key.name === 'enter'
  if (isEnter || question.is === 'form') return [model, []]
  const { step, isTaken } = put(model, { talk: talk.key, question }, input)
  if (!isTaken) return [model, []]
  const [next, effects] = step
  const first = talkOf(next, talk.key)?.questions[0]
  // A reason is written below.
  const isRefusing = first?.is === 'permission' && first.isRefusing === true
  if (!isRefusing) return step
  return [attending({ ...next, page: undefined }, talk.key, 'question'), effects]
}
