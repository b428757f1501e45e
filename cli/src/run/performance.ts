/** One run from the start of the agent to the end of its turn, and what is done when it is to end before. */

import type { Client, Session, Turn } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { AgentEntry } from '../agents/entry.js'
import { openRecorder } from '../record/open-recorder.js'
import type { Recorder } from '../record/record.js'
import type { Shell } from '../shell.js'
import { BudgetWatch } from './budget-watch.js'
import { findCounterpart, openConversation } from './conversation.js'
import { endedByAgent, endedByError, endedByWish, type TurnEnd } from './ending.js'
import type { Update } from './event.js'
import type { Halt } from './halt.js'
import type { Ending, Ledger } from './ledger.js'
import { type Prompt, toBlocks } from './prompt.js'
import type { Screen } from './screen.js'
import type { RunSettings } from './settings.js'
import type { Showing } from './showing.js'
import { openStage, type Stage } from './stage.js'

export interface PerformanceMeans {
  readonly settings: RunSettings
  readonly shell: Shell
  readonly halt: Halt
  readonly ledger: Ledger
  readonly screen: Screen
  readonly showing: Showing
}

/** How long what was told last may take to be shown once the run is to end. */
const LAST_MILLISECONDS = 1_000

export class Performance {
  readonly #means: PerformanceMeans
  #entry: AgentEntry | undefined
  #stage: Stage | undefined
  #client: Client<Version> | undefined
  #session: Session<Version> | undefined
  #recorder: Recorder | undefined
  /** Gives the name of the conversation free. */
  #release: (() => Promise<void>) | undefined
  readonly #budget: BudgetWatch | undefined

  constructor(means: PerformanceMeans) {
    this.#means = means
    const { settings, halt, showing } = means
    const warn = (message: string): void => void showing.show({ type: 'warning', message })
    const { budget, flags } = settings
    if (budget !== undefined)
      this.#budget = new BudgetWatch({ budget, typed: flags.maxCost ?? '', halt, warn })
  }

  /** Never rejects: whatever goes wrong is an ending. */
  async play(prompt: Prompt): Promise<Ending> {
    const { halt, ledger } = this.#means
    halt.asked.addEventListener('abort', () => this.#stop())
    halt.urgent.addEventListener('abort', () => this.#leave())
    let end: TurnEnd | undefined
    let conclude: () => Ending
    try {
      const told = await this.#play(prompt)
      end = told
      this.#budget?.end()
      if (halt.wish === undefined) await this.#stage?.settled()
      conclude = () => endedByAgent(told, ledger.denied)
    } catch (error) {
      const fault = endedByError(error, this.#entry, this.#client)
      conclude = () => fault
    }
    const { wish } = halt
    if (wish !== undefined) conclude = () => endedByWish(wish, end)
    this.#recorder?.end(end?.stopReason ?? 'error')
    await Promise.all([this.#recorder?.close(), this.#stage?.close(), this.#release?.()])
    // Only now: an agent may end its turn before its questions are answered.
    return conclude()
  }

  async #play(prompt: Prompt): Promise<TurnEnd> {
    const { shell, halt, screen, showing } = this.#means
    const { show } = showing
    const { entry, found, settings, release } = await findCounterpart(this.#means.settings, shell)
    this.#entry = entry
    this.#release = release
    const stage = await openStage({ entry, settings, shell, halt, screen, tell: event => void show(event) })
    this.#stage = stage
    this.#demandTime()
    const [client] = await Promise.all([stage.connect(), showing.ready()])
    this.#client = client
    const { session, isResumed } = await openConversation(client, settings, found)
    this.#demandTime()
    const { flags, cwd } = settings
    const { name, version } = client.info ?? {}
    const agent = { id: entry.id, name, version }
    const contract = client.version === 2 ? 'v2' : 'v1'
    const about = { agent: entry.id, sessionId: session.id, cwd, label: flags.session, contract } as const
    this.#recorder = await openRecorder({ ...about, isNew: !isResumed, record: found?.id }, shell)
    await this.#release?.()
    await show({
      type: 'start',
      agent,
      sessionId: session.id,
      cwd,
      protocolVersion: client.version,
      isResumed,
    })
    const blocks = toBlocks(prompt, client, session)
    this.#recorder?.prompt(blocks)
    this.#session = session
    return await this.#turn(session.prompt(blocks))
  }

  /** What follows is not begun when the run is to end. */
  #demandTime(): void {
    const { wish } = this.#means.halt
    if (wish !== undefined) throw new Error(wish.message)
  }

  async #turn(turn: Turn<Version>): Promise<TurnEnd> {
    const { halt, screen } = this.#means
    if (halt.wish !== undefined) this.#stop()
    // First the reader, then the outcome: who asks for the outcome alone is taken not to read.
    const reading = this.#read(turn)
    // What goes wrong in it is thrown below; until then it is not unhandled.
    reading.catch(() => {
      if (halt.wish === undefined) this.#stop()
    })
    const outcome = turn.outcome
    const settled = outcome.then(
      () => {},
      () => {},
    )
    await settled
    const isToldInTime = await isDone(reading, halt.asked)
    if (!isToldInTime) screen.output.abandon()
    return await outcome
  }

  async #read(turn: Turn<Version>): Promise<void> {
    for await (const update of turn.updates) {
      const kept = this.#recorder?.update(update as Parameters<Recorder['update']>[0])
      const room = this.#means.showing.show({ type: 'update', update })
      this.#count(update)
      // Only where there is no room: to wait every time would cost a turn of the loop for each update.
      if (room !== undefined) await room
      if (kept !== undefined) await kept
    }
  }

  #count(update: Update): void {
    const { usage } = this.#means.ledger
    if (update.sessionUpdate === 'usage_update' && usage !== undefined) this.#budget?.note(usage)
  }

  /** Cancels the turn where there is one; else there is nothing to wait for. */
  #stop(): void {
    if (this.#session === undefined) this.#leave()
    else this.#session.cancel({ queue: 'clear' }).catch(() => this.#leave())
  }

  /** Without waiting: it is waited for at the end, and what goes wrong is told there. */
  #leave(): void {
    this.#stage?.close().catch(() => {})
  }
}

/** Whether it was done. Waited for as long as it takes, but only for a while once the run is to end. */
async function isDone(work: Promise<void>, asked: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    const wait = (): void => {
      timer = setTimeout(() => resolve(false), LAST_MILLISECONDS)
    }
    if (asked.aborted) wait()
    else asked.addEventListener('abort', wait)
  })
  const isInTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return isInTime
}
