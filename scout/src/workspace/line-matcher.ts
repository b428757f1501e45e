/**
 * Which lines match. A regular expression of somebody else may take for ever, and no engine here stops a slow one: it
 * runs in a thread that can be ended.
 */

import { Worker } from 'node:worker_threads'
import { type SearchQuery, WorkspaceError } from './workspace.js'

export interface LineMatcher {
  /** The indexes of the lines that match. */
  match(lines: readonly string[]): Promise<readonly number[]>
  close(): Promise<void>
}

const LONGEST_PATTERN = 1_000
const MOST_MILLISECONDS = 2_000

// As text, because a thread is started from a file, and this one is a file of its own only once it is compiled.
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const expression = new RegExp(workerData.source, workerData.flags)
  parentPort.on('message', lines => {
    const found = []
    for (let at = 0; at < lines.length; at++) if (expression.test(lines[at])) found.push(at)
    parentPort.postMessage(found)
  })
`

export function toLineMatcher(query: SearchQuery): LineMatcher {
  if (query.pattern.length > LONGEST_PATTERN)
    throw new WorkspaceError(`The pattern is longer than ${LONGEST_PATTERN} characters.`)
  const expression = toExpression(query)
  if (query.isRegex === true) return inThread(expression)
  // Plain text has no choices in it: it cannot take long.
  return {
    match: async lines => lines.flatMap((line, at) => (expression.test(line) ? [at] : [])),
    close: async () => {},
  }
}

/** The flag `u` is the stricter and better one; what only works without it works without it. */
function toExpression({ pattern, isRegex, ignoreCase }: SearchQuery): RegExp {
  const flags = ignoreCase === true ? 'i' : ''
  if (isRegex !== true) return new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), `${flags}u`)
  try {
    return new RegExp(pattern, `${flags}u`)
  } catch {
    try {
      return new RegExp(pattern, flags)
    } catch (error) {
      const why = error instanceof Error ? error.message : 'no reason was given'
      throw new WorkspaceError(`The regular expression cannot be used: ${why}`)
    }
  }
}

function inThread({ source, flags }: RegExp): LineMatcher {
  const thread = new Worker(THREAD, { eval: true, workerData: { source, flags } })
  thread.unref()
  return {
    match: lines =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          clearTimeout(timer)
          thread.removeAllListeners('message').removeAllListeners('error')
          act()
        }
        const timer = setTimeout(() => {
          void thread.terminate()
          settle(() => reject(new WorkspaceError(TOO_SLOW)))
        }, MOST_MILLISECONDS)
        thread.once('message', (found: readonly number[]) => settle(() => resolve(found)))
        thread.once('error', error => settle(() => reject(error)))
        thread.postMessage(lines)
      }),
    close: async () => void (await thread.terminate()),
  }
}

const TOO_SLOW =
  'The regular expression takes too long. Search for plain text, or do not repeat what is repeated already, as in (a+)+.'
