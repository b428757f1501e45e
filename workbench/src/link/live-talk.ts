/** One conversation that is open here: begun or told again, heard in order, over as many connections as it takes. */

import type { Client, Session, UpdateOf } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { RETELLING, reduce } from '@parley/acp/thread'
import type { Talk } from '../state/talk.js'
import type { AgentLink } from './agent-link.js'
import { Company } from './company.js'
import { abilitiesOf } from './facts.js'
import { outsideFailure, toFailure, wantsSignIn } from './failure.js'
import { type TalkPlace, toTalk } from './new-talk.js'
import { wordsForNotice } from './notice-words.js'
import { NOWHERE } from './page-channel.js'
import { catchUp, type Open, wayTo } from './session-opening.js'
import { type DeskMeans, TalkDesk } from './talk-desk.js'
import { Turns } from './turns.js'
import type { OpenedSession, WorkspaceFacts } from './workspaces.js'

export interface TalkMeans extends DeskMeans {
  readonly link: AgentLink
  /** What is known of the folder of its session. */
  workspaceOf(opened: OpenedSession): Promise<WorkspaceFacts>
  /** Where sessions work of which nothing else is known. */
  folder(): string
  /** The agent wants somebody to sign in. */
  signInWanted(): void
  /** What lists tell of it may be another. */
  changed(): void
}

type Update = UpdateOf<Version>

const SIGN_IN = 'sign-in'
const GONE =
  'The folder of this conversation is not there any more. What was said can be read; to work on, put the folder back.'
const RESET = 'What was missed cannot be told alone: this is all of it, from the beginning.'

export class LiveTalk {
  readonly desk: TalkDesk
  readonly turns: Turns
  /** Told what the gateway says of the others in it. */
  readonly company: Company
  readonly #means: TalkMeans
  #session: Session<Version> | undefined
  /** Over which it was heard. */
  #client: Client<Version> | undefined
  #opening: Promise<void> | undefined

  constructor(place: TalkPlace, means: TalkMeans) {
    this.#means = means
    this.desk = new TalkDesk(toTalk(place, means.link.name), means)
    this.turns = new Turns({
      ...{ desk: this.desk, now: means.now, rested: means.changed },
      demandSignIn: () => this.#demandSignIn(),
    })
    this.company = new Company({ desk: this.desk, turns: this.turns, link: means.link })
    this.desk.change({})
  }

  get talk(): Talk {
    return this.desk.talk
  }

  get link(): AgentLink {
    return this.#means.link
  }

  get session(): Session<Version> | undefined {
    return this.#session
  }

  /** Begins it, or has it told from its beginning. Never rejects: what went wrong is shown in it. */
  open(): Promise<void> {
    this.#opening ??= this.#open(wayTo(this.talk, this.#hear, this.#means.folder)).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Begins it where another one is now. */
  fork({ session, desk }: LiveTalk): Promise<void> {
    const { cwd } = this.talk
    return this.#open(async client => {
      if (session === undefined) throw new Error('it is not open')
      // What was said before the fork is told to nobody again who has heard it.
      const forked = await session.fork({ cwd, onUpdate: this.#hear })
      this.desk.restore(reduce(desk.thread, { type: 'cancel' }))
      this.#client = client
      return forked
    })
  }

  /** The agent has put the session away: it is told from here on where it is opened again. */
  putAway(): void {
    this.#letGo()
    this.desk.change({ phase: 'opening', questions: [], queue: [] })
    this.desk.isShown = false
  }

  /** The connection works, or is cut off for a while. */
  set isOnline(isOnline: boolean) {
    this.desk.isOffline = !isOnline
    if (isOnline) this.turns.advance()
  }

  /** Somebody has signed in: what waited for it goes on. */
  async signedIn(): Promise<void> {
    this.desk.withdraw(SIGN_IN)
    if (this.desk.phase === 'failed') await this.open()
    else this.turns.release()
  }

  fail(error: unknown): void {
    this.#letGo()
    const { cwd, sessionId } = this.talk
    const failure = cwd === NOWHERE ? undefined : outsideFailure(error, cwd, sessionId !== undefined)
    this.desk.change({ phase: 'failed', failure: failure ?? toFailure(error), questions: [] })
    if (wantsSignIn(error)) this.#demandSignIn()
    this.#means.changed()
  }

  /** Nothing of its session is heard any more. */
  #letGo(): void {
    this.#session = undefined
    this.desk.watch(undefined)
    this.turns.use(undefined)
    this.turns.forgetOthers()
  }

  async #open(how: Open): Promise<void> {
    this.desk.change({ phase: 'opening', failure: undefined })
    this.desk.withdraw(SIGN_IN)
    try {
      const client = await this.link.connect()
      // Who has heard something over a connection does not hear it there again.
      if (client !== this.#client) this.desk.begin(client.version)
      this.#letGo()
      this.desk.isOffline = false
      const session = await how(client)
      await catchUp(client, session)
      this.#begin(client, session)
    } catch (error) {
      this.fail(error)
    }
  }

  #begin(client: Client<Version>, session: Session<Version>): void {
    this.#session = session
    this.#client = client
    const isViewer = this.link.self?.role === 'viewer'
    const abilities = abilitiesOf(client, false)
    const { cwd, sessionId } = this.talk
    const isKept = sessionId !== undefined
    this.desk.change({ sessionId: session.id, phase: 'live', isViewer, abilities })
    this.desk.watch(session)
    this.turns.use(session)
    void this.#means.workspaceOf({ session, cwd, isKept }).then(({ isLent, isGone }) => {
      if (this.#session !== session) return
      this.desk.change({ abilities: abilitiesOf(client, isLent) })
      if (isGone) this.desk.remark('warning', GONE)
    })
    this.#means.changed()
    this.turns.advance()
  }

  readonly #hear = (update: Update): void =>
    this.turns.inOrder(() => {
      if (update.sessionUpdate === RETELLING) return this.#retell(update.state === 'begins')
      if (this.desk.phase === 'opening' && this.talk.sessionId !== undefined)
        this.desk.change({ phase: 'replaying' })
      if (update.sessionUpdate === 'notice') this.#hearNotice(update)
      this.desk.hear(update)
      this.turns.heard(update)
      if (update.sessionUpdate === 'session_info_update') this.#means.changed()
    })

  /** It stands where it was told. Nobody tells it again: whatever is heard of it is news, also while the past is told. */
  #hearNotice(update: Update): void {
    const words = wordsForNotice(update)
    if (words !== undefined) this.desk.remark(words.tone, words.text)
  }

  /** What is shown stays until all of it was told again. */
  #retell(isBeginning: boolean): void {
    const isLoading = this.#session === undefined
    if (isBeginning) {
      this.turns.forgetOthers()
      if (!isLoading) this.desk.change({ phase: 'replaying' })
    }
    this.desk.hear({ sessionUpdate: RETELLING, state: isBeginning ? 'begins' : 'ends' })
    if (isBeginning || isLoading) return
    this.desk.change({ phase: 'live' })
    this.desk.remark('warning', RESET)
    this.turns.show()
    this.turns.advance()
  }

  #demandSignIn(): void {
    this.#means.signInWanted()
    this.desk.withdraw(SIGN_IN)
    this.desk.ask({ is: 'sign-in', id: SIGN_IN, askedAt: this.#means.now(), agent: this.link.name })
  }
}
