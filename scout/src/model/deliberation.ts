/** One turn with a model: asks it, does what it wants, tells it what came of that, until it has no more wishes. */

import { platform } from 'node:os'
import type { StopReason, Turn } from '@parley/acp/agent'
import type { LanguageModelUsage, ModelMessage } from 'ai'
import type { Errand } from '../errand.js'
import { showAside } from './aside.js'
import type { Brain } from './brain.js'
import { briefing } from './briefing.js'
import { type Cause, toRpcError, toTrouble } from './failure.js'
import { currentTurn, type Memory, SUPERSEDED_META } from './memory.js'
import { toMessages } from './model-messages.js'
import { PATIENCE, type Patience, withPatience } from './patience.js'
import { shorten } from './shortening.js'
import { estimateTokens } from './size.js'
import { type Step, takeStep } from './step.js'
import { Tally } from './tally.js'
import { carryOut } from './tool-round.js'
import { openToolset, type Toolset } from './toolset.js'

export interface DeliberationOptions {
  /** What the project says to agents. */
  readonly guidance?: string | undefined
  readonly today?: Date | undefined
  /** How often the model may be asked in one turn. */
  readonly maxSteps?: number | undefined
  readonly patience?: Patience | undefined
  /** Finds the model that the user chose while the turn was under way. */
  findBrain?(id: string): Promise<Brain | undefined>
}

const MOST_STEPS = 50
/** How full the context may be before it is shortened. */
const FULL = 0.8

export class Deliberation {
  readonly #errand: Errand
  readonly #options: DeliberationOptions
  readonly #tally: Tally
  #brain: Brain
  #memory: Memory
  #live: readonly ModelMessage[] = []
  /** Nothing as long as no provider has said it. */
  #used: number | undefined
  /** What failed once in a turn would only take time again. */
  #mayShorten = true
  #isTalkOnly = false
  /** Whether the last answer was shown in part and is not whole. */
  #isBrokenOff = false

  constructor(
    errand: Errand,
    brain: Brain,
    { memory, ...options }: DeliberationOptions & { readonly memory: Memory },
  ) {
    this.#errand = errand
    this.#brain = brain
    this.#options = options
    this.#memory = memory
    this.#tally = new Tally(memory.spent)
    const prompt = { items: memory.items.slice(currentTurn(memory.items)) }
    this.#used = memory.used && memory.used + estimateTokens(toMessages(prompt, brain.senses))
  }

