/** This process's own stdin and stdout as a channel. From then on stdout is the wire and belongs to nobody else. */

import type { Channel } from '../jsonrpc/index.js'
import type { FramedOptions } from '../transport/index.js'
import { type Framing, framed } from './framing.js'
import { nodeStream } from './node-stream.js'
import type { Write } from './outflow.js'

/** How to speak on stdio. */
export interface StdioOptions extends FramedOptions {
  /** How messages are told apart; by default it is seen from the first bytes received. */
  readonly framing?: Framing | undefined
}

/** The channel of a program that is spoken to on its stdin: everything else that writes to stdout goes to stderr. */
export function stdio(options: StdioOptions = {}): Channel {
  return framed(nodeStream(process.stdin, process.stdout, takeStdout()), options)
}

let isTaken = false

/** One stray line would corrupt the wire, so every other writer is led to stderr; the channel keeps the real write. */
function takeStdout(): Write {
  if (isTaken) throw new Error('stdout is already the wire of another connection')
  isTaken = true
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  return (text, done) => void write(text, done)
}
