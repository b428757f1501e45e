/** What is new in a conversation, folded into it. */

import {
  emptyThread,
  itemAt,
  reduce,
  type Thread,
  type ThreadEvent,
  type ThreadUpdate,
} from '@parley/acp/thread'
import type { HistoryEvent, TalkNews } from '../event.js'
import { withAside } from '../model/asides.js'
import { newFar } from '../model/far.js'
import { isAsIf } from '../model/own-words.js'
import type { Question } from '../model/question.js'
import type { Aside, Talk } from '../model/talk.js'
import { withShownChange } from '../questions/shown-change.js'
import { withdrawQuestion } from '../questions/update.js'
import { timeCalls } from './call-times.js'
import { Authors, hearFar } from './elsewhere.js'
import { cutAtRetelling, tellAgain } from './retelling.js'

/** The same conversation with the news in it. What is to be done about them is decided elsewhere. */
export function hearNews(talk: Talk, news: TalkNews, now: number): Talk {
  const next = hear(talk, news, now)
  // What a question is about may be told before it, behind it, or together with all that came before.
  const isAsBefore = next.thread === talk.thread && next.questions === talk.questions
  return isAsBefore ? next : withShownChanges(next)
}

function hear(talk: Talk, news: TalkNews, now: number): Talk {
  switch (news.is) {
    case 'connected':
      return connect(talk, news)
    case 'opened':
      return open(talk, news)
    case 'updates':
      return fold(talk, news.updates, now)
    case 'facts':
      return { ...talk, facts: news.facts }
    case 'sent':
      return sent(talk, news)
    case 'unsent':
      return say(news.of === 'turn' ? { ...talk, turn: undefined } : talk, 'failure', news.message)
    case 'over':
      return end(talk, news)
    case 'changed':
      return withChanged(talk, news.changed)
    case 'terminal':
      return showTerminal(talk, news)
    case 'asked':
      return ask(talk, news.question, now)
    case 'withdrawn':
      return withdrawQuestion(talk, news.questionId)
    case 'in-line':
      return { ...talk, inLine: news.count }
    case 'sign-in':
      return { ...talk, stage: { is: 'sign-in', message: news.message, methods: news.methods } }
    case 'failed':
      return fail(talk, news)
    case 'said':
      return say(talk, news.kind, news.text)
    case 'shell':
    case 'shell-over':
      return { ...talk, shell: toShell(news, now) }
    case 'branch':
      return { ...talk, branch: news.branch }
    case 'far':
      return hearFar(talk, news.news, now)
    case 'remembered':
      return talk
  }
}

function ask(talk: Talk, question: Question, now: number): Talk {
  return { ...talk, questions: [...talk.questions, { ...question, askedAt: now }] }
}

function withShownChanges(talk: Talk): Talk {
  const questions = talk.questions.map(question => withShownChange(question, talk))
  return questions.some((question, index) => question !== talk.questions[index])
    ? { ...talk, questions }
    : talk
}

type NewsOf<Kind extends TalkNews['is']> = Extract<TalkNews, { readonly is: Kind }>

/** The command that the person runs, while it runs. */
function toShell(news: NewsOf<'shell' | 'shell-over'>, now: number): Talk['shell'] {
  return news.is === 'shell' ? { command: news.command, terminalId: news.terminalId, since: now } : undefined
}

function connect(talk: Talk, { name, version, protocol }: NewsOf<'connected'>): Talk {
  const thread = talk.thread.version === protocol ? talk.thread : { ...talk.thread, version: protocol }
  return { ...talk, agent: { ...talk.agent, name, version }, version: protocol, thread }
}

function open(talk: Talk, news: NewsOf<'opened'>): Talk {
  const { record, facts, abilities, history, branch = talk.branch, cwd = talk.cwd } = news
  if (news.far !== undefined) return openFar(talk, news, newFar(news.far))
  const agent = { ...talk.agent, id: news.agent ?? talk.agent.id }
  // A conversation that was opened again after signing in has its history already.
  const isRetold = talk.thread.slots.length === 0
  // What was recorded says nothing of what the agent does now.
  const told = isRetold
    ? { ...interrupted(history.reduce(retell, talk.thread)), state: talk.thread.state }
    : talk.thread
  const retold = isRetold ? told.slots.length : talk.retold
  return {
    ...talk,
    stage: { is: 'open' },
    agent,
    cwd,
    record,
    facts,
    abilities,
    thread: told,
    branch,
    retold,
  }
}

