/** One visitor on the tour: what was done so far, what they allowed, and what must be put away at the end. */

import type { PermissionOption, ToolCall, ToolCallStart, Turn } from '@parley/acp/agent'
import { openWorkspace } from '../workspace/open-workspace.js'
import type { Workspace } from '../workspace/workspace.js'
import { makeProject } from './project-making.js'
import type { Scratch } from './scratch.js'
import { usualWishes, type Wishes } from './wishes.js'

/** The four kinds of answer there are; what is said for good holds for this tour. */
const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'tour', name: 'Allow everything on this tour', kind: 'allow_always' },
  { optionId: 'not', name: 'Reject', kind: 'reject_once' },
  { optionId: 'never', name: 'Reject everything on this tour', kind: 'reject_always' },
]

export class Journey {
  readonly turn: Turn
  readonly workspace: Workspace
  /** Milliseconds to wait for a visitor of the page. */
  readonly patience: number
  wishes: Wishes = usualWishes
  /** What was done, a line each: all that this tour remembers. */
  notes: readonly string[] = []
  /** The folder, where there is one. */
  scratch: Scratch | undefined
  #project: Promise<Scratch | undefined> | undefined
  #standing: PermissionOption['kind'] | undefined
  readonly #ends: (() => Promise<unknown>)[] = []

  constructor(turn: Turn, patience: number) {
    this.turn = turn
    this.workspace = openWorkspace(turn)
    this.patience = patience
  }

  /** Says a message of its own. */
  async say(text: string): Promise<void> {
    this.turn.signal.throwIfAborted()
    this.turn.nextMessage()
    await this.turn.say(text)
  }

  /** Says that something did not work, unless it is the end of the turn: the tour goes on. */
  async tellTrouble(error: unknown): Promise<undefined> {
    await this.say(`That did not work. ${reasonOf(error)}`)
  }

  /** Remembers something that was done. */
  note(line: string): void {
    this.notes = [...this.notes, line]
  }

  /** Does something under a tool call and ends it: as failed, with the reason, when it throws. Says whether it went well. */
  async work(start: ToolCallStart, act: (call: ToolCall) => Promise<unknown>): Promise<boolean> {
    const { signal } = this.turn
    signal.throwIfAborted()
    const call = this.turn.tool(start)
    try {
      await act(call)
      if (call.isOpen) await call.complete()
    } catch (error) {
      signal.throwIfAborted()
      if (!call.isOpen) throw error
      await call.fail(reasonOf(error))
    }
    return call.status === 'completed'
  }

  /** Asks whether it may be done, unless that was answered for good. Without a yes the call is ended as failed. */
  async mayI(call: ToolCall, reason: string): Promise<boolean> {
    const kind = this.#standing ?? (await this.turn.ask(call, { options: OPTIONS, reason }))?.kind
    if (kind === 'allow_always' || kind === 'reject_always') this.#standing = kind
    if (kind === 'allow_once' || kind === 'allow_always') return true
    await call.fail('It was not allowed, so it was not done.')
    return false
  }

  /** The small project, made when it is first needed; nothing where it may not or cannot be made. */
  project(): Promise<Scratch | undefined> {
    this.#project ??= makeProject(this).catch(error => this.tellTrouble(error))
    return this.#project
  }

  /** Runs at the end, whichever way it comes; what was begun last is put away first. */
  onEnd(cleanup: () => Promise<unknown>): void {
    this.#ends.push(cleanup)
  }

  /** Puts everything away; one thing that cannot be does not keep the others from it. */
  async end(): Promise<void> {
    for (const cleanup of this.#ends.splice(0).reverse()) await cleanup().catch(() => {})
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Nobody said why.'
}
