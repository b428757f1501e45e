/** A wire for the tests: the real command before some agent, spoken to like by a client, and what both sides counted. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

/** A home for one test, with a folder for sockets. */
export function makeHome(): { readonly home: string; readonly env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(tmpdir(), 'parley-inspect-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const { PATH } = process.env
  return {
    home,
    env: {
      PATH,
      HOME: home,
      SHELL: '/bin/sh',
      XDG_RUNTIME_DIR: runtime,
      XDG_STATE_HOME: join(home, 'state'),
    },
  }
}

export interface Wired {
  readonly child: ChildProcessWithoutNullStreams
  readonly exited: Promise<readonly [code: number | null, signal: string | null]>
  /** All that was said so far. */
  output(): string
  errors(): string
  /** Waits until it was said. */
  hears(text: string): Promise<void>
}

/** Starts `parley inspect <words>`, or the command itself where there is no proxy. */
export function startWire(words: readonly string[], env: NodeJS.ProcessEnv): Wired {
  const child = spawn(process.execPath, [MAIN, 'inspect', ...words], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'close').then(([code, signal]) => [code, signal] as const)
  return {
    child,
    exited,
    output: () => output,
    errors: () => errors,
    async hears(text) {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended and never said ${text}: ${output} ${errors}`)
        await new Promise(resolve => setTimeout(resolve, 10))
      }
    },
  }
}

/** Sends pieces through a program and says what came back: both ways by their sums and lengths. */
export async function mirrorThrough(
  command: readonly [string, ...string[]],
  pieces: Iterable<Uint8Array>,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly sent: string; readonly heard: string; readonly bytes: number }> {
  const [program, ...words] = command
  const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const heard = createHash('sha256')
  let bytes = 0
  child.stdout.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    heard.update(chunk)
  })
  const sent = createHash('sha256')
  for (const piece of pieces) {
    sent.update(piece)
    if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  sent.update('goodbye\n')
  await once(child, 'close')
  return { sent: sent.digest('hex'), heard: heard.digest('hex'), bytes }
}

/** So many messages, gathered into pieces whose ends fall anywhere. */
export function* manyMessages(count: number): Generator<Uint8Array> {
  let text = ''
  for (let number = 0; number < count; number++) {
    text += `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","n":${number},"text":"žluťoučký 🐎 ${'x'.repeat(number % 97)}"}}\n`
    if (text.length > 50_000 + (number % 1_013)) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text)
}

/** One message of so many bytes. */
export function* hugeMessage(bytes: number): Generator<Uint8Array> {
  yield Buffer.from('{"jsonrpc":"2.0","method":"huge","params":{"text":"')
  const block = Buffer.alloc(1024 * 1024, 'abcdefgh')
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, left)
  yield Buffer.from('"}}\n')
}
