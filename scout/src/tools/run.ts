/** Runs a command to its end: in the client's terminal where it lends one, by scout's own hands otherwise. */

import { stripVTControlCharacters } from 'node:util'
import type { TerminalOutcome, ToolCall } from '@parley/acp/agent'
import { sanitizeForDisplay } from '@parley/acp/guard'
import { WorkspaceError } from '../workspace/workspace.js'
import { type CommandLine, fromText, fromWords } from './command-line.js'
import { cutMiddle } from './cut.js'
import { numberIn, optionalText, textIn, textsIn } from './given.js'
import type { Tool, ToolInput, ToolResult, Undertaking } from './tool.js'

const USUAL_SECONDS = 120
const MOST_SECONDS = 1_800
const MOST_CHARACTERS = 30_000
const SHOWN_CHARACTERS = 8_000
const FIRST_MILLISECONDS = 150
const LAST_MILLISECONDS = 3_000

export const run: Tool = {
  name: 'run',
  description: `Runs a command in the project and waits for its end, at most ${USUAL_SECONDS} seconds unless timeout says otherwise. Give a command line, or the program and its words in argv. Nobody can type into it.`,
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command line; what needs a shell is run by sh -c.' },
      argv: {
        type: 'array',
        items: { type: 'string' },
        description: 'Instead: the program and its words, without a shell.',
      },
      cwd: { type: 'string', description: 'The directory to run it in; the project unless given.' },
      timeout: { type: 'integer', description: 'Seconds after which it is ended.' },
    },
    additionalProperties: false,
  },
  effect: 'run',
  async undertake(input, errand): Promise<Undertaking> {
    const { workspace } = errand
    const line = lineIn(input)
    const cwd = workspace.locate(optionalText(input, 'cwd') ?? '.')
    const where = workspace.shorten(cwd)
    const seconds = numberIn(input, 'timeout', [1, MOST_SECONDS]) ?? USUAL_SECONDS
    return {
      start: {
        title: where === '.' ? line.shown : `${line.shown} (in ${where})`,
        kind: 'execute',
        rawInput: { command: line.command, args: line.args, cwd },
      },
      isLent: errand.turn.terminal !== undefined,
      reach: { key: JSON.stringify(['run', cwd, line.command, ...line.args]), words: 'this command' },
      async carryOut(call) {
        const view = new LiveOutput(call)
        let isLent = false
        const outcome = await workspace.run({
          ...{ command: line.command, args: line.args, cwd, timeout: seconds * 1_000 },
          onTerminal(terminal) {
            isLent = true
            void call.progress(terminal)
          },
          onOutput: text => view.take(text),
        })
        return settle(call, { outcome, seconds, isLent })
      },
    }
  },
}

function lineIn(input: ToolInput): CommandLine {
  const words = textsIn(input, 'argv')
  if (words.length > 0 && input.command !== undefined)
    throw new WorkspaceError('Give either command or argv, not both.')
  return words.length > 0 ? fromWords(words) : fromText(textIn(input, 'command'))
}

/** Shows the end of what is printed. What is shown is kept for ever, so the longer it takes the less often. */
class LiveOutput {
  readonly #call: ToolCall
  #text = ''
  #next = Number.NEGATIVE_INFINITY
  #pause = FIRST_MILLISECONDS

  constructor(call: ToolCall) {
    this.#call = call
  }

  take(text: string): void {
    this.#text = (this.#text + text).slice(-SHOWN_CHARACTERS)
    const now = performance.now()
    if (!this.#call.isOpen || now < this.#next) return
    this.#next = now + this.#pause
    this.#pause = Math.min(this.#pause * 1.5, LAST_MILLISECONDS)
    void this.#call.progress(toPlain(this.#text))
  }
}

interface Ending {
  readonly outcome: TerminalOutcome
  readonly seconds: number
  /** Whether it ran in a terminal of the client. */
  readonly isLent: boolean
}

/** What a terminal of the client shows stays there; what scout ran itself is shown as text. */
function settle(call: ToolCall, { outcome, seconds, isLent }: Ending): ToolResult {
  const { exitCode, signal, isTimedOut } = outcome
  const output = cutMiddle(toPlain(outcome.output), MOST_CHARACTERS)
  const text = `${output === '' ? '(no output)' : output}\n\n[${describe(outcome, seconds)}]`
  const details = { rawOutput: { exitCode, signal, isTimedOut, output: cutMiddle(output, SHOWN_CHARACTERS) } }
  const shown = isLent ? undefined : text
  if (exitCode === 0) void call.complete(shown, details)
  else void call.fail(shown, details)
  return { text, isError: exitCode !== 0 }
}

function describe({ exitCode, signal, isTimedOut, isTruncated }: TerminalOutcome, seconds: number): string {
  const cut = isTruncated ? '; the beginning of its output was cut off' : ''
  if (isTimedOut) return `Ended after ${seconds} seconds, because its time was up${cut}`
  return `${exitCode === undefined ? `Ended by ${signal ?? 'a signal'}` : `Exit code ${exitCode}`}${cut}`
}

/** Colours and movements of a cursor mean nothing here. */
const toPlain = (text: string): string => sanitizeForDisplay(stripVTControlCharacters(text))
