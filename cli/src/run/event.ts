/** What happens in a run, in the order in which it happens. Every format is made of these, and of nothing else. */

import type { UpdateOf } from '@parley/acp/client'
import type { ExitCode } from '../exit-code.js'
import type { CallNews } from './call-book.js'

export type Update = UpdateOf<2>

export interface AgentNote {
  /** As it was typed. */
  readonly id: string
  /** What it calls itself. */
  readonly name?: string | undefined
  readonly version?: string | undefined
}

/** Something that was asked for, what was decided, and by whom. */
export interface PermissionNote {
  /** `fs.write`, `terminal.exec`, `agent.claimed` … */
  readonly action: string
  /** What it was, in one line. */
  readonly title: string
  readonly decision: 'allow' | 'deny' | 'cancelled'
  /** A flag, `you`, or what the judgement named: `user:2`, `project:0`, `builtin:…`, `grant:…`. */
  readonly by: string
}

export interface UsageNote {
  readonly used?: number | undefined
  readonly size?: number | undefined
  readonly cost?: { readonly amount: number; readonly currency: string } | undefined
  /** The tokens of the turn, where the agent counts them. */
  readonly tokens?: unknown
}

export interface CallNote {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly status: string
  readonly locations: readonly { readonly path: string; readonly line?: number | undefined }[]
}

export interface ErrorNote {
  /** A word for programs. */
  readonly reason: string
  readonly message: string
  readonly cure?: string | undefined
}

/** All that came of a run. This is what `--format json` prints. */
export interface Report {
  readonly agent: AgentNote
  readonly sessionId: string | null
  readonly cwd: string
  readonly stopReason: string | null
  readonly exitCode: ExitCode
  /** The last message of the agent. */
  readonly text: string
  /** Something of `text`, `toolCalls` or `permissions` was left out because it was too much. */
  readonly isCut: boolean
  readonly toolCalls: readonly CallNote[]
  readonly permissions: readonly PermissionNote[]
  readonly changes: readonly { readonly path: string; readonly added: number; readonly removed: number }[]
  readonly usage: UsageNote | null
  readonly error: ErrorNote | null
  readonly durationMs: number
}

export type RunEvent =
  | {
      readonly type: 'start'
      readonly agent: AgentNote
      readonly sessionId: string
      readonly cwd: string
      readonly protocolVersion: number
      readonly isResumed: boolean
    }
  | {
      readonly type: 'update'
      readonly update: Update
      /** The tool call that it is about, as it is now. */
      readonly call?: CallNews | undefined
    }
  | {
      /** Somebody is asked, and shown these changes. */
      readonly type: 'question'
      readonly changes: readonly { readonly path: string; readonly newText?: string | undefined }[]
    }
  | {
      /** This side wrote a file. */
      readonly type: 'written'
      readonly path: string
      readonly added: number
      readonly removed: number
    }
  | { readonly type: 'permission'; readonly permission: PermissionNote }
  | { readonly type: 'output'; readonly terminalId: string; readonly text: string }
  | { readonly type: 'exit'; readonly terminalId: string; readonly exit: string }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'end'; readonly report: Report }

/** Shows a run. What it returns is waited for before the next update is taken: a slow reader slows the agent. */
export interface Format {
  show(event: RunEvent): Promise<void> | undefined
}
