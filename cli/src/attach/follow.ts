/** `parley attach` without a terminal: what was said in a session, then what is said, in lines for people or for programs. */

import type { UpdateOf } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import type { Version } from '@parley/acp/protocol'
import { RETELLING } from '@parley/acp/thread'
import type { RemoteState } from '@parley/acp/transport'
import { isWithin } from '../chat/deadline.js'
import { Narrator } from '../chat/plain/narrator.js'
import { toLost } from '../connect/token.js'
import { EXIT } from '../exit-code.js'
import { toSafeJson } from '../listing/safe-json.js'
import { Output } from '../render/output.js'
import type { Shell } from '../shell.js'
import { type FarClient, type FarMeans, openFar, unanswered } from './far-client.js'
import type { FarPlace } from './far-place.js'
import type { FarAnswer, FarListener, FarPerson, FarSession, FarTurn } from './far-words.js'
import { Presence } from './presence.js'

export interface Following {
  readonly format: 'text' | 'json'
  readonly version: Version
  readonly session: FarSession
}

type Update = UpdateOf<Version>

/** Whoever writes down what happens. */
interface Reporter {
  session(session: FarSession, self: FarPerson): void
  /** All that was before has been told. */
  opened(self: FarPerson): void
  update(update: Update): void
  turn(turn: FarTurn): void
  present(people: readonly FarPerson[]): void
  note(type: string, text: string): void
  close(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FLUSH_MILLISECONDS = 1_000

/** Until somebody ends it, nobody reads it any more, or the gateway is lost for good. */
export async function follow(far: FarPlace, following: Following, shell: Shell): Promise<number> {
  let leave: (exitCode: number) => void = () => {}
  const left = new Promise<number>(resolve => {
    leave = resolve
  })
  const output = new Output(shell.stdout, () => leave(EXIT.ok))
  const reporter =
    following.format === 'json' ? new JsonReporter(output) : new TextReporter(output, following)
  const end = (): void => leave(EXIT.cancelled)
  for (const signal of SIGNALS) process.on(signal, end)
  const opening = openFar({
    ...{ far, version: following.version, shell },
    ...{ listener: listenerOf(reporter), onState: stateTeller(reporter), asked: toldBy(reporter) },
  })
  try {
    return await Promise.race([left, watch(opening, { session: following.session, reporter, output })])
  } catch (error) {
    throw toLost(error)
  } finally {
    reporter.close()
    const closed = opening.then(({ client }) => client.close())
    await isWithin(
      closed.catch(() => {}),
      FLUSH_MILLISECONDS,
    )
    await output.flush(FLUSH_MILLISECONDS)
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

/** Tells what was and what is; rejects with the reason when that is over. */
async function watch(
  opening: Promise<FarClient>,
  {
    session,
    reporter,
    output,
  }: { readonly session: FarSession; readonly reporter: Reporter; readonly output: Output },
): Promise<never> {
  const { client, self } = await opening
  reporter.session(session, self)
  const onUpdate = (update: Update): Promise<void> | undefined => {
    reporter.update(update)
    if (update.sessionUpdate === RETELLING && update.state === 'begins')
      reporter.note('reset', 'from here on the conversation is told from its beginning.')
    return output.write('')
  }
  await client.loadSession({ sessionId: session.sessionId, cwd: session.cwd, onUpdate })
  reporter.opened(self)
  const { error } = await client.closed
  throw error ?? new Error('the gateway ended it')
}

function listenerOf(reporter: Reporter): FarListener {
  return {
    turn: turn => reporter.turn(turn),
    answered: ({ how, by = 'somebody' }: FarAnswer) => {
      if (how === 'answered') reporter.note('answered', `${by} answered what the agent asked.`)
    },
    present: people => reporter.present(people),
    agent: (state, detail) => reporter.note('agent', detail === '' ? state : `${state}: ${detail}`),
  }
}

/** What is asked is told, and left to others. */
function toldBy(reporter: Reporter): NonNullable<FarMeans['asked']> {
  const tell = (what: string, { signal }: { readonly signal: AbortSignal }): Promise<undefined> => {
    reporter.note('asked', `the agent asks, and waits for an answer: ${boundedLine(what, 300)}`)
    return unanswered(undefined, { signal })
  }
  return {
    permission: ({ title }, context) => tell(title, context),
    elicit: {
      form: ({ message }, context) => tell(message, context),
      url: ({ message }, context) => tell(message, context),
    },
  }
}

function stateTeller(reporter: Reporter): (state: RemoteState) => void {
  let isLost = false
  return state => {
    if (state.status === 'waiting' && !isLost)
      reporter.note('connection', `lost the gateway (${state.reason}); trying again`)
    if (state.status === 'open' && isLost) reporter.note('connection', 'connected again')
    if (state.status === 'waiting' || state.status === 'open') isLost = state.status === 'waiting'
  }
}

class TextReporter implements Reporter {
  readonly #narrator: Narrator
  readonly #write: (line: string) => void
  readonly #presence = new Presence()

  constructor(output: Output, { session, version }: Following) {
    this.#write = line => void output.write(`${line}\n`)
    this.#narrator = new Narrator({ write: this.#write, now: Date.now, isBusy: () => false })
    this.#narrator.begin(session.cwd, version)
  }

  session({ sessionId, title, agent }: FarSession, self: FarPerson): void {
    const named = [boundedLine(sessionId, 200), title === '' ? '' : `“${title}”`].filter(word => word !== '')
    const partner = agent === '' ? '' : ` with ${agent}`
    this.#narrator.tell(`session ${named.join(' ')}${partner}, as ${self.name} (${self.role})`)
  }

  opened(self: FarPerson): void {
    for (const words of this.#presence.opened(self).words) this.note('presence', words)
  }

  update(update: Update): void {
    this.#narrator.update(update)
  }

  turn({ state, by, stopReason }: FarTurn): void {
    if (state === 'ended') this.#narrator.tell(`turn of ${by}: ${boundedLine(stopReason ?? 'end_turn', 60)}`)
  }

  present(people: readonly FarPerson[]): void {
    for (const words of this.#presence.changed(people).words) this.note('presence', words)
  }

  note(_: string, text: string): void {
    this.#narrator.tell(`note: ${boundedLine(text, 500)}`)
  }

  close(): void {
    this.#narrator.close()
  }
}

class JsonReporter implements Reporter {
  readonly #output: Output

  constructor(output: Output) {
    this.#output = output
  }

  session({ sessionId, title, agent, cwd }: FarSession, self: FarPerson): void {
    this.#write('session', { sessionId, title, agent, cwd, name: self.name, role: self.role })
  }

  update(update: Update): void {
    if (update.sessionUpdate !== RETELLING) this.#write('update', { update })
  }

  turn({ state, by, stopReason }: FarTurn): void {
    this.#write('turn', { state, by, ...(stopReason === undefined ? {} : { stopReason }) })
  }

  present(people: readonly FarPerson[]): void {
    this.#write('presence', { present: people })
  }

  note(type: string, text: string): void {
    this.#write(type, { text })
  }

  opened(): void {}

  close(): void {}

  #write(type: string, fields: object): void {
    void this.#output.write(`${toSafeJson({ type, time: new Date().toISOString(), ...fields })}\n`)
  }
}
