/** One conversation that is open here: begun or told again, heard in order, over as many connections as it takes. */

import type { Client, KeptSession, Session, UpdateOf } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import type { Version } from '@parley/acp/protocol'
import { RETELLING, reduce } from '@parley/acp/thread'
import type { Talk } from '../state/talk.js'
import type { AgentLink } from './agent-link.js'
import { abilitiesOf } from './facts.js'
import { toFailure, wantsSignIn, wordOf } from './failure.js'
import { fieldsOf } from './fields.js'
import type { FarAnswer, FarPerson, FarTurn } from './gateway-words.js'
import { type TalkPlace, toTalk } from './new-talk.js'
import { NOWHERE } from './page-channel.js'
import { cameAndLeft, toPeople, wordsForAgent } from './presence.js'
import { type DeskMeans, TalkDesk } from './talk-desk.js'
import { Turns } from './turns.js'
import { isWithin } from './within.js'

export interface TalkMeans extends DeskMeans {
  readonly link: AgentLink
  /** Whether files of its sessions can be looked at. */
  hasWorkspace(session: Session<Version>): Promise<boolean>
  /** Where sessions work of which nothing else is known. */
  folder(): string
  /** The agent wants somebody to sign in. */
  signInWanted(): void
  /** What lists tell of it may be another. */
  changed(): void
}

type Update = UpdateOf<Version>
type Open = (client: Client<Version>) => Promise<Session<Version>>

const SIGN_IN = 'sign-in'
const CATCH_UP_MILLISECONDS = 10_000
const MOST_NOTICE = 1_000
const RESET = 'What was missed cannot be told alone: this is all of it, from the beginning.'

export class LiveTalk {
  readonly desk: TalkDesk
  readonly turns: Turns
  readonly #means: TalkMeans
  #session: Session<Version> | undefined
  /** Over which it was heard. */
  #client: Client<Version> | undefined
  #opening: Promise<void> | undefined
  #people: readonly FarPerson[] = []

