/** A client that does as it likes, remembers what it heard of every session, and knows what it must hear again. */
import { expect } from 'vitest'
import type { Heard } from '../jsonrpc/far-end.fixture.js'
import { type Served, serve, text } from '../protocol/parties.fixture.js'
import type { Version } from '../protocol/version.js'
import type { AgentDefinition } from './definition.js'
import { finishOne, type Known, knownAs } from './known-session.fixture.js'
import { demandSense, replayed, replayedAfterLoss, saidIn } from './retelling.fixture.js'
import type { Fields } from './visits.fixture.js'

interface Asked {
  readonly method: string
  readonly session: Known | undefined
  answers: number
  readonly heed: (answer: Heard) => void
}

const MOMENTARY = new Set(['notice', 'state_update', 'available_commands_update'])
const EXPECTED_ERRORS = new Set([-32002, -32006, -32800, -32603])
const capable = { clientCapabilities: { session: { notices: {}, compaction: {} } } }

export class Wanderer {
  readonly sessions: Known[] = []
  readonly #definition: Partial<AgentDefinition>
  readonly #version: Version
  #served!: Served
  #asked = new Map<unknown, Asked>()
  #questions: unknown[] = []
  #read = 0
  #nextId = 0

  constructor(definition: Partial<AgentDefinition>, version: Version) {
    this.#definition = definition
    this.#version = version
  }

  async connect(): Promise<void> {
    this.#served = serve(this.#definition, { limits: { graceMilliseconds: 2 } })
    this.#asked = new Map()
    this.#questions = []
    await this.#served.far.initialize(this.#version, this.#version === 1 ? capable : {})
    this.#read = this.#served.far.heard.length
  }

  /** The wire is cut; what was on its way is lost. */
  async die(): Promise<void> {
    this.listen()
    await this.#served.far.close()
    await this.#served.served.closed
    for (const known of this.sessions) this.#lose(known)
    await this.connect()
  }

  /** Which of the sessions that were not deleted, if there is one. */
  pick(which: number): Known | undefined {
    const there = this.sessions.filter(({ isDeleted }) => !isDeleted)
    return there[which % Math.max(1, there.length)]
  }