  async run(): Promise<StopReason> {
    const { maxSteps = MOST_STEPS } = this.#options
    const { turn } = this.#errand
    for (let step = 0; step < maxSteps; step++) {
      await this.#followSettings()
      if (this.#mayShorten && this.#fullness() > FULL) await this.#shorten()
      const toolset = await openToolset(this.#errand)
      const taken = await this.#think(toolset)
      await this.#count(taken)
      const stopReason = await this.#judge(taken)
      if (stopReason !== undefined) return stopReason
      const results = await carryOut({ errand: this.#errand, toolset, brain: this.#brain }, taken.calls)
      this.#add([taken.message, ...results], results)
    }
    await showAside(turn, 'stopped', ` of ${maxSteps} steps. Say "go on" to let scout continue.`)
    return 'max_turn_requests'
  }

  /** The user may choose another model at any time. */
  async #followSettings(): Promise<void> {
    const wanted = this.#errand.turn.session.setting('model')
    if (typeof wanted !== 'string' || wanted === this.#brain.id) return
    this.#brain = (await this.#options.findBrain?.(wanted)) ?? this.#brain
  }

  #messages(): readonly ModelMessage[] {
    return [...toMessages(this.#memory, this.#brain.senses), ...this.#live]
  }

  #fullness(): number {
    const estimate = this.#used === undefined ? estimateTokens(this.#messages()) : this.#used
    return estimate / this.#brain.contextSize
  }

  #add(messages: readonly ModelMessage[], uncounted: readonly ModelMessage[]): void {
    this.#live = [...this.#live, ...messages]
    if (this.#used !== undefined) this.#used += estimateTokens(uncounted)
  }

  /** Whether there is more room now. */
  async #shorten(): Promise<boolean> {
    const shortened = await shorten(
      this.#errand.turn,
      { memory: this.#memory, live: this.#live },
      {
        brain: this.#brain,
        patience: this.#options.patience ?? PATIENCE,
        onUsage: (usage: LanguageModelUsage) => this.#tally.add(usage, this.#brain),
      },
    )
    this.#mayShorten = shortened !== undefined
    if (shortened === undefined) return false
    this.#memory = shortened.memory
    this.#live = shortened.live
    this.#used = undefined
    return true
  }

  /** What can be mended is mended once. */
  async #think(toolset: Toolset, mended: readonly Cause[] = []): Promise<Step> {
    const { turn } = this.#errand
    try {
      return await withPatience(turn, () => this.#ask(toolset), this.#options.patience)
    } catch (error) {
      turn.signal.throwIfAborted()
      const trouble = toTrouble(error)
      const { cause } = trouble
      if (!mended.includes(cause) && (await this.#mend(cause)))
        return this.#think(toolset, [...mended, cause])
      throw toRpcError(trouble, this.#brain)
    }
  }

  /** A conversation that is too long is shortened, whatever was thought of its size; without tools one can still talk. */
  async #mend(cause: Cause): Promise<boolean> {
    if (cause === 'context_too_long') return this.#shorten()
    if (cause !== 'no_tools') return false
    this.#isTalkOnly = true
    await showAside(
      this.#errand.turn,
      'talking',
      ', so scout can only talk. Choose another model for work on files.',
    )
    return true
  }

  async #ask({ offered }: Toolset): Promise<Step> {
    const { turn } = this.#errand
    const { thinkingOptions } = await import('./wires.js')
    if (this.#isBrokenOff)
      await turn.update({ sessionUpdate: 'session_info_update', _meta: { [SUPERSEDED_META]: true } })
    this.#isBrokenOff = false
    turn.nextMessage()
    const step = await takeStep(turn, {
      model: await this.#brain.open(),
      system: this.#briefing(turn),
      messages: this.#messages(),
      tools: this.#isTalkOnly ? {} : offered,
      maxOutputTokens: toLimit(turn.session.setting('maxTokens')),
      providerOptions: thinkingOptions(this.#brain, turn.session.setting('thinking')),
      secrets: this.#brain.secrets,
      onSaid: () => {
        this.#isBrokenOff = true
      },
    })
    if (step.finish === 'error') throw new Error('the model ended its answer with an error')
    this.#isBrokenOff = false
    return step
  }

  #briefing({ session, cwd }: Turn): string {
    const { guidance, today = new Date() } = this.#options
    const { mode, systemPrompt } = session
    const { roots } = this.#errand.workspace
    return briefing({ cwd, roots, mode, platform: platform(), today, guidance, systemPrompt })
  }

  async #count({ usage, message }: Step): Promise<void> {
    this.#tally.add(usage, this.#brain)
    const counted = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)
    this.#used = counted > 0 ? counted : estimateTokens([...this.#messages(), message])
    await this.#tally.tell(this.#errand.turn, this.#used, this.#brain)
  }

  /** Why the turn is over, if it is. */
  async #judge({ finish, calls, hasSpoken }: Step): Promise<StopReason | undefined> {
    const { turn } = this.#errand
    if (finish === 'content-filter') {
      await showAside(turn, 'refused', hasSpoken ? ' any further.' : ' this.')
      return 'refusal'
    }
    if (finish === 'length') {
      const limit = toLimit(turn.session.setting('maxTokens'))
      const more =
        limit === undefined ? '.' : ` of ${limit} tokens. Raise the setting maxTokens for longer ones.`
      await showAside(turn, 'cut', more)
      return 'max_tokens'
    }
    if (calls.length > 0) return undefined
    if (!hasSpoken && this.#live.length === 0) await showAside(turn, 'silent', '.')
    return 'end_turn'
  }
}

const toLimit = (setting: unknown): number | undefined => {
  const limit = typeof setting === 'string' ? Number(setting) : Number.NaN
  return Number.isInteger(limit) && limit > 0 ? limit : undefined
}
