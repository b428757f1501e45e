/** A program on its stdin and stdout as a raw wire, with the variants in which bytes may be handed over. */

import { setTimeout as pause } from 'node:timers/promises'
import { type ProgramPipes, startProgram } from '@parley/acp/node'
import { boundedLines } from './bounded-lines.js'
import type { Variant, Wire } from './wire.js'

export interface StdioWireOptions {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly variant: Variant
}

/** Starts the program; a wire to one that cannot be started ends at once, and says why. */
export function openStdioWire({ command, cwd, env, variant }: StdioWireOptions): Wire {
  const [program = '', ...args] = command
  return wireOver(startProgram(program, args, { cwd, env }), variant)
}

/** The wire of whoever stands behind these pipes. */
export function wireOver(pipes: ProgramPipes, variant: Variant): Wire {
  const write = writers[variant](pipes)
  let onExcess = (_: string): void => {}
  const excess = new Promise<string>(resolve => {
    onExcess = resolve
  })
  const exited = pipes.exited.then(
    ({ code, signal }) => (signal === null ? `exit code ${code}` : `signal ${signal}`),
    (error: unknown) => `not started: ${error instanceof Error ? error.message : String(error)}`,
  )
  return {
    send: write,
    lines: boundedLines(pipes.stdout as AsyncIterable<Uint8Array>, {
      pace: variant === 'slow' ? () => pause(SLOW_MILLISECONDS) : undefined,
      onExcess,
    }),
    end: () => void pipes.stdin.end(),
    onStderr: listen => void pipes.stderr.setEncoding('utf8').on('data', listen),
    // Whoever is not listened to any longer soon ends of it, which says less.
    ended: Promise.race([excess, exited]),
    async close() {
      pipes.stdin.end()
      await pipes.end()
      pipes.stdout.destroy()
      pipes.stderr.destroy()
    },
  }
}

const PIECE_BYTES = 3
const MOST_PIECES = 200
const PIECE_MILLISECONDS = 1
const SLOW_MILLISECONDS = 25

/** Each returns what hands bytes over; pieces keep their order. */
const writers: Readonly<Record<Variant, (pipes: ProgramPipes) => (bytes: Uint8Array) => void>> = {
  plain:
    ({ stdin }) =>
    bytes =>
      void stdin.write(bytes),
  // Pieces of three bytes cut characters of four and every word; a long message is cut into fewer, longer ones.
  split: ({ stdin }) =>
    inOrder(async bytes => {
      const size = Math.max(PIECE_BYTES, Math.ceil(bytes.length / MOST_PIECES))
      for (let at = 0; at < bytes.length; at += size) {
        stdin.write(bytes.subarray(at, at + size))
        // Without a pause they would be put together again on their way.
        await pause(PIECE_MILLISECONDS)
      }
    }),
  slow: ({ stdin }) =>
    inOrder(async bytes => {
      const middle = Math.floor(bytes.length / 2)
      stdin.write(bytes.subarray(0, middle))
      await pause(SLOW_MILLISECONDS)
      stdin.write(bytes.subarray(middle))
    }),
}

function inOrder(write: (bytes: Uint8Array) => Promise<void>): (bytes: Uint8Array) => void {
  let last = Promise.resolve()
  return bytes => {
    last = last.then(() => write(bytes))
  }
}
