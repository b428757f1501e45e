/** Command lines of the person's own, run where the conversation works. What they print goes before the next prompt. */

import { type HostTerminals, hostTerminals, type Warden } from '@parley/acp/node'
import { messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'
import type { TalkNewsDesk } from './talk-news.js'
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
  readonly #news: TalkNewsDesk
  readonly #runs: HostTerminals
  readonly #screens: TalkTerminals
  readonly #said: string[] = []
  #isUsed = false
  #running: { readonly sessionId: string; readonly terminalId: string } | undefined

  constructor(shell: Shell, news: TalkNewsDesk) {
    this.#shell = shell
    this.#news = news
    this.#screens = new TalkTerminals(each => news.tell(each))
    this.#runs = hostTerminals({
      warden: WARDEN,
      env: shell.env,
      allowBroadRoots: true,
      limits: { wallMilliseconds: DEADLINE_MILLISECONDS, patience: PATIENCE_MILLISECONDS },
      onOutput: piece => this.#screens.note(piece),
      onEnd: end => this.#screens.end(end),
    })
  }

  /** Never rejects. */
  async run(line: string, cwd: string): Promise<void> {
    const sessionId = 'shell'
    this.#isUsed = true
    const context = { sessionId, roots: [cwd], signal: new AbortController().signal }
    try {
      const command = this.#shell.env.SHELL || '/bin/sh'
      const made = await this.#runs.create(
        { sessionId, command, args: ['-c', line], cwd, outputByteLimit: MOST_BYTES },
        context,
      )
      const named = { sessionId, terminalId: made.terminalId }
      this.#running = named
      this.#news.tell({ is: 'shell', command: line, terminalId: made.terminalId })
      const { exitCode, signal } = await this.#runs.waitForExit(named, context)
      const { output, truncated } = await this.#runs.output(named, context)
      this.#running = undefined
      await this.#runs.release(named, context)
      const how = signal == null ? `exit code ${exitCode ?? 'unknown'}` : `ended by ${signal}`
      this.#keep({ line, how, output, isCut: truncated })
    } catch (error) {
      this.#news.say('failure', `! ${line}\n${messageOf(error)}`)
    }
  }

  /** What was run since the last prompt, in words for the agent. */
  get said(): readonly string[] {
    return this.#said
  }

  /** It was sent. */
  forget(): void {
    this.#said.length = 0
  }

  /** Ends what runs; what it printed is told as if it had ended by itself. */
  async stop(): Promise<void> {
    const running = this.#running
    const context = { sessionId: 'shell', roots: [], signal: new AbortController().signal }
    if (running !== undefined) await this.#runs.kill(running, context)
  }

  async close(): Promise<void> {
    this.#screens.close()
    if (this.#isUsed) await this.#runs.close()
  }

  #keep(run: {
    readonly line: string
    readonly how: string
    readonly output: string
    readonly isCut: boolean
  }): void {
    const { line, how, output, isCut } = run
    const cut = isCut ? '(only the end of what it printed)\n' : ''
    this.#news.say('shell', `! ${line}\n${cut}${output.trimEnd()}\n(${how})`)
    const end = endOfText(output.trimEnd())
    const fence = '`'.repeat(longestRun(end) + 3)
    this.#said.push(`I ran \`${line}\` (${how}):\n${cut}${fence}\n${end}\n${fence}`)
    if (this.#said.length > MOST_KEPT) this.#said.shift()
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
