/** Why a process that was started did not become an agent, for people: what happened, what it said, what to do. */

import { ConnectionError } from '../../jsonrpc/index.js'
import { boundedLine, sanitizeForDisplay } from '../../text/index.js'
import { type Diagnosis, diagnosisOf, type Evidence, noiseIn } from './symptom.js'

/** What a process knows of itself when nobody could agree with it. */
export interface Account extends Evidence {
  /** What to call it. */
  readonly noun: string
  /** How it died and what it said last, where it did. */
  readonly obituary?: string | undefined
}

const SHOWN_CHARACTERS = 1_500

/** The same error with a message that says it all. */
export function explained(error: ConnectionError, account: Account): ConnectionError {
  const { cause, cure } = diagnosisOf(account) ?? unknownCause(account)
  const parts = [
    account.obituary ?? aliveStill(error, account),
    tailOf('on stdout came, where only messages belong', noiseIn(account.stdout), 'head'),
    `Likely cause: ${cause}.`,
    `What to do: ${cure}`,
  ]
  const message = parts.filter(part => part !== '').join('\n')
  return new ConnectionError(error.reason, message, { cause: error })
}

function aliveStill(error: ConnectionError, { command, noun, stderr }: Account): string {
  const what = `${error.message}; the ${noun} ${boundedLine(command, 200)} was running`
  return stderr.trim() === ''
    ? `${what} and had said nothing on stderr.`
    : `${what}.\n${tailOf('its stderr ends', stderr)}`
}

function tailOf(title: string, text: string, end: 'head' | 'tail' = 'tail'): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const cut = end === 'tail' ? trimmed.slice(-SHOWN_CHARACTERS) : trimmed.slice(0, SHOWN_CHARACTERS)
  return `${title}:\n${sanitizeForDisplay(cut)}`
}

function unknownCause({ death, stdout, command }: Account): Diagnosis {
  const rerun = `start \`${boundedLine(command, 200)}\` with the same arguments in a terminal`
  if (death !== undefined)
    return {
      cause: 'it failed before it could answer, as it says itself',
      cure: `${rerun} and mend what it says.`,
    }
  if (noiseIn(stdout) !== '')
    return {
      cause: 'it is no agent, or was not told to be one',
      cure: 'look up how this agent is told to speak ACP: often by the word `acp` or the flag `--acp`.',
    }
  return {
    cause: 'it is no agent, was not told to be one, or waits for something',
    cure: `${rerun} and see what it waits for, tell it to speak ACP (often \`acp\` or \`--acp\`), or allow it more time by \`deadline\`.`,
  }
}
