/** A conversation in lines: what is told becomes lines, lines that are typed become prompts, commands and answers. */

import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { EXIT, type ExitCode } from '../../exit-code.js'
import { toDuration } from '../../render/lines.js'
import { endedByAgent } from '../../run/ending.js'
import type { ChatEvent, TalkNews } from '../event.js'
import type { Question } from '../model/question.js'
import type { Facts, SignInMethod } from '../model/talk.js'
import { readCommand } from './command.js'
import { Narrator } from './narrator.js'
import { type Setting, toEffect, toSetting } from './outgoing.js'
import { agentLine, helpLines, openedLine, signInLines } from './overview-text.js'
import type { PlainMeans } from './plain-means.js'
import { Questioner } from './questioner.js'
import { unasked } from './unasked.js'

/** How far the conversation is. */
type Stage = 'starting' | 'open' | 'busy' | 'sign-in' | 'failed' | 'left'

export const TALK = 'plain'
const USUAL = 'scout'
const NOTHING_DENIED = { count: 0, first: [] }

export class PlainChat {
  readonly #means: PlainMeans
  readonly #narrator: Narrator
  readonly #questioner: Questioner
  #stage: Stage = 'starting'
  #facts: Facts = { modes: [], options: [], commands: [] }
  #methods: readonly SignInMethod[] = []
  #queue: string[] = []
  #cwd: string
  /** A command of the person's own runs. */
  #isRunning = false
  #since = 0
  #version: 1 | 2 = 1
  /** What would have needed somebody in this turn. */
  #unanswered: ExitCode | undefined
  #exitCode: ExitCode | number = EXIT.ok
  readonly #waiters: (() => void)[] = []

