/** Finds the conversation that somebody means: the last one here, one by its name here, or one by its id. */

import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { cutCharacters, sanitizeLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { toIso } from '../listing/moment.js'
import type { Conversation } from './conversation.js'

/** So few digits may be given, and so many are shown. */
const LEAST_DIGITS = 4
const SHOWN_DIGITS = 8
const MOST_SHOWN = 5

/** `last`, a name that the user gave in this directory, or an id: the one that is meant; throws where it could be more than one. */
export function pick<Found extends Conversation>(
  wanted: string,
  all: readonly Found[],
  cwd: string,
): Found | undefined {
  const isHere = hereIn(cwd)
  // One in which nothing was said is nobody's last.
  if (wanted === 'last') return all.find(each => isHere(each) && each.turns > 0) ?? all.find(isHere)
  const named = all.find(each => each.label === wanted && isHere(each))
  if (named !== undefined) return named
  const own = all.find(({ id }) => id === wanted)
  if (own !== undefined) return own
  const exact = all.filter(({ sessionId }) => sessionId === wanted)
  if (exact.length > 0) return onlyOne(wanted, exact, all)
  if (wanted.length < LEAST_DIGITS) return undefined
  const begun = all.filter(({ id, sessionId }) => id.startsWith(wanted) || sessionId.startsWith(wanted))
  return onlyOne(wanted, begun, all)
}

/** The same, and a failure that says how to find it where there is none. */
export function demand<Found extends Conversation>(
  wanted: string,
  all: readonly Found[],
  cwd: string,
): Found {
  const found = pick(wanted, all, cwd)
  if (found !== undefined) return found
  throw new Failure(`There is no recorded conversation ${quoted(wanted)}.`, {
    ...{ exitCode: EXIT.noSession, reason: 'session_not_found' },
    cure: '`parley sessions --all` lists those that are there.',
  })
}

/** Whether a conversation works in a directory, by whichever name. */
export function hereIn(cwd: string): (conversation: Pick<Conversation, 'cwd'>) => boolean {
  const known = new Map<string, string>()
  const toReal = (path: string): string => {
    const real = known.get(path) ?? realPath(path)
    known.set(path, real)
    return real
  }
  return conversation => toReal(conversation.cwd) === toReal(cwd)
}

/** The id of each as short as it may be without meaning another one, too. */
export function shortIds(all: readonly Conversation[]): (id: string) => string {
  const sorted = all.map(({ id }) => id).sort()
  const lengths = new Map(
    sorted.map((id, index) => {
      const neighbours = [sorted[index - 1], sorted[index + 1]].map(other => commonStart(id, other ?? ''))
      return [id, Math.max(SHOWN_DIGITS, ...neighbours.map(common => common + 1))]
    }),
  )
  return id => id.slice(0, lengths.get(id))
}

function onlyOne<Found extends Conversation>(
  wanted: string,
  found: readonly Found[],
  all: readonly Found[],
): Found | undefined {
  if (found.length < 2) return found[0]
  const short = shortIds(all)
  const some = found.slice(0, MOST_SHOWN).map(each => `${short(each.id)} (${toWords(each)})`)
  const isShared = found.every(({ sessionId }) => sessionId === wanted)
  const rest = found.length > MOST_SHOWN ? ` and ${found.length - MOST_SHOWN} more` : ''
  throw new Failure(`${quoted(wanted)} could be any of these, the latest first: ${some.join(', ')}${rest}.`, {
    ...{ exitCode: EXIT.usage, reason: 'ambiguous_session' },
    cure: isShared
      ? 'Its agent gave that id more than once: write one of these instead.'
      : 'Write more of its id.',
  })
}

function toWords({ agent, cwd, updated }: Conversation): string {
  return sanitizeLine(`${agent}, ${toIso(updated)}, ${cwd}`)
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function quoted(text: string): string {
  return `"${cutCharacters(sanitizeLine(text), 80)}"`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
