/** A conversation in lines: what is told becomes lines, lines that are typed become prompts, commands and answers. */

import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { EXIT, type ExitCode } from '../../exit-code.js'
import { toDuration } from '../../render/lines.js'
import { endedByAgent } from '../../run/ending.js'
import { toSubmission } from '../composer/submission.js'
import type { Effect } from '../effect.js'
import type { ChatEvent, TalkNews } from '../event.js'
import type { Question } from '../model/question.js'
import type { Facts } from '../model/talk.js'
import type { ChatSettings } from '../settings.js'
import { readCommand } from './command.js'
import { Narrator } from './narrator.js'
import { helpLines, modeLine, openedLine, optionLines, saidAs } from './overview-text.js'
import { linesOf, Questioner } from './questioner.js'
import { SigningIn } from './signing-in.js'

export interface PlainMeans {
  readonly settings: ChatSettings
  /** Somebody sits there who can be asked. */
  readonly isAttended: boolean
  readonly home?: string | undefined
  readonly write: (line: string) => void
  /** What went wrong, apart from the conversation. */
  readonly complain: (text: string) => void
  readonly take: (effect: Effect) => void
  readonly now: () => number
}

/** How far the conversation is. */
type Stage = 'starting' | 'open' | 'busy' | 'sign-in' | 'failed' | 'left'

export const TALK = 'plain'
const USUAL = 'scout'
const NOTHING_DENIED = { count: 0, first: [] }

export class PlainChat {
  readonly #means: PlainMeans
  readonly #narrator: Narrator
  readonly #questioner: Questioner
  readonly #signingIn: SigningIn
  #stage: Stage = 'starting'
  #facts: Facts = { modes: [], options: [], commands: [] }
  #queue: string[] = []
  #since = 0
  #cwd = ''
  #version: 1 | 2 = 1
  /** What would have needed somebody in this turn. */
  #unanswered: ExitCode | undefined
  #exitCode: ExitCode | number = EXIT.ok
  readonly #waiters: (() => void)[] = []

