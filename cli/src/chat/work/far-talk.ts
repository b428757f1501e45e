/**
 * One conversation that a gateway keeps: what was said, then what is said, by whoever takes part. The connection comes
 * back by itself, and nothing is lost or told twice by that; nothing here ever throws.
 */

import type { Client, Session, UpdateOf } from '@parley/acp/client'
import { QUEUE_META, type Version } from '@parley/acp/protocol'
import { RETELLING } from '@parley/acp/thread'
import type { RemoteState } from '@parley/acp/transport'
import { type FarClient, openFar } from '../../attach/far-client.js'
import type { FarPlace } from '../../attach/far-place.js'
import type { FarListener } from '../../attach/far-words.js'
import { toLink } from '../../attach/gateway-address.js'
import { Presence } from '../../attach/presence.js'
import { askTicket, type SharedRole } from '../../attach/ticket.js'
import { toLost } from '../../connect/token.js'
import { ownCommand } from '../../own-command.js'
import { idFor } from '../../record/conversation.js'
import { isWithin } from '../deadline.js'
import type { HistoryEvent } from '../event.js'
import type { FarNews } from '../model/far.js'
import { Talk, type TalkOptions } from './talk.js'
import type { StartOrder } from './talk-counterpart.js'
import { explain } from './talk-failure.js'
import type { TalkMeans } from './talk-means.js'
import { abilitiesOf } from './talk-prompt.js'
import { applySettings } from './talk-session.js'
import { TalkTurns } from './talk-turns.js'

type Update = UpdateOf<Version>

const LAST_MILLISECONDS = 500
const RESET = 'The gateway cannot tell what was missed: this is all of it, from the beginning.'
/** The gateway keeps the record. */
const UNRECORDED = {
  prompt: () => {},
  update: () => undefined,
  end: () => {},
  close: async () => {},
  [Symbol.asyncDispose]: async () => {},
}

export class FarTalk extends Talk {
  readonly #far: FarPlace
  readonly #presence = new Presence()
  /** What was said before, while it is told; nothing once it has been. */
  #history: HistoryEvent[] | undefined = []
  #openTurn: string | undefined
  #here: FarClient | undefined
  #isLost = false
  #isOver = false

  constructor(options: TalkOptions, means: TalkMeans & { readonly far: FarPlace }) {
    super(options, means)
    this.#far = means.far
  }

  /** On this side: the other one is the agent's. */
  run(command: string): Promise<void> {
    return this.runs.run(command, this.means.settings.cwd)
  }

  async signIn(): Promise<void> {
    this.news.say('warning', 'Somebody has to sign in where the gateway runs.')
  }

