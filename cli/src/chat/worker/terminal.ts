/** The terminal at which the person sits, as the program has it: wherever it is, and while there is one. */

import type { Frame, Size } from '../screen/frame.js'
import type { Input } from '../screen/input.js'

/** A program that is lent the terminal: an editor, a sign-in. */
export interface Lending {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Terminal {
  readonly size: Size
  /** Nobody is there: nothing is drawn, nothing is heard. */
  readonly isAttached: boolean
  /** Whether it takes a picture now; while it is slow, pictures are left out, never what is settled. */
  readonly isReady: boolean
  /** Called with everything that comes from it. */
  listen(hear: (input: Input) => void): void
  /** Called when it takes pictures again. */
  whenReady(call: () => void): void
  paint(frame: Frame): void
  /** Forgets what stands there: the next picture is drawn whole. */
  forget(): void
  /** Resolves to its exit code, when the terminal is ours again. Rejects where it cannot be run. */
  lend(lending: Lending): Promise<number>
  /** A bell, and a message by OSC 9 and 777. Cleaned here. */
  notify(title: string, body: string): void
  /** Stops this program's place in the shell until it is brought back (`fg`). */
  suspend(): void
  /** Gives the terminal back: what is said last, then the end of whoever holds it. */
  leave(lines: readonly string[], exitCode: number): Promise<void>
  /** Gives the terminal back and goes on without one. */
  detach(lines: readonly string[]): Promise<void>
}