  constructor(means: PlainMeans) {
    this.#means = means
    const { write, now, take } = means
    this.#narrator = new Narrator({ write, now, isBusy: () => this.#questioner.isAsking })
    this.#questioner = new Questioner({
      tell: line => this.#narrator.tell(line),
      answer: (questionId, answer) => take({ do: 'answer', talk: TALK, questionId, answer }),
      open: url => take({ do: 'open-address', url }),
      now,
    })
    this.#signingIn = new SigningIn({ tell: line => this.#narrator.tell(line), now })
  }

  readonly isIn = (stage: Stage): boolean => this.#stage === stage

  get exitCode(): number {
    return this.#exitCode
  }

  /** Nothing is under way, and nobody is asked. */
  get isWaiting(): boolean {
    return this.#stage === 'open' && this.#queue.length === 0
  }

  start(resume?: string): void {
    const { far, cwd, agent = far?.url ?? USUAL } = this.#means.settings
    const session = this.#cwd === '' ? far?.session : undefined
    this.#turnTo('starting')
    this.#means.take({ do: 'start', talk: TALK, agent, cwd, resume, session })
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
      case 'shell':
        return this.#means.take({ do: 'shell', talk: TALK, command: command.command })
      case 'new':
        this.#queue = []
        return this.start()
      case 'mode':
        return this.#setMode(command.mode)
      case 'option':
        return this.#setOption(command.option, command.value)
      case 'help':
        return this.#tellAll(helpLines(this.#facts))
    }
  }

  cancel(): void {
    this.#queue = []
    if (this.#stage !== 'busy') return this.#narrator.tell('note: there is nothing to cancel.')
    this.#questioner.dismissAll()
    this.#narrator.tell('note: cancelling.')
    this.#means.take({ do: 'cancel', talk: TALK })
  }

  /** Nobody can type anything any more: what stands open is dismissed. */
  readonly hangUp = (): void => this.#questioner.dismissAll()

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
        return this.#narrator.tell(
          `agent is ${boundedLine(`${news.name ?? 'nameless'} ${news.version ?? ''}`.trim(), 200)}`,
        )
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
        this.#end(EXIT.error)
        // What was to come after it may rely on it.
        this.#queue = []
        return news.isWaiting === true ? undefined : this.#turnTo('open')
      case 'over':
        return this.#over(news)
      case 'terminal':
        return this.#narrator.terminal(news)
      case 'asked':
        return this.#ask(news.question)
      case 'withdrawn':
        return this.#questioner.withdraw(news.questionId)
      case 'sign-in':
        return this.#demandSignIn(news)
      case 'failed':
        return this.#fail(news)
      case 'said':
        return this.#narrator.say(...saidAs(news))
      default:
        return undefined
    }
  }

  #open(news: Extract<TalkNews, { is: 'opened' }>): void {
    this.#facts = news.facts
    this.#cwd = news.cwd ?? this.#means.settings.cwd
    this.#narrator.begin(this.#cwd, this.#version)
    this.#narrator.tell(openedLine(news))
    // What a gateway keeps may be new to who comes to it.
    const last = news.far === undefined ? news.history.findLastIndex(({ is }) => is === 'prompt') : 0
    if (last >= 0) for (const event of news.history.slice(last)) this.#narrator.retell(event)
    this.#narrator.close()
    this.#turnTo('open')
  }

  #over({ stopReason, error, usage }: Extract<TalkNews, { is: 'over' }>): void {
    this.#narrator.close()
    const ending = endedByAgent({ stopReason, error, usage }, NOTHING_DENIED)
    const isOver = ending.exitCode === EXIT.ok || ending.exitCode === EXIT.cancelled
    this.#end((isOver ? this.#unanswered : undefined) ?? ending.exitCode)
    const how =
      ending.error === undefined ? 'done' : sanitizeForDisplay(ending.error.message).replaceAll('\n', ' ')
    this.#narrator.tell(`turn: ${how}, ${toDuration(this.#means.now() - this.#since)}`)
    this.#turnTo('open')
  }

  #ask(question: Question): void {
    if (this.#means.isAttended) return this.#questioner.ask(question)
    // Without what could be typed.
    this.#tellAll(linesOf(question).filter(line => !line.startsWith('  Type ')))
    const isPermission = question.is === 'permission'
    this.#unanswered = isPermission ? EXIT.denied : EXIT.inputNeeded
    const cure = isPermission
      ? 'Allow it in a policy (--policy <file>, see `parley policy`), or type at a terminal.'
      : 'Type at a terminal, where it can be filled in.'
    this.#narrator.tell(`DISMISSED: nobody can be asked here. ${cure}`)
    this.#means.take({ do: 'answer', talk: TALK, questionId: question.id, answer: { is: 'dismissed' } })
  }

  #demandSignIn({ message, methods }: Extract<TalkNews, { is: 'sign-in' }>): void {
    this.#signingIn.demand(message, methods)
    this.#exitCode = EXIT.signInNeeded
    if (this.#means.isAttended) this.#narrator.tell('  Type the number of one of them, or /quit.')
    else this.#means.complain('the agent wants somebody to sign in first: parley chat --plain, at a terminal')
    this.#turnTo('sign-in')
  }

  #signIn(line: string): void {
    const method = this.#signingIn.hear(line)
    if (method === undefined) return
    this.#turnTo('starting')
    this.#exitCode = EXIT.ok
    this.#means.take({ do: 'sign-in', talk: TALK, method: method.id })
  }

  #fail({ message, cure, exitCode = EXIT.error }: Extract<TalkNews, { is: 'failed' }>): void {
    this.#narrator.close()
    this.#means.complain(cure === undefined ? message : `${message}\n  ${cure}`)
    this.#end(exitCode)
    this.#turnTo('failed')
  }

  /** Who reads the code of a pipe is told of the worst that came of it, not only of what was last. */
  #end(exitCode: number): void {
    this.#exitCode = this.#means.isAttended ? exitCode : Math.max(this.#exitCode, exitCode)
  }

  #setMode(mode: string | undefined): void {
    if (mode === undefined) this.#narrator.tell(modeLine(this.#facts))
    else this.#means.take({ do: 'set-mode', talk: TALK, mode })
  }

  #setOption(option: string | undefined, value: string | undefined): void {
    if (option === undefined || value === undefined) this.#tellAll(optionLines(this.#facts))
    else this.#means.take({ do: 'set-option', talk: TALK, option, value })
  }

  #tellAll(lines: readonly string[]): void {
    for (const line of lines) this.#narrator.tell(line)
  }

  #advance(): void {
    if (this.#stage !== 'open') return
    const text = this.#queue.shift()
    if (text === undefined) return
    const { isAttended, home } = this.#means
    // What comes through a pipe nobody has looked through: it is text, and points at nothing.
    const seen = isAttended ? toSubmission({ text, folds: [] }, this.#cwd, home) : undefined
    const submission = seen ?? { text, files: [], talks: [] }
    this.#unanswered = undefined
    this.#since = this.#means.now()
    if (!this.#means.isAttended) this.#narrator.say('you', text)
    this.#turnTo('busy')
    this.#means.take({ do: 'prompt', talk: TALK, submission })
  }

  #turnTo(stage: Stage): void {
    if (this.#stage === 'left') return
    this.#stage = stage
    this.#advance()
    for (const wake of this.#waiters.splice(0)) wake()
  }
}