  /** A link for one more screen. What it holds is shown here and nowhere else. */
  async share(role: SharedRole): Promise<void> {
    const session = this.session
    if (session === undefined) return this.news.say('warning', 'There is no conversation yet to share.')
    const { shell } = this.means
    try {
      const { ticket, expiresIn } = await askTicket(this.#far, { role, session: session.id }, shell)
      const link = toLink(this.#far, { ticket, session: session.id })
      const may = role === 'viewer' ? 'may look' : 'may look, write and answer'
      const how = `For one more screen, which ${may}: ${ownCommand(shell)} attach LINK`
      this.news.say('remark', `${how}\nThe link works once, within ${expiresIn} seconds:\n'${link}'`)
    } catch (error) {
      const { message, cure } = explain(error)
      this.news.say('warning', cure === undefined ? message : `${message} ${cure}`)
    }
  }

  protected async begin({ session: sessionId, cwd }: StartOrder): Promise<void> {
    const { settings, shell } = this.means
    const here = await openFar({
      ...{ far: this.#far, shell, version: settings.protocol, listener: this.#listener },
      asked: { permission: this.asking.permission, elicit: this.asking.elicit },
      onState: state => this.#hearState(state),
    })
    this.#here = here
    const { client } = here
    if (this.closing !== undefined) return client.close()
    void client.closed.then(({ reason, error }) => this.fail(error ?? new Error(reason)))
    const { title, name, version } = client.info ?? {}
    this.news.tell({ is: 'connected', name: title ?? name, version, protocol: client.version })
    const place = sessionId === this.#far.session ? (this.#far.cwd ?? cwd) : cwd
    const session = await this.#open(client, place, sessionId)
    if (this.isFirst && sessionId === undefined)
      await applySettings(session, settings, message => this.news.say('warning', message))
    this.#enter(here, session, place)
  }

  /** One that is there is told from its beginning. */
  #open(client: Client<Version>, cwd: string, sessionId: string | undefined): Promise<Session<Version>> {
    const onUpdate = (update: Update): Promise<void> | undefined => this.#hear(update)
    return sessionId === undefined
      ? client.newSession({ cwd, onUpdate })
      : client.loadSession({ sessionId, cwd, onUpdate })
  }

  #enter({ client, self }: FarClient, session: Session<Version>, cwd: string): void {
    const [news, abilities] = [this.news, abilitiesOf(client, false)]
    this.session = session
    const record = idFor({ agent: this.#far.url, sessionId: session.id })
    const facts = news.watch(session, session.id === this.#far.session ? this.#far.title : undefined)
    const isGuest = this.#far.token !== undefined
    const options = toOptions(this.#far)
    const far = { sessionId: session.id, name: self.name, isViewer: self.role === 'viewer', isGuest, options }
    const history = this.#history ?? []
    this.#history = undefined
    this.turns = new TalkTurns({
      ...{ client, session, abilities, news, recorder: UNRECORDED, runs: this.runs },
      ...{ shell: this.means.shell, meta: { [QUEUE_META]: true } },
      demandSignIn: () => void this.signIn(),
      isOver: () => {},
      isGone: error => void this.fail(error),
    })
    news.tell({ is: 'opened', facts, abilities, record, cwd, isResumed: history.length > 0, history, far })
    const by = this.#openTurn
    if (by !== undefined) this.#tellTurn({ state: 'running', by })
    this.#tellPresent(this.#presence.opened(self))
  }

  /** A promise slows the gateway down. */
  #hear(update: Update): Promise<void> | undefined {
    const isAgain = update.sessionUpdate === RETELLING && update.state === 'begins'
    if (this.#history !== undefined) {
      if (isAgain) this.#history = []
      else this.#history.push({ is: 'update', update })
      return undefined
    }
    this.turns?.hear(update)
    this.news.update(update)
    if (isAgain) this.news.say('warning', RESET)
    return this.means.room?.()
  }

  /** In the order of the updates: they come the same way. */
  readonly #listener: FarListener = {
    turn: turn => {
      // In version 2 the agent says itself when it works.
      if (this.#here?.client.version === 2) return
      this.#openTurn = turn.state === 'running' ? turn.by : undefined
      if (this.#history === undefined) return this.#tellTurn(turn)
      if (turn.state === 'ended') this.#history.push({ is: 'end', stopReason: turn.stopReason ?? 'end_turn' })
    },
    answered: answer => {
      const words = this.#history === undefined ? this.#here?.questions.wordsFor(answer) : undefined
      if (words !== undefined) this.news.say('remark', words)
    },
    present: people => this.#tellPresent(this.#presence.changed(people)),
    agent: (state, detail) => {
      const words = AGENT_WORDS[state]
      if (this.#history === undefined && words !== undefined)
        this.news.say('remark', detail === '' ? `${words}.` : `${words}: ${detail}`)
    },
  }

  #tellFar(news: FarNews): void {
    this.news.tell({ is: 'far', news })
  }

  #tellTurn({ state, by, stopReason }: Parameters<FarListener['turn']>[0]): void {
    this.#tellFar({ is: 'turn', state, by, stopReason })
    // So that somebody else's turn can be called off from here, too.
    if (this.turns !== undefined) this.turns.isAtWork = state === 'running'
  }

  #tellPresent({ count, words }: ReturnType<Presence['changed']>): void {
    if (this.#history !== undefined) return
    this.#tellFar({ is: 'change', change: { present: count } })
    for (const each of words) this.news.say('remark', each)
  }

  #hearState(state: RemoteState): void {
    if (state.status === 'waiting') {
      this.#tellFar({ is: 'change', change: { lost: state.reason } })
      if (!this.#isLost) this.news.say('warning', `The connection broke (${state.reason}): trying again.`)
      this.#isLost = true
    }
    if (state.status !== 'open' || !this.#isLost) return
    this.#isLost = false
    this.#tellFar({ is: 'change', change: { lost: undefined } })
    this.news.say('remark', 'Connected again.')
  }

  protected async fail(error: unknown): Promise<void> {
    if (this.#isOver || this.closing !== undefined) return
    this.#isOver = true
    await isWithin(this.turns?.idle, LAST_MILLISECONDS)
    this.turns = undefined
    const { message, cure, exitCode } = explain(toLost(error))
    this.news.tell({ is: 'failed', message, cure, exitCode })
    await this.#here?.client.close().catch(() => {})
  }

  protected async end(): Promise<void> {
    this.news.close()
    const turns = this.turns
    await Promise.allSettled([this.#here?.client.close()])
    await isWithin(Promise.all([turns?.idle, this.starting]), LAST_MILLISECONDS)
  }
}

/** As somebody types them who comes back. */
function toOptions({ tokenFile, caFile }: FarPlace): readonly string[] {
  const token = tokenFile === undefined ? [] : ['--token-file', tokenFile]
  return caFile === undefined ? token : [...token, '--ca', caFile]
}

const AGENT_WORDS: Readonly<Record<string, string>> = {
  died: 'The agent ended, and is started again with the next prompt',
  resumed: 'The agent is back',
  broken: 'The agent cannot go on with this conversation',
  closed: 'The agent has put the conversation away',
}
