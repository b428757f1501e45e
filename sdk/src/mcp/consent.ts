/** Whether a tool may be called, and what the user has said about it before. What was allowed is a tool as it was then. */

import type { ToolCall, Turn } from '../agent/index.js'
import { permissionOptions } from '../agent/permission-options.js'
import type { Decision, McpOptions } from './options.js'
import type { ListedTool } from './tool.js'

const choices = permissionOptions('Always allow in this session')

/** What a call is asked about. */
export interface Question {
  readonly turn: Turn
  readonly call: ToolCall
  readonly args: Readonly<Record<string, unknown>>
  /** The tool as its server describes it at this moment, if it still does. */
  readonly current: () => ListedTool | undefined
}

/** The permissions of one session. */
export class Consent {
  readonly #options: McpOptions
  /** By name, what the user has always allowed. */
  readonly #always = new Map<string, string>()

  constructor(options: McpOptions) {
    this.#options = options
  }

  /** The tool as it was allowed, or nothing. */
  async obtain(question: Question): Promise<ListedTool | undefined> {
    const listed = question.current()
    if (listed === undefined || !(await this.#isAllowed(listed, question))) return undefined
    // A server may describe a tool anew while the user still reads the old description: then it is asked about anew.
    return question.current()?.fingerprint === listed.fingerprint ? listed : this.obtain(question)
  }

  async #isAllowed({ tool, fingerprint }: ListedTool, { turn, call, args }: Question): Promise<boolean> {
    const decision = await this.#decide(tool, args)
    if (decision !== 'ask') return decision === 'allow'
    if (this.#always.get(tool.name) === fingerprint) return true
    const chosen = await turn.ask(call, { options: choices })
    if (chosen?.kind === 'allow_always') this.#always.set(tool.name, fingerprint)
    return chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always'
  }

  async #decide(tool: ListedTool['tool'], args: Question['args']): Promise<Decision> {
    const { decide, ask = true } = this.#options
    if (decide !== undefined) return decide(tool, args)
    return ask ? 'ask' : 'allow'
  }
}