  open(): void {
    this.#ask(['session/new'], { cwd: '/work', mcpServers: [] }, ({ result }) => {
      if (result !== undefined) this.sessions.push(knownAs((result as Fields).sessionId))
    })
  }

  prompt(session: Known, number: number): void {
    if (session.opening !== undefined) return
    session.atWork++
    const params = { sessionId: session.id, prompt: text(`#${number}.`) }
    this.#ask(['session/prompt', session], params, ({ error }) => {
      if (this.#version === 1 || error !== undefined) finishOne(session)
    })
  }

  cancel({ id }: Known): void {
    this.#served.far.notify('session/cancel', { sessionId: id })
  }

  /** Answers a question of the agent's, the oldest first; `undefined` is an error. */
  decide(outcome: Fields | undefined): void {
    this.listen()
    const id = this.#questions.shift()
    if (id === undefined) return
    if (outcome !== undefined) this.#served.far.answer(id, { outcome })
    else this.#served.far.say({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  }

  load(session: Known): void {
    if (session.opening !== undefined) return
    session.opening = { before: [...session.told], since: [], ends: 0 }
    const params = { sessionId: session.id, cwd: '/work', mcpServers: [] }
    const method = this.#version === 1 ? 'session/load' : 'session/resume'
    const replay = this.#version === 1 ? {} : { replayFrom: { type: 'start' } }
    this.#ask([method, session], { ...params, ...replay }, answer => this.#loaded(session, answer))
  }

  resume(session: Known): void {
    if (session.opening !== undefined) return
    const wasTorn = session.isTorn
    session.isHere = true
    this.#ask(['session/resume', session], { sessionId: session.id, cwd: '/work' }, ({ error }) => {
      session.isOpen ||= error === undefined
      // What the dead process left open is closed in the journal, and nobody is told.
      session.isTorn ||= wasTorn
    })
  }

  close(session: Known): void {
    this.#ask(['session/close', session], { sessionId: session.id }, () => {
      session.isOpen = false
    })
  }

  delete(session: Known): void {
    session.isDeleted = true
    this.#ask(['session/delete', session], { sessionId: session.id }, ({ error }) => {
      session.isDeleted = error === undefined
    })
  }

  fork(session: Known): void {
    this.listen()
    const isQuiet = session.atWork === 0 && session.asked === session.answered && !session.isTorn
    const asked = session.asked + 1
    const params = { sessionId: session.id, cwd: '/work', mcpServers: [] }
    this.#ask(['session/fork', session], params, ({ result }) => {
      if (result === undefined) return
      const copy = knownAs((result as Fields).sessionId)
      // Only of a session at rest is it known what the copy holds.
      copy.isTorn = !isQuiet || asked !== session.asked
      if (!copy.isTorn) copy.told = [...session.told]
      this.sessions.push(copy)
    })
  }

  setMode(session: Known, value: string): void {
    if (session.opening !== undefined) return
    const type = this.#version === 1 ? {} : { type: 'id' }
    const params = { sessionId: session.id, configId: 'mode', value, ...type }
    this.#ask(['session/set_config_option', session], params, () => {})
  }

  /** Takes in everything heard so far. */
  listen(): void {
    const { heard } = this.#served.far
    for (; this.#read < heard.length; this.#read++) this.#hear(heard[this.#read] as Heard)
  }

  /** Calls everything off and waits until nothing is owed any more. */
  async rest(): Promise<void> {
    for (;;) {
      this.listen()
      for (const session of this.sessions) if (session.atWork > 0) this.cancel(session)
      while (this.#questions.length > 0) this.decide({ outcome: 'cancelled' })
      if (this.#isQuiet()) return
      await Promise.race([this.#served.far.more(), new Promise(resolve => setTimeout(resolve, 2))])
    }
  }

  async leave(): Promise<void> {
    await this.#served.served.close()
    this.listen()
    for (const session of this.sessions) session.isHere = false
  }

  #isQuiet(): boolean {
    const isOwed = [...this.#asked.values()].some(({ answers }) => answers === 0)
    return !isOwed && this.sessions.every(({ atWork, isDeleted }) => atWork === 0 || isDeleted)
  }

  #ask([method, session]: readonly [string, Known?], params: Fields, heed: Asked['heed']): void {
    this.listen()
    if (session !== undefined) session.asked++
    const id = `q${this.#nextId++}`
    this.#asked.set(id, { method, session, answers: 0, heed })
    this.#served.far.request(id, method, params)
  }

  #hear(message: Heard): void {
    if (message.method === 'session/request_permission') this.#questions.push(message.id)
    else if (message.method === 'session/update') this.#told(message.params as Fields)
    else if (message.method === undefined) this.#answered(message)
  }

  #answered(answer: Heard): void {
    const asked = this.#asked.get(answer.id)
    expect(asked, `an answer to nothing: ${JSON.stringify(answer)}`).toBeDefined()
    if (asked === undefined) return
    expect(++asked.answers, `${asked.method} is answered once`).toBe(1)
    if (answer.error !== undefined) expect(EXPECTED_ERRORS).toContain(answer.error.code)
    if (asked.session !== undefined) asked.session.answered++
    asked.heed(answer)
  }

  #told({ sessionId, update }: Fields): void {
    const session = this.sessions.find(({ id }) => id === sessionId)
    if (session === undefined) return
    const { sessionUpdate, state, stopReason } = update as Fields
    if (state === 'idle' && stopReason !== undefined) {
      // A replay tells of the ends of earlier turns too.
      if (session.opening === undefined) finishOne(session)
      else session.opening.ends++
    }
    if (!MOMENTARY.has(String(sessionUpdate))) this.#remember(session, update)
  }

  #remember(session: Known, update: unknown): void {
    const words = saidIn(update as Fields).map(each => JSON.stringify(each))
    if (session.opening !== undefined) session.opening.since.push(...words)
    else session.told.push(...words)
  }

  #loaded(session: Known, { error }: Heard): void {
    const { before, since, ends } = session.opening ?? { before: [], since: [], ends: 0 }
    session.opening = undefined
    if (error !== undefined) {
      session.refusal = error
      session.told.push(...since)
      for (let count = 0; count < ends; count++) finishOne(session)
      return
    }
    const wasHere = session.isHere
    session.isHere = true
    session.isOpen = true
    if (this.#version === 2) session.atWork = 0
    // Where the replay begins cannot be told when neither what came before it nor what it holds is known.
    if (session.isTorn && wasHere) return
    session.told = session.isTorn ? replayedAfterLoss(before, since) : replayed(before, since)
    session.isTorn = false
    demandSense(session.told)
  }

  #lose(session: Known): void {
    if (session.opening !== undefined) session.opening = undefined
    session.isTorn = true
    session.isOpen = false
    session.isHere = false
    session.answered = session.asked
    session.atWork = 0
  }
}
