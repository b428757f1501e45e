/** The prompts of one session, one after the other: how each becomes blocks, is sent, recorded, cancelled, and how it ends. */

import {
  type BlockOf,
  type Client,
  extensionRequest,
  isConnectionError,
  type PromptOptions,
  type Session,
  type Turn,
} from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Recorder } from '../../record/record.js'
import type { Shell } from '../../shell.js'
import { isWithin } from '../deadline.js'
import type { Abilities, Submission } from '../model/talk.js'
import { explain, isSignInAnswer, isSignInError, messageOf } from './talk-failure.js'
import type { TurnChanges } from './talk-means.js'
import type { TalkNewsDesk } from './talk-news.js'
import { toBlocks } from './talk-prompt.js'
import type { TalkShell } from './talk-shell.js'

export interface TurnMeans {
  readonly client: Client<Version>
  readonly session: Session<Version>
  readonly abilities: Abilities
  readonly recorder: Recorder
  readonly news: TalkNewsDesk
  readonly runs: TalkShell
  readonly shell: Shell
  readonly changes?: TurnChanges | undefined
  /** The agent wants somebody to sign in before it does anything. */
  readonly demandSignIn: (message: string) => void
  /** A turn ended. */
  readonly isOver: () => void
  /** It ended because the agent is gone. */
  readonly isGone: (error: unknown) => void
}

type Block = BlockOf<1>

interface End {
  readonly stopReason: string
  /** The agent told something of it. */
  readonly hasBegun: boolean
  readonly error?: unknown
  readonly usage?: unknown
}

/** Told of the session, or of the prompt itself, whatever becomes of it. */
const BESIDES: ReadonlySet<string> = new Set([
  ...['available_commands_update', 'config_option_update', 'current_mode_update', 'usage_update'],
  ...['session_info_update', 'state_update', 'user_message', 'user_message_chunk'],
])
const CANCEL_MILLISECONDS = 5_000
const STEER_MILLISECONDS = 10_000
const UNSENDABLE = new Set(['too_large', 'unsendable'])
const STILL_THERE = new Set([...UNSENDABLE, 'timeout'])

/** Words for a turn that runs, as agents of version 1 take them that can; an idle one is not to begin anything by it. */
const STEERING = extensionRequest<object, string>('_session/steering', {
  readParams: value => Object(value),
  readResult: value => String(Object(value).outcome),
})
const NO_NEW_TURN = { steering: { idleBehavior: 'promptRequired' } }

export class TalkTurns {
  readonly #means: TurnMeans
  #last: Promise<void> = Promise.resolve()
  /** Turns that are with the agent: more than one where it is steered by prompts. */
  #running = 0
  #isCalledOff = false
  #hasSpoken = false
  #tellsRuns = true

  constructor(means: TurnMeans) {
    this.#means = means
  }

  /** The agent has carried out something, so there is something to take up. */
  get hasSpoken(): boolean {
    return this.#hasSpoken
  }

  /** Resolves, never rejects, when nothing is under way. */
  get idle(): Promise<void> {
    return this.#last
  }

  prompt(submission: Submission): void {
    this.#last = this.#last.then(() => this.#guard(() => this.#play(submission)))
  }

