/** The view that our client has of its sessions, kept by the library's own reducer, and written down at the end. */

import { writeFile } from 'node:fs/promises'
import {
  emptyThread,
  entriesOf,
  outputOf,
  type PlanContent,
  plansOf,
  reduce,
  type Thread,
  type ThreadEvent,
  type ThreadUpdate,
  terminalsOf,
  textOf,
  toValue,
} from '@parley/acp/thread'
import { toJson } from '../../agent/examined-agent.js'
import type { ClientView, SessionView } from '../../client/view.js'
import type { Json } from '../../wire/arrivals.js'

/** What a session knows of itself besides what the thread holds. */
interface Shown {
  readonly options: readonly { readonly id: string; readonly type: string; readonly value?: unknown }[]
  readonly mode: string | undefined
}

interface Page {
  thread: Thread
  shown?: Shown
  stopReason?: string
  error?: string
}

export class Album {
  readonly #pages = new Map<string, Page>()
  readonly #outputs = new Map<string, string>()
  listed: Json[] | undefined
  error: string | undefined
  /** Which version is spoken, once that is known. */
  version: 1 | 2 = 1

  add(sessionId: string, event: ThreadUpdate | ThreadEvent): void {
    const page = this.#page(sessionId)
    page.thread = reduce(page.thread, event)
  }

  show(sessionId: string, shown: Shown): void {
    this.#page(sessionId).shown = shown
  }

  /** A piece of what a terminal printed. */
  print({ sessionId, terminalId, text }: Json & { readonly sessionId: string }): void {
    const id = String(terminalId)
    const output = (this.#outputs.get(id) ?? '') + String(text)
    this.#outputs.set(id, output)
    this.add(sessionId, { type: 'terminal', terminalId: id, output })
  }

  end(sessionId: string, { stopReason, error }: { stopReason?: string; error?: unknown }): void {
    const page = this.#page(sessionId)
    if (stopReason !== undefined) page.stopReason = stopReason
    if (error !== undefined) page.error = describe(error)
  }

  async save(path: string, change: (view: ClientView) => ClientView): Promise<void> {
    const view = { sessions: [...this.#pages].map(toView), listed: this.listed, error: this.error }
    await writeFile(path, JSON.stringify(change(view)))
  }

  #page(sessionId: string): Page {
    let page = this.#pages.get(sessionId)
    if (page === undefined) {
      page = { thread: emptyThread(this.version) }
      this.#pages.set(sessionId, page)
    }
    return page
  }
}

function toView([sessionId, { thread, shown, stopReason, error }]: readonly [string, Page]): SessionView {
  const entries = entriesOf(thread)
  const [plan] = plansOf(thread)
  return {
    sessionId,
    stopReason,
    error,
    messages: entries.flatMap(entry =>
      entry.kind === 'message' ? [{ role: entry.role, text: textOf(entry), messageId: entry.messageId }] : [],
    ),
    toolCalls: toValue(thread).entries.filter(({ kind }) => kind === 'tool_call'),
    plan: stepsOf(plan?.plan),
    terminals: terminalsOf(thread).map(terminal => ({
      terminalId: terminal.terminalId,
      output: outputOf(terminal).text,
    })),
    options: shown?.options.map(({ id, type, value }) => ({ id, type, value })),
    mode: shown?.mode,
  }
}

function stepsOf(plan: PlanContent | undefined): readonly Json[] | undefined {
  const { entries }: Json = { ...plan }
  return Array.isArray(entries) ? entries.map(toJson) : undefined
}

export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
