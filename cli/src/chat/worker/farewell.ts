/** The last words to who leaves: how to come back. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import type { Model } from '../model/model.js'
import { subjectOf } from '../model/talk-name.js'

const MOST_TITLE = 60

/** What they come back by. */
export interface WayBack {
  /** What others come to this program by. */
  readonly id: string
  /** How this program is called by whoever started it. */
  readonly command: string
}

export function farewell(
  model: Model,
  how: 'left' | 'detached',
  { id, command }: WayBack,
): readonly string[] {
  if (how === 'detached') return [`The agents go on. To come back: ${command} attach ${id}`]
  // The one that was looked at last comes first.
  const talks = model.talks.toSorted((one, other) => rank(one.key, model) - rank(other.key, model))
  const lines = talks.flatMap(talk => {
    if (talk.record === undefined || talk.thread.slots.length === 0) return []
    const subject = boundedLine(subjectOf(talk), MOST_TITLE)
    if (talk.far?.isGuest === true) return [`“${subject}” goes on. To come back, ask for another link.`]
    if (talk.far !== undefined)
      return [
        `“${subject}” goes on. To come back:`,
        `  ${[command, 'attach', talk.agent.id, quoted(talk.far.sessionId), ...talk.far.options.map(toWord)].join(' ')}`,
      ]
    return [`To go on with “${subject}”:`, `  ${command} chat --resume ${talk.record}`]
  })
  return lines.length === 0 ? [] : ['', ...lines]
}

/** An agent chooses the ids of its sessions. */
const quoted = (id: string): string =>
  /^[\w.:@/-]+$/.test(id) ? id : `'${boundedLine(id, 200).replaceAll("'", '')}'`

/** The user's own words, whole: a file must be found by them. */
const toWord = (text: string): string =>
  /^[\w.:@/-]+$/.test(text) ? text : `'${sanitizeLine(text).replaceAll("'", `'\\''`)}'`

const rank = (key: string, { active }: Model): number => (key === active ? 0 : 1)