  /** Told at once, beside the turn that runs. */
  steer(submission: Submission): void {
    if (this.#running === 0) return this.prompt(submission)
    const steering = this.#guard(() => this.#steer(submission))
    this.#last = Promise.all([this.#last, steering]).then(() => {})
  }

  /** Resolves when the agent has stopped, or when it is said that it does not. */
  async cancel(): Promise<void> {
    const { session, news } = this.#means
    this.#isCalledOff = true
    if (this.#running === 0) return
    const isStopped = await isWithin(session.cancel({ queue: 'clear' }), CANCEL_MILLISECONDS)
    if (isStopped || this.#running === 0) return
    news.say('warning', 'The agent does not stop. Close this conversation to end it: what was said is kept.')
  }

  async #play(submission: Submission): Promise<void> {
    this.#isCalledOff = false
    const blocks = await this.#toBlocks(submission)
    if (blocks === undefined) return
    const { changes, news } = this.#means
    await this.#attempt(async () => changes?.begin())
    if (this.#isCalledOff)
      return news.tell({ is: 'unsent', message: 'It was taken back before it was sent.' })
    await this.#send(blocks)
  }

  async #steer(submission: Submission): Promise<void> {
    const { client, session, news, recorder } = this.#means
    const blocks = await this.#toBlocks(submission)
    if (blocks === undefined) return
    // In version 2 an agent takes prompts at any time.
    if (client.version === 2) return this.#send(blocks, { queue: false })
    const params = { sessionId: session.id, prompt: blocks, _meta: NO_NEW_TURN }
    const outcome = await client.call(STEERING, params, { deadline: STEER_MILLISECONDS })
    // The turn was over before the words arrived.
    if (outcome === 'promptRequired') return this.prompt(submission)
    recorder.prompt(blocks)
    news.tell({ is: 'sent', content: blocks })
  }

  /** Nothing where it cannot be sent, which is told. */
  async #toBlocks(submission: Submission): Promise<readonly Block[] | undefined> {
    const { session, abilities, shell, runs, news } = this.#means
    try {
      const warn = (message: string): void => news.say('warning', message)
      // A command is taken with all that stands behind it: what was run waits for words.
      this.#tellsRuns = !submission.text.startsWith('/')
      const before = this.#tellsRuns ? runs.said : []
      return await toBlocks(submission, { session, abilities, shell, warn, before })
    } catch (error) {
      this.#tellUnsent(error)
      return undefined
    }
  }

  async #send(blocks: readonly Block[], options: PromptOptions = {}): Promise<void> {
    const { session, news, recorder, runs } = this.#means
    const turn = session.prompt(blocks, options)
    const ending = endOf(turn)
    // Refused on this side: nothing was sent.
    if (turn.isOver) return this.#tellUnsent((await ending).error)
    if (this.#tellsRuns) runs.forget()
    recorder.prompt(blocks)
    news.tell({ is: 'sent', content: blocks })
    this.#running++
    const end = await ending
    this.#running--
    if (this.#running === 0) await this.#conclude(end)
  }

  async #conclude(end: End): Promise<void> {
    const { recorder, news, changes, demandSignIn } = this.#means
    const { stopReason, error, usage, hasBegun } = end
    recorder.end(stopReason)
    const isSignIn = isSignInError(error) || (stopReason === 'error' && isSignInAnswer(error))
    const changed = (await this.#attempt(async () => changes?.end())) ?? []
    const isUnsent = isConnectionError(error) && UNSENDABLE.has(error.reason)
    if (!hasBegun && (isSignIn || isUnsent)) {
      this.#tellUnsent(error, isSignIn)
      return isSignIn ? demandSignIn(messageOf(error)) : undefined
    }
    this.#hasSpoken = true
    news.tell({ is: 'over', stopReason, error: toPlain(error), usage, changed })
    // At once: whoever hears of the end would else send the next prompt to nobody.
    if (isSignIn) demandSignIn(messageOf(error))
    if (isConnectionError(error) && !STILL_THERE.has(error.reason)) this.#means.isGone(error)
    else this.#means.isOver()
  }

  #tellUnsent(error: unknown, isWaiting = false): void {
    const { message, cure } = explain(error)
    const told = cure === undefined ? message : `${message} ${cure}`
    this.#means.news.tell({ is: 'unsent', message: told, ...(isWaiting && { isWaiting }) })
  }

  /** Whatever goes wrong in it is told: a prompt never disappears. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#tellUnsent(error)
    }
  }

  /** Something that a turn can do without. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#means.news.say('warning', `What this turn changes cannot be told: ${messageOf(error)}`)
      return undefined
    }
  }
}

/** Never rejects. What the turn told is heard by whoever listens to the session; here only its end is waited for, in its place. */
async function endOf(turn: Turn<Version>): Promise<End> {
  const reading = readOff(turn)
  try {
    const outcome: Omit<End, 'hasBegun'> = await turn.outcome
    const { stopReason, error, usage } = outcome
    return { stopReason, error, usage, hasBegun: await reading }
  } catch (error) {
    return { stopReason: 'error', error, hasBegun: await reading }
  }
}

/** Whether there was anything in it that the prompt brought about. */
async function readOff(turn: Turn<Version>): Promise<boolean> {
  let hasBegun = false
  for await (const { sessionUpdate } of turn.updates) hasBegun ||= !BESIDES.has(sessionUpdate)
  return hasBegun
}

/** Errors lose their words where they are copied. */
function toPlain(error: unknown): unknown {
  return error instanceof Error ? { message: error.message } : error
}
