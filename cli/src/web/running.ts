/**
 * One workbench at a time: who comes first holds a lock and leaves a note of where it is, and who comes second asks there
 * for a link. The token is shown to nobody but the process that the note names.
 */

import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { member, parseJson } from '../agents/json-reader.js'
import { readBounded, replaceFile } from '../agents/private-file.js'
import { codeOf } from '../error-code.js'
import { Failure } from '../failure.js'
import { holdLock } from '../file-lock.js'
import { isObject } from '../json-object.js'
import type { WebPlace } from './place.js'

/** A link that lets a browser in, once. */
export interface WebLink {
  readonly url: string
  readonly link: string
}

/** The turn of this process: it is the one that runs until it lets go. */
export interface Turn {
  /** Tells others where it is. */
  announce(port: number): Promise<void>
  /** Those who come now wait until it has ended. */
  withdraw(): Promise<void>
  /** Lets the next one begin. */
  release(): Promise<void>
}

/** Longer than one takes to end in order. */
const PATIENCE_MILLISECONDS = 30_000
const POLL_MILLISECONDS = 100
const ANSWER_MILLISECONDS = 10_000
const MOST_BYTES = 4_096
/** What a browser of one's own may do: everything but to say who else may come. */
const ROLE = 'editor'

export const toLink = (url: string, ticket: string): string => `${url}/#ticket=${ticket}`

/** Our turn, or a link of the one that runs. `prepare` is done before that one is asked. */
export async function takeTurn(place: WebPlace, prepare: () => Promise<void>): Promise<Turn | WebLink> {
  const until = performance.now() + PATIENCE_MILLISECONDS
  for (;;) {
    const release = await tryHold(place)
    if (release !== undefined) return await begin(place, release)
    const port = await readNote(place)
    if (port !== undefined) {
      await prepare()
      const link = await askForLink(place, port)
      if (link !== undefined) return link
    }
    if (performance.now() > until)
      throw new Failure('another parley web begins or ends, and does not get done with it.', {
        cure: 'end it, and try again',
        reason: 'locked',
      })
    await pause(POLL_MILLISECONDS)
  }
}

async function begin(place: WebPlace, release: () => Promise<void>): Promise<Turn> {
  const withdraw = (): Promise<void> => rm(place.note, { force: true })
  // It was left by one that was killed.
  await withdraw()
  return {
    announce: port => replaceFile(place.note, `${JSON.stringify({ pid: process.pid, port })}\n`),
    withdraw,
    release: async () => {
      await withdraw()
      await release()
    },
  }
}

async function tryHold({ note }: WebPlace): Promise<(() => Promise<void>) | undefined> {
  try {
    return await holdLock(note, 0)
  } catch (error) {
    if (error instanceof Failure && error.reason === 'locked') return undefined
    throw error
  }
}

/** The port of one that is alive: what a dead one left may be somebody else's by now. */
async function readNote({ note }: WebPlace): Promise<number | undefined> {
  try {
    const value = parseJson((await readBounded(note, MOST_BYTES)) ?? 'null')
    if (!isObject(value)) return undefined
    const [pid, port] = [member(value, 'pid'), member(value, 'port')]
    return typeof pid === 'number' && typeof port === 'number' && isAlive(pid) ? port : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Nothing where it just ended. */
async function askForLink({ token }: WebPlace, port: number): Promise<WebLink | undefined> {
  const url = `http://127.0.0.1:${port}`
  const secret = (await readBounded(token, MOST_BYTES))?.trim()
  if (secret === undefined) return undefined
  const answer = await fetch(`${url}/auth/ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ role: ROLE }),
    // One that was stopped takes connections, and answers none.
    signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
  }).catch(() => undefined)
  const value: unknown = answer?.ok === true ? await answer.json().catch(() => undefined) : undefined
  const ticket = isObject(value) ? member(value, 'ticket') : undefined
  if (typeof ticket === 'string') return { url, link: toLink(url, ticket) }
  if (answer === undefined) return undefined
  throw new Failure(`the parley web that runs at ${url} gives no link (${answer.status}).`, {
    cure: 'try again in a minute, or press Enter where it runs',
  })
}