  constructor(place: TalkPlace, means: TalkMeans) {
    this.#means = means
    this.desk = new TalkDesk(toTalk(place, means.link.name), means)
    this.turns = new Turns({
      ...{ desk: this.desk, now: means.now, rested: means.changed },
      demandSignIn: () => this.#demandSignIn(),
    })
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
    const { sessionId, cwd } = this.talk
    const onUpdate = (update: Update): void => this.#hear(update)
    this.#opening ??= this.#open(client =>
      sessionId === undefined
        ? client.newSession({ cwd, onUpdate })
        : this.#load(client, { sessionId, cwd, onUpdate }),
    ).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Begins it where another one is now. */
  fork({ session, desk }: LiveTalk): Promise<void> {
    const { cwd } = this.talk
    const onUpdate = (update: Update): void => this.#hear(update)
    return this.#open(async client => {
      if (session === undefined) throw new Error('it is not open')
      // What was said before the fork is told to nobody again who has heard it.
      const forked = await session.fork({ cwd, onUpdate })
      this.desk.restore(reduce(desk.thread, { type: 'cancel' }))
      this.#client = client
      return forked
    })
  }

  /** The agent has put the session away: it is told from here on where it is opened again. */
  putAway(): void {
    this.#session = undefined
    this.desk.watch(undefined)
    this.turns.use(undefined)
    this.turns.forgetOthers()
    this.desk.change({ phase: 'opening', questions: [], queue: [] })
    this.desk.isShown = false
  }

  /** The connection works, or is cut off for a while. */
  set isOnline(isOnline: boolean) {
    this.desk.isOffline = !isOnline
    if (isOnline) this.turns.advance()
  }

  hearTurn(turn: FarTurn): void {
    const by = turn.by === this.link.self?.name ? 'you' : turn.by
    this.turns.inOrder(() => this.turns.hearTurn({ ...turn, by }))
  }

  hearAnswer(answer: FarAnswer): void {
    if (this.desk.phase !== 'live') this.desk.hearPastAnswer()
    const words =
      this.desk.phase === 'live' ? this.link.questions?.wordsFor(answer, this.link.self?.name) : undefined
    if (words !== undefined) this.turns.inOrder(() => this.desk.remark('info', words))
  }

  hearPresent(people: readonly FarPerson[]): void {
    const words = this.desk.phase === 'live' ? cameAndLeft(this.#people, people, this.link.self) : []
    this.#people = people
    this.desk.change({ people: toPeople(people, this.link.self) })
    for (const each of words) this.desk.remark('info', each)
  }

  hearAgent(state: string, detail: string | undefined): void {
    const text = this.desk.phase === 'live' ? wordsForAgent(state, detail) : undefined
    if (text === undefined) return
    this.turns.inOrder(() => this.desk.remark(state === 'resumed' ? 'info' : 'warning', text))
  }

  /** Somebody has signed in: what waited for it goes on. */
  async signedIn(): Promise<void> {
    this.desk.withdraw(SIGN_IN)
    if (this.desk.phase === 'failed') await this.open()
    else this.turns.release()
  }

  fail(error: unknown): void {
    this.#session = undefined
    this.desk.watch(undefined)
    this.turns.use(undefined)
    this.turns.forgetOthers()
    this.desk.change({ phase: 'failed', failure: toFailure(error), questions: [] })
    if (wantsSignIn(error)) this.#demandSignIn()
    this.#means.changed()
  }

  async #load(client: Client<Version>, kept: KeptSession<Version>): Promise<Session<Version>> {
    try {
      return await client.loadSession(kept)
    } catch (error) {
      // Only its agent knows it, and nobody here knows where it works.
      if (kept.cwd !== NOWHERE || wordOf(error) !== 'resource_access_denied') throw error
      return await client.loadSession({ ...kept, cwd: this.#means.folder() })
    }
  }

  async #open(how: Open): Promise<void> {
    this.desk.change({ phase: 'opening', failure: undefined })
    this.desk.withdraw(SIGN_IN)
    try {
      const client = await this.link.connect()
      // Who has heard something over a connection does not hear it there again.
      if (client !== this.#client) this.desk.begin(client.version)
      this.turns.use(undefined)
      this.turns.forgetOthers()
      this.desk.isOffline = false
      const session = await how(client)
      // An answer waits for no listener: what was told before it may still be on its way to this one.
      await isWithin(
        new Promise<void>(resolve => client.peer.behind(session.id, resolve)),
        CATCH_UP_MILLISECONDS,
      )
      this.#begin(client, session)
    } catch (error) {
      this.fail(error)
    }
  }

  #begin(client: Client<Version>, session: Session<Version>): void {
    this.#session = session
    this.#client = client
    const isViewer = this.link.self?.role === 'viewer'
    this.desk.change({
      sessionId: session.id,
      phase: 'live',
      isViewer,
      abilities: abilitiesOf(client, false),
    })
    this.desk.watch(session)
    this.turns.use(session)
    void this.#means.hasWorkspace(session).then(workspace => {
      if (this.#session === session) this.desk.change({ abilities: abilitiesOf(client, workspace) })
    })
    this.#means.changed()
    this.turns.advance()
  }

  #hear(update: Update): void {
    this.turns.inOrder(() => {
      if (update.sessionUpdate === RETELLING) return this.#retell(update.state === 'begins')
      if (this.desk.phase === 'opening' && this.talk.sessionId !== undefined)
        this.desk.change({ phase: 'replaying' })
      if (update.sessionUpdate === 'notice' && this.desk.phase === 'live') this.#hearNotice(update)
      this.desk.hear(update)
      this.turns.heard(update)
      if (update.sessionUpdate === 'session_info_update') this.#means.changed()
    })
  }

  /** It stands where it was told. */
  #hearNotice(update: Update): void {
    const { severity, title, description } = fieldsOf(update)
    const tone = severity === 'error' || severity === 'warning' ? severity : 'info'
    const words = [title, description].filter(each => typeof each === 'string' && each !== '')
    if (words.length > 0) this.desk.remark(tone, boundedLine(words.join(': '), MOST_NOTICE))
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
