/** A command at work, whatever carries its output. */

import type { Family } from '../processes/family.js'
import type { ScreenSize } from './options.js'

/** What to start, and where. */
export interface Order {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Where output goes. */
export type Sink = (bytes: Uint8Array) => void

/** How a command ended. */
export interface Exit {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A command at work. */
export interface Running {
  readonly family: Family
  /** The command itself is gone. */
  readonly exited: Promise<Exit>
  /** All that the command itself printed has been handed on. Something it left behind may still print. */
  readonly drained: Promise<void>
  /** Hears nothing more. */
  stop(): void
}

/** Starts a command, or says why not. */
export type Start = (order: Order, sink: Sink) => Promise<Running>

/** The size that programs expect of a screen that nobody looks at. */
export const usualSize: ScreenSize = { cols: 80, rows: 24 }