/** What a gateway tells is what is: it may be in the middle of something. Who comes back is told all of it again. */
function openFar(talk: Talk, news: NewsOf<'opened'>, far: NonNullable<Talk['far']>): Talk {
  const { record, facts, abilities, history, cwd = talk.cwd } = news
  const authors = new Authors()
  const thread = history.reduce((before, event) => {
    const after = retell(before, event)
    if (event.is === 'update') authors.note(event.update, before, after)
    return after
  }, emptyThread(talk.version))
  const opened = { stage: { is: 'open' }, record, facts, abilities, cwd, thread } as const
  return { ...talk, ...opened, retold: thread.slots.length, far: { ...far, authors: authors.known } }
}

/** Whoever held it is gone: a turn that did not end then has ended now. */
function interrupted(thread: Thread): Thread {
  // So has what it ran, also where its end was told.
  const stopped = reduce({ ...thread, state: undefined }, { type: 'cancel' })
  return thread.openPrompts === 0 ? stopped : reduce(stopped, { type: 'end', stopReason: 'cancelled' })
}

function retell(thread: Thread, event: HistoryEvent): Thread {
  if (event.is === 'update') return reduce(thread, event.update)
  if (event.is === 'prompt') return reduce(thread, { type: 'prompt', content: event.content })
  return reduce(thread, { type: 'end', stopReason: event.stopReason })
}

function fold(talk: Talk, updates: readonly ThreadUpdate[], now: number): Talk {
  const [before, retelling, after] = cutAtRetelling(updates)
  const heard = foldAll(talk, before, now)
  return retelling === undefined ? heard : fold(tellAgain(heard, retelling), after, now)
}

function foldAll(talk: Talk, updates: readonly ThreadUpdate[], now: number): Talk {
  const { far } = talk
  const known = { said: talk.said ?? [], retold: talk.retold, far }
  const authors = far && new Authors(far.authors)
  const thread = updates.reduce((before, update) => {
    const after = reduce(closed(before, update, known), update)
    authors?.note(update, before, after)
    return after
  }, talk.thread)
  const times = timeCalls(talk.times, updates, now)
  const heard = { ...talk, thread, times, said: known.said }
  return far && authors ? { ...heard, far: { ...far, authors: authors.known } } : heard
}

/** What an agent adds behind words of the person is no part of them. */
function closed(
  thread: Thread,
  { sessionUpdate }: ThreadUpdate,
  known: Pick<Talk, 'said' | 'retold' | 'far'>,
): Thread {
  const { current, slots } = thread
  if (sessionUpdate !== 'user_message_chunk' || current === undefined) return thread
  return isAsIf(itemAt(slots, current), current, known) ? thread : { ...thread, current: undefined }
}

function sent(talk: Talk, { content }: NewsOf<'sent'>): Talk {
  const said = [...(talk.said ?? []), talk.thread.slots.length]
  return { ...withEvent(talk, { type: 'prompt', content }), said }
}

const withEvent = (talk: Talk, event: ThreadEvent): Talk => ({ ...talk, thread: reduce(talk.thread, event) })

function end(talk: Talk, { stopReason, error, usage, changed }: NewsOf<'over'>): Talk {
  const ended = withEvent(talk, { type: 'end', stopReason, error, usage })
  const times = { ...ended.times, open: new Map<string, number>() }
  return withChanged({ ...dropQuestions(ended), times, turn: undefined }, changed)
}

/** A turn that changed nothing leaves what was put back before it. */
function withChanged(talk: Talk, changed: Talk['changed']): Talk {
  return { ...talk, changed, ...(changed.length > 0 && { putBack: undefined }) }
}

function showTerminal(talk: Talk, { terminalId, output, isCut, exit }: NewsOf<'terminal'>): Talk {
  return withEvent(talk, { type: 'terminal', terminalId, output, truncated: isCut, exitStatus: exit })
}

/** What was asked is asked no longer, and what was on its way did not arrive. */
function fail(talk: Talk, { message, cure }: NewsOf<'failed'>): Talk {
  const thread = talk.turn === undefined ? talk.thread : reduce(talk.thread, { type: 'cancel' })
  const failed = { ...talk, thread, stage: { is: 'failed', message, cure } as const }
  const told = cure === undefined ? message : `${message}\n${cure}`
  return say({ ...dropQuestions(failed), turn: undefined, isHeld: talk.queue.length > 0 }, 'failure', told)
}

/** Nobody waits for the answers any longer; what was written into them is kept. */
export function dropQuestions(talk: Talk): Talk {
  const dropped = talk.questions.reduce((rest, { id }) => withdrawQuestion(rest, id), talk)
  return { ...dropped, attention: 'composer' }
}

export function say(talk: Talk, kind: Aside['kind'], text: string): Talk {
  return withAside(talk, { kind, text })
}
