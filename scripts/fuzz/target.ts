/** A program under test as a process: its pipes, its memory, its end. Knows no message. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const KEPT_CHARACTERS = 4_096

export class Target {
  readonly exited: Promise<Exit>
  exit: Exit | undefined
  /** The last of what it wrote to stderr. */
  stderr = ''
  /** The most memory it was seen to hold, in bytes; 0 where the system does not tell. */
  peak = 0
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>

  constructor(program: 'agent' | 'client', args: readonly string[], hear: (chunk: Buffer) => void) {
    const path = fileURLToPath(new URL(`./programs/${program}.js`, import.meta.url))
    const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child = child
    this.exited = new Promise(resolve => {
      child.once('close', (code, signal) => {
        this.exit = { code, signal }
        resolve(this.exit)
      })
    })
    // Writing to a process that has gone is found out by its exit.
    child.stdin.on('error', () => {})
    child.stdout.on('data', hear)
  }

  /** Calls back for every line of stderr. */
  onLog(hear: (line: string) => void): void {
    let held = ''
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-KEPT_CHARACTERS)
      const lines = (held + text).split('\n')
      held = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
  }

  async write(bytes: Uint8Array): Promise<void> {
    const { stdin } = this.#child
    if (!stdin.writable || stdin.write(bytes)) return
    await Promise.race([new Promise(resolve => stdin.once('drain', resolve)), this.exited])
  }

  /** Ends its input. */
  end(): void {
    this.#child.stdin.end()
  }

  /** Does not read its output for a while. */
  pause(milliseconds: number): void {
    const { stdout } = this.#child
    stdout.pause()
    setTimeout(() => stdout.resume(), milliseconds)
  }

  /** Stops reading its output, as a peer that was killed would. */
  deafen(): void {
    this.#child.stdout.destroy()
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  measure(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
      const kibibytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
      this.peak = Math.max(this.peak, kibibytes * 1024)
    } catch {
      // Gone already, or a system without /proc.
    }
    return this.peak
  }
}
