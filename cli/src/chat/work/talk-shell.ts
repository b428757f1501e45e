/**
 * Command lines of the person's own, run one after the other where the conversation works. What they print goes with the
 * next prompt. They outlive the agent: it is the person who began them.
 */

import { type HostTerminals, hostTerminals, type Warden } from '@parley/acp/node'
import { messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'
import type { TalkNews } from '../event.js'
import { TalkTerminals } from './talk-terminals.js'

const DEADLINE_MILLISECONDS = 10 * 60 * 1000
const PATIENCE_MILLISECONDS = 500
const MOST_BYTES = 32 * 1024
const MOST_KEPT = 20
const MOST_TOLD = 100
const MOST_TOLD_CHARACTERS = 8_000

/** Nobody is asked: it is the person who types it. */
const WARDEN: Warden = { admit: async () => ({ finish: async () => {} }) }

export class TalkShell {
  readonly #shell: Shell
  readonly #tell: (news: TalkNews) => void
  readonly #runs: HostTerminals
  readonly #screens: TalkTerminals
  #said: readonly string[] = []
  /** One at a time: Esc means the one that is shown. */
  #last: Promise<void> = Promise.resolve()
  #isUsed = false
  #isClosed = false
  #running: { readonly sessionId: string; readonly terminalId: string } | undefined

  constructor(shell: Shell, tell: (news: TalkNews) => void) {
    this.#shell = shell
    this.#tell = tell
    this.#screens = new TalkTerminals(tell)
    this.#runs = hostTerminals({
      warden: WARDEN,
      env: shell.env,
      allowBroadRoots: true,
      limits: { wallMilliseconds: DEADLINE_MILLISECONDS, patience: PATIENCE_MILLISECONDS },
      onOutput: piece => this.#screens.note(piece),
      onEnd: end => this.#screens.end(end),
    })
  }

  /** When those before it are over. Never rejects. */
  run(line: string, cwd: string): Promise<void> {
    this.#last = this.#last.then(() => this.#begin(line, cwd))
    return this.#last
  }

  /** What was run since it was last told, in words for the agent: whoever takes it tells it, or gives it back. */
  take(): readonly string[] {
    const said = this.#said
    this.#said = []
    return said
  }

  /** It was not told after all. */
  giveBack(said: readonly string[]): void {
    this.#said = [...said, ...this.#said].slice(-MOST_KEPT)
  }

  /** Ends what runs; what it printed is told as if it had ended by itself. */
  async stop(): Promise<void> {
    const running = this.#running
    const context = { sessionId: 'shell', roots: [], signal: new AbortController().signal }
    if (running !== undefined) await this.#runs.kill(running, context)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#screens.close()
    if (this.#isUsed) await this.#runs.close()
  }

  async #begin(line: string, cwd: string): Promise<void> {
    if (this.#isClosed) return
    this.#isUsed = true
    try {
      await this.#carryOut(line, cwd)
    } catch (error) {
      if (!this.#isClosed) this.#tell({ is: 'said', kind: 'failure', text: `! ${line}\n${messageOf(error)}` })
    } finally {
      this.#running = undefined
      this.#tell({ is: 'shell-over' })
    }
  }

  async #carryOut(line: string, cwd: string): Promise<void> {
    const sessionId = 'shell'
    const context = { sessionId, roots: [cwd], signal: new AbortController().signal }
    const command = this.#shell.env.SHELL || '/bin/sh'
    const made = await this.#runs.create(
      { sessionId, command, args: ['-c', line], cwd, outputByteLimit: MOST_BYTES },
      context,
    )
    const named = { sessionId, terminalId: made.terminalId }
    this.#running = named
    this.#tell({ is: 'shell', command: line, terminalId: made.terminalId })
    const { exitCode, signal } = await this.#runs.waitForExit(named, context)
    const { output, truncated } = await this.#runs.output(named, context)
    await this.#runs.release(named, context)
    const how = signal == null ? `exit code ${exitCode ?? 'unknown'}` : `ended by ${signal}`
    this.#keep({ line, how, output, isCut: truncated })
  }

  #keep(run: {
    readonly line: string
    readonly how: string
    readonly output: string
    readonly isCut: boolean
  }): void {
    const { line, how, output, isCut } = run
    const cut = isCut ? '(only the end of what it printed)\n' : ''
    this.#tell({ is: 'said', kind: 'shell', text: `! ${line}\n${cut}${output.trimEnd()}\n(${how})` })
    const end = endOfText(output.trimEnd())
    const fence = '`'.repeat(longestRun(end) + 3)
    const told = `I ran \`${line}\` (${how}):\n${cut}${fence}\n${end}\n${fence}`
    this.#said = [...this.#said, told].slice(-MOST_KEPT)
  }
}

/** What an agent is told of a long output: the end of it. */
function endOfText(text: string): string {
  const lines = text.split('\n')
  if (lines.length <= MOST_TOLD) return text.slice(-MOST_TOLD_CHARACTERS)
  const left = lines.length - MOST_TOLD
  return `(${left} lines before this)\n${lines.slice(-MOST_TOLD).join('\n').slice(-MOST_TOLD_CHARACTERS)}`
}

/** How many backticks stand side by side at most. */
const longestRun = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length))
