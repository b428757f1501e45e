/** One conversation from the start of its agent to its end. What happens in it is told; nothing here ever throws. */

import type { Client, Session, UpdateOf } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { OpenRecorder, Recorder } from '../../record/record.js'
import { isWithin } from '../deadline.js'
import type { TalkKey } from '../model/talk.js'
import { SigningIn } from './signing-in.js'
import { Talk, type TalkOptions } from './talk.js'
import { TalkAgent } from './talk-agent.js'
import { BranchWatch } from './talk-branch.js'
import { type Counterpart, findCounterpart, type StartOrder } from './talk-counterpart.js'
import { explain, isSignInError } from './talk-failure.js'
import type { TalkMeans, TurnChanges } from './talk-means.js'
import { abilitiesOf } from './talk-prompt.js'
import { beginRecord, copyRecord, findConversation, isSurrounding, readHistory } from './talk-record.js'
import { applySettings, beginSession, forkFrom, type OpenSession, takeUp } from './talk-session.js'
import { TalkTerminals } from './talk-terminals.js'
import { TalkTurns } from './talk-turns.js'

const LAST_MILLISECONDS = 500
const KEPT = 'What was said is kept, and can be taken up again.'

export class LiveTalk extends Talk {
  readonly #key: TalkKey
  readonly #screens: TalkTerminals
  readonly #signingIn: SigningIn
  #with: Counterpart | undefined
  #agent: TalkAgent | undefined
  #client: Client<Version> | undefined
  #recorder: OpenRecorder | undefined
  /** Whose record it is. */
  #recorded: Session<Version> | undefined
  #changes: TurnChanges | undefined
  #isOver = false
  readonly #branch: BranchWatch

  constructor(options: TalkOptions, means: TalkMeans) {
    super(options, means)
    this.#key = options.key
    const { news } = this
    this.#screens = new TalkTerminals(each => news.tell(each))
    this.#signingIn = new SigningIn({
      news,
      look: () => ({ hasTerminal: means.terminal !== undefined, variables: this.#agent?.variables }),
      isOver: () => this.#isOver,
      enter: client => this.#openAgain(client),
      fail: error => void this.fail(error),
    })
    this.#branch = new BranchWatch(branch => news.tell({ is: 'branch', branch }))
  }

  override async cancel(): Promise<void> {
    this.#signingIn.giveUp()
    await super.cancel()
  }

  run(command: string): Promise<void> {
    return this.runs.run(command, this.#with?.place.cwd ?? this.means.settings.cwd)
  }

  signIn(method: string): Promise<void> {
    return this.#signingIn.go(method, this.#client)
  }

  protected async begin(order: StartOrder): Promise<void> {
    const { settings, shell, terminal, tell } = this.means
    this.#with = await findCounterpart(order, this.means)
    const { entry, place } = this.#with
    const warn = (message: string): void => this.news.say('warning', message)
    const remark = (text: string): void => tell({ type: 'remark', kind: 'info', text })
    const agent = await TalkAgent.start({
      ...{ settings, shell, terminal, entry, warn, remark, cwd: place.cwd },
      ...{ asking: this.asking, terminals: this.#screens },
    })
    this.#agent = agent
    if (this.closing !== undefined) return agent.close()
    const client = await agent.connect()
    this.#client = client
    void client.closed.then(({ reason, error }) => this.#mourn(error ?? new Error(reason)))
    const { title, name, version } = client.info ?? {}
    this.news.tell({ is: 'connected', name: title ?? name, version, protocol: client.version })
    await this.#open(client)
  }

  /** Also called again, when somebody has signed in. */
  async #open(client: Client<Version>): Promise<void> {
    try {
      const opened = await this.#openSession(client)
      await this.#enter(client, opened)
    } catch (error) {
      if (!isSignInError(error)) throw error
      this.#signingIn.demand(explain(error).message, client)
    }
  }

  /** What was said before somebody signed in is not lost: an agent that was started anew takes it up. */
  async #openAgain(client: Client<Version>): Promise<void> {
    const { entry, place, kept } = this.#demandCounterpart()
    if (this.session !== undefined && kept === undefined && this.turns?.hasSpoken === true) {
      await this.#recorder?.close()
      const id = this.#recorder?.id ?? this.session.id
      const own = await findConversation({ id, cwd: place.cwd }, this.means.shell)
      this.#with = { entry, place, kept: own, isFork: false }
    }
    await this.#open(client)
  }

  async #openSession(client: Client<Version>): Promise<OpenSession> {
    const before = this.session
    // Somebody signed in, and the agent has it still: it is listened to already.
    if (before !== undefined && !before.isClosed) return { session: before, listen: () => {} }
    const { entry, place, kept, isFork } = this.#demandCounterpart()
    if (kept === undefined) return beginSession(client, place)
    if (!isFork) return takeUp(client, place, kept)
    const forked = await forkFrom(client, place, kept)
    const { shell } = this.means
    const id = await copyRecord(kept, { sessionId: forked.session.id, cwd: place.cwd }, shell)
    // From now on it is a conversation like any other.
    const copy = await findConversation({ id, cwd: place.cwd }, shell)
    this.#with = { entry, place, kept: copy, isFork: false }
    return forked
  }