  constructor(means: PlainMeans) {
    this.#means = means
    const { write, now, take, settings } = means
    this.#cwd = settings.cwd
    this.#narrator = new Narrator({ write, now, isBusy: () => this.#questioner.isAsking })
    this.#questioner = new Questioner({
      tell: line => this.#narrator.tell(line),
      answer: (questionId, answer) => take({ do: 'answer', talk: TALK, questionId, answer }),
      open: url => take({ do: 'open-address', url }),
      now,
    })
  }

  isIn(stage: Stage): boolean {
    return this.#stage === stage
  }

  get exitCode(): number {
    return this.#exitCode
  }

  /** Nothing is under way, and nobody is asked. */
  get isWaiting(): boolean {
    return this.#stage === 'open' && this.#queue.length === 0
  }

  start(resume?: string): void {
    const { agent = USUAL, cwd } = this.#means.settings
    this.#turnTo('starting')
    this.#means.take({ do: 'start', talk: TALK, agent, cwd, resume })
  }

  /** Resolves when there is a conversation and nothing is under way in it, or when there will be none. */
  async settled(): Promise<void> {
    while (this.#stage === 'starting' || this.#stage === 'busy' || this.#isAboutToSend)
      await new Promise<void>(resolve => this.#waiters.push(resolve))
  }

  hear(event: ChatEvent): void {
    if (event.type === 'remark') return this.#narrator.tell(`note: ${boundedLine(event.text, 2_000)}`)
    if (event.type === 'talk') this.#news(event.news)
  }

  /** What was to be said first; nobody has seen it yet. */
  begin(text: string): void {
    if (this.#means.isAttended) this.#narrator.say('you', text)
    this.prompt(text)
  }

  /** Sent when its turn comes. */
  prompt(text: string): void {
    if (this.#stage === 'failed')
      return this.#narrator.tell('note: nobody hears it: /new begins anew, /quit leaves.')
    this.#queue.push(text)
    if (this.#stage === 'busy') this.#narrator.tell('note: it waits until the agent is done.')
    this.#advance()
  }

  /** A line that somebody typed. */
  type(line: string): void {
    const command = readCommand(line)
    if (command.is === 'quit') return this.leave(EXIT.ok)
    if (command.is === 'cancel') return this.cancel()
    if (this.#questioner.isAsking) return this.#questioner.hear(line)
    if (this.#stage === 'sign-in' && command.is === 'prompt') return this.#signIn(line)
    switch (command.is) {
      case 'nothing':
        return undefined
      case 'prompt':
        return this.prompt(command.text)
      case 'new':
        this.#drop()
        return this.start()
      case 'mode':
      case 'option':
        return this.#set(command)
      case 'help':
        return this.#tellAll(helpLines(this.#facts))
    }
  }

  cancel(): void {
    if (!this.#drop() && this.#stage !== 'busy') this.#narrator.tell('note: there is nothing to cancel.')
    if (this.#stage !== 'busy') return
    this.#questioner.dismissAll()
    this.#narrator.tell('note: cancelling.')
    this.#means.take({ do: 'cancel', talk: TALK })
  }

  /** Nobody can type anything any more: what stands open is dismissed. */
  hangUp(): void {
    this.#questioner.dismissAll()
  }

  leave(exitCode: number): void {
    this.#exitCode = exitCode
    this.#queue = []
    this.#questioner.dismissAll()
    this.#narrator.close()
    this.#turnTo('left')
  }

  get #isAboutToSend(): boolean {
    return this.#stage === 'open' && this.#queue.length > 0
  }

  #news(news: TalkNews): void {
    if (this.#stage === 'left') return
    switch (news.is) {
      case 'connected':
        this.#version = news.protocol
        return this.#narrator.tell(agentLine(news))
      case 'opened':
        return this.#open(news)
      case 'updates':
        for (const update of news.updates) this.#narrator.update(update)
        return undefined
      case 'facts':
        this.#facts = news.facts
        return undefined
      case 'unsent':
        this.#narrator.tell(`not sent: ${boundedLine(news.message, 2_000)}`)
        this.#exitCode = EXIT.error
        // What was to come after it may rely on it.
        this.#drop()
        return this.#turnTo('open')
      case 'over':
        return this.#over(news)
      case 'terminal':
        return this.#narrator.terminal(news)
      case 'asked':
        return this.#ask(news.question)
      case 'withdrawn':
        return this.#questioner.withdraw(news.questionId)
      case 'sign-in':
        return this.#demandSignIn(news.message, news.methods)
      case 'failed':
        return this.#fail(news)
      case 'said':
        return this.#hearSaid(news)
      default:
        return undefined
    }
  }

  #hearSaid({ kind, text }: Extract<TalkNews, { is: 'said' }>): void {
    // What a command printed was told while it ran.
    if (kind !== 'shell') this.#narrator.say('note', text)
    if (!this.#isRunning || (kind !== 'shell' && kind !== 'failure')) return
    this.#isRunning = false
    this.#narrator.close()
    this.#turnTo('open')
  }

  #open(news: Extract<TalkNews, { is: 'opened' }>): void {
    this.#facts = news.facts
    this.#cwd = news.cwd ?? this.#cwd
    this.#narrator.begin(this.#cwd, this.#version)
    this.#narrator.tell(openedLine(news))
    const last = news.history.findLastIndex(({ is }) => is === 'prompt')
    if (last >= 0) for (const event of news.history.slice(last)) this.#narrator.retell(event)
    this.#narrator.close()
    this.#turnTo('open')
  }

  #over({ stopReason, error, usage }: Extract<TalkNews, { is: 'over' }>): void {
    this.#narrator.close()
    const ending = endedByAgent({ stopReason, error, usage }, NOTHING_DENIED)
    const isOver = ending.exitCode === EXIT.ok || ending.exitCode === EXIT.cancelled
    this.#exitCode = (isOver ? this.#unanswered : undefined) ?? ending.exitCode
    const how =
      ending.error === undefined ? 'done' : sanitizeForDisplay(ending.error.message).replaceAll('\n', ' ')
    this.#narrator.tell(`turn: ${how}, ${toDuration(this.#means.now() - this.#since)}`)
    this.#turnTo('open')
  }

  #ask(question: Question): void {
    if (this.#means.isAttended) return this.#questioner.ask(question)
    const { lines, exitCode } = unasked(question)
    this.#tellAll(lines)
    this.#unanswered = exitCode
    this.#means.take({ do: 'answer', talk: TALK, questionId: question.id, answer: { is: 'dismissed' } })
  }

  #demandSignIn(message: string, methods: readonly SignInMethod[]): void {
    this.#methods = methods
    this.#tellAll(signInLines(message, methods))
    this.#exitCode = EXIT.signInNeeded
    if (this.#means.isAttended) this.#narrator.tell('  Type the number of one of them, or /quit.')
    else this.#means.complain('the agent wants somebody to sign in first: parley chat --plain, at a terminal')
    this.#turnTo('sign-in')
  }

  #signIn(line: string): void {
    const method = /^[1-9]\d*$/.test(line.trim()) ? this.#methods[Number(line.trim()) - 1] : undefined
    if (method === undefined)
      return this.#narrator.tell('note: type the number of a way to sign in, or /quit.')
    this.#turnTo('starting')
    this.#exitCode = EXIT.ok
    this.#means.take({ do: 'sign-in', talk: TALK, method: method.id })
  }

  #fail({ message, cure, exitCode = EXIT.error }: Extract<TalkNews, { is: 'failed' }>): void {
    this.#narrator.close()
    this.#means.complain(cure === undefined ? message : `${message}\n  ${cure}`)
    this.#exitCode = exitCode
    this.#turnTo('failed')
  }

  #set(command: Setting): void {
    const { effect, lines } = toSetting(command, TALK, this.#facts)
    if (effect !== undefined) this.#means.take(effect)
    this.#tellAll(lines)
  }

  /** What waits is not sent, which is said. Whether there was anything. */
  #drop(): boolean {
    const dropped = this.#queue.splice(0)
    for (const text of dropped)
      this.#narrator.tell(`note: this waited and is not sent any more: ${boundedLine(text, 2_000)}`)
    return dropped.length > 0
  }

  #tellAll(lines: readonly string[]): void {
    for (const line of lines) this.#narrator.tell(line)
  }

  #advance(): void {
    if (this.#stage !== 'open') return
    const text = this.#queue.shift()
    if (text === undefined) return
    const { isAttended, home, take } = this.#means
    const effect = toEffect(text, { talk: TALK, cwd: this.#cwd, home, isAttended })
    if (effect === undefined) return this.#advance()
    this.#unanswered = undefined
    this.#since = this.#means.now()
    if (!isAttended) this.#narrator.say('you', text)
    this.#turnTo('busy')
    this.#isRunning = effect.do === 'shell'
    take(effect)
  }

  #turnTo(stage: Stage): void {
    if (this.#stage === 'left') return
    this.#stage = stage
    this.#advance()
    for (const wake of this.#waiters.splice(0)) wake()
  }
}
