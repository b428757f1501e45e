/** One run from the start of the agent to the end of its turn, and what is done when it is to end before. */

import type { Client, Session, Turn } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { AgentEntry } from '../agents/entry.js'
import { EXIT } from '../exit-code.js'
import type { Recorder } from '../record/record.js'
import type { Output } from '../render/output.js'
import type { Shell } from '../shell.js'
import { findCounterpart, openConversation } from './conversation.js'
import { endedByAgent, endedByError, endedByWish, type TurnEnd } from './ending.js'
import type { RunEvent, Update } from './event.js'
import type { Halt } from './halt.js'
import type { Ending, Ledger } from './ledger.js'
import { type Prompt, toBlocks } from './prompt.js'
import { openRecording } from './recording.js'
import type { RunSettings } from './settings.js'
import { openStage, type Stage } from './stage.js'

export interface PerformanceMeans {
  readonly settings: RunSettings
  readonly shell: Shell
  readonly halt: Halt
  readonly ledger: Ledger
  readonly output: Output
  readonly show: (event: RunEvent) => Promise<void> | undefined
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

  constructor(means: PerformanceMeans) {
    this.#means = means
  }

  /** Never rejects: whatever goes wrong is an ending. */
  async play(prompt: Prompt): Promise<Ending> {
    const { halt, ledger } = this.#means
    halt.asked.addEventListener('abort', () => this.#stop())
    halt.urgent.addEventListener('abort', () => void this.#stage?.close())
    let end: TurnEnd | undefined
    let ending: Ending
    try {
      end = await this.#play(prompt)
      ending = endedByAgent(end, ledger.denied)
    } catch (error) {
      ending = endedByError(error, this.#entry, this.#client)
    }
    const { wish } = halt
    if (wish !== undefined) ending = endedByWish(wish, end)
    this.#recorder?.end(ending.stopReason ?? 'error')
    await Promise.all([this.#recorder?.close(), this.#stage?.close()])
    return ending
  }

  async #play(prompt: Prompt): Promise<TurnEnd> {
    const { shell, halt, show } = this.#means
    const { entry, found, settings } = await findCounterpart(this.#means.settings, shell)
    this.#entry = entry
    const stage = await openStage({ entry, settings, shell, halt, tell: event => void show(event) })
    this.#stage = stage
    this.#demandTime()
    const client = await stage.connect()
    this.#client = client
    const { session, isResumed } = await openConversation(client, settings, found)
    this.#demandTime()
    const { flags, cwd } = settings
    const { name, version } = client.info ?? {}
    const agent = { id: entry.id, name, version }
    const contract = client.version === 2 ? 'v2' : 'v1'
    const recorded = { agent: entry.id, sessionId: session.id, cwd, label: flags.session, contract } as const
    this.#recorder = await openRecording(recorded, shell)
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
    const { halt, output } = this.#means
    if (halt.wish !== undefined) this.#stop()
    // First the reader, then the outcome: who asks for the outcome alone is taken not to read.
    const reading = this.#read(turn)
    const outcome = turn.outcome
    const settled = outcome.then(
      () => {},
      () => {},
    )
    await settled
    const isToldInTime = await isDone(reading, halt.asked)
    if (!isToldInTime) output.abandon()
    return await outcome
  }

  async #read(turn: Turn<Version>): Promise<void> {
    for await (const update of turn.updates) {
      this.#recorder?.update(update as Parameters<Recorder['update']>[0])
      const room = this.#means.show({ type: 'update', update })
      this.#count(update)
      // Only where there is no room: to wait every time would cost a turn of the loop for each update.
      if (room !== undefined) await room
    }
  }

  /** Ends the run when it has cost too much. */
  #count(update: Update): void {
    const { settings, halt, ledger } = this.#means
    const { budget, flags } = settings
    if (budget === undefined || update.sessionUpdate !== 'usage_update') return
    const { cost } = ledger.usage ?? {}
    if (cost === undefined || cost.amount <= budget.amount) return
    if (budget.currency !== undefined && budget.currency !== cost.currency.toUpperCase()) return
    halt.request({
      exitCode: EXIT.limit,
      reason: 'max_cost',
      message: `the session has cost ${cost.amount} ${cost.currency}, more than ${flags.maxCost}`,
      cure: 'Allow it to cost more: --max-cost',
    })
  }

  /** Cancels the turn where there is one; else there is nothing to wait for. */
  #stop(): void {
    if (this.#session === undefined) void this.#stage?.close()
    else void this.#session.cancel({ queue: 'clear' })
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