  async #enter(client: Client<Version>, { session, listen }: OpenSession): Promise<void> {
    const { shell, settings } = this.means
    const { entry, place } = this.#demandCounterpart()
    const [news, { cwd }] = [this.news, place]
    this.session = session
    if (this.isFirst) await applySettings(session, settings, message => news.say('warning', message))
    const isResumed = this.#with?.kept !== undefined || this.#recorder !== undefined
    const recorder = await this.#record(client, session)
    const abilities = abilitiesOf(client, this.#agent?.canSteer === true)
    const record = recorder.id
    const history = isResumed ? await readHistory(record, shell) : []
    const facts = news.watch(session, this.#with?.kept?.title)
    const about = { record, isResumed, history, branch: this.#branch.branch, agent: entry.id, cwd }
    this.#changes ??= this.means.turnChanges?.(this.#key, cwd)
    // First: whoever hears that it is open may send something at once.
    this.turns = new TalkTurns({
      ...{ client, session, abilities, recorder, news, shell },
      ...{ runs: this.runs, changes: this.#changes },
      demandSignIn: message => this.#signingIn.demand(message, client),
      isOver: () => void this.#branch.look(cwd),
      isGone: error => void this.fail(error),
    })
    news.tell({ is: 'opened', facts, abilities, ...about })
    void this.#branch.look(cwd)
    // Only now: what is heard before the conversation is there would be lost in it.
    listen(update => this.#hear(update))
  }

  /** A promise slows the agent down. */
  #hear(update: UpdateOf<Version>): Promise<void> | undefined {
    const isSaid = !isSurrounding(update) || this.session?.turns.length !== 0
    // The record keeps whatever version it is of, and names it.
    const kept = isSaid ? this.#recorder?.update(update as Parameters<Recorder['update']>[0]) : undefined
    this.turns?.hear(update)
    this.news.update(update)
    return kept ?? this.means.room?.()
  }

  async #record(client: Client<Version>, session: Session<Version>): Promise<OpenRecorder> {
    const { entry, place, kept } = this.#demandCounterpart()
    await this.#recorder?.close()
    const record = kept?.id ?? (this.#recorded === session ? this.#recorder?.id : undefined)
    this.#recorded = session
    const recorded = {
      ...{ agent: entry.id, sessionId: session.id, cwd: place.cwd, version: client.version },
      ...{ record, isNew: record === undefined },
      ...{ env: this.means.shell.env, warn: (text: string) => this.news.say('warning', text) },
    }
    this.#recorder = await beginRecord(recorded)
    return this.#recorder
  }

  /** Its agent is gone though nobody ended it. */
  async #mourn(error: unknown): Promise<void> {
    if (this.#agent?.isClosing === true) return
    await this.turns?.idle
    await this.fail(error)
  }

  protected async fail(error: unknown): Promise<void> {
    if (this.#isOver || this.closing !== undefined) return
    this.#isOver = true
    const { message, cure, exitCode } = explain(error)
    const advice = this.turns?.hasSpoken === true ? KEPT : undefined
    this.turns = undefined
    this.news.tell({ is: 'failed', message, cure: cure ?? advice, exitCode })
    await this.#release()
  }

  protected async end(): Promise<void> {
    this.news.close()
    await this.#release()
    await isWithin(this.starting, LAST_MILLISECONDS)
    await this.#agent?.close()
    // Not before: what an agent left half done when it died is to be taken back.
    await this.#changes?.close()
  }

  async #release(): Promise<void> {
    this.#screens.close()
    const turns = this.turns
    await Promise.allSettled([this.#agent?.close()])
    await isWithin(turns?.idle, LAST_MILLISECONDS)
    await this.#recorder?.close().catch(() => {})
  }

  #demandCounterpart(): Counterpart {
    if (this.#with === undefined) throw new Error('an agent is found before it is started')
    return this.#with
  }
}
