/** What is said aloud when something changes: to those who listen to the page, and to those who look elsewhere. */

import { boundedLine } from '@parley/acp/guard'
import { projectName } from '../sessions/session-groups.js'
import type { Question } from '../state/question.js'
import type { Talk, TalkKey } from '../state/talk.js'
import type { Workbench } from '../state/workbench.js'

export interface Announcement {
  readonly key: TalkKey
  readonly text: string
  /** Only errors interrupt. */
  readonly isUrgent: boolean
  /** Worth calling somebody back who looks elsewhere. */
  readonly isCall: boolean
}

const MOST_CHARACTERS = 160

/** What a question wants, in a few words. */
export function questionWords(question: Question): string {
  switch (question.is) {
    case 'permission':
      return `needs permission: ${boundedLine(question.command ?? question.title, MOST_CHARACTERS)}`
    case 'form':
    case 'url':
      return `asks: ${boundedLine(question.message, MOST_CHARACTERS)}`
    case 'sign-in':
      return `needs a sign-in to ${boundedLine(question.agent, MOST_CHARACTERS)}`
  }
}

interface Told {
  readonly text: string
  readonly isUrgent?: boolean
  readonly isCall?: boolean
}

// The first that holds is said: a question ends no turn, and a failure says more than that the turn is over.
function tell(before: Talk, after: Talk): Told | undefined {
  const isNew = ({ id }: Question): boolean => !before.questions.some(question => question.id === id)
  const asked = after.questions.find(isNew)
  if (after.phase === 'failed' && before.phase !== 'failed') return failureWords(after)
  if (asked !== undefined) return { text: questionWords(asked), isCall: true }
  if (after.phase === 'offline' && before.phase !== 'offline') return { text: 'offline' }
  if (before.phase === 'offline' && after.phase === 'live') return { text: 'connected again' }
  if (before.turn.state === 'idle' && after.turn.state === 'working') return { text: 'working' }
  if (before.turn.state !== 'idle' && after.turn.state === 'idle')
    return before.turn.state === 'cancelling' ? { text: 'stopped' } : { text: 'finished', isCall: true }
  return undefined
}

function failureWords({ failure }: Talk): Told {
  const words = [failure?.message ?? 'The conversation cannot go on.', failure?.cure ?? ''].join(' ')
  return { text: boundedLine(words.trim(), 2 * MOST_CHARACTERS), isUrgent: true }
}

/** What is new since before. Of other conversations than the current one, their project is named. */
export function announce(before: Workbench, after: Workbench): readonly Announcement[] {
  if (before.talks === after.talks) return []
  const said: Announcement[] = []
  for (const talk of after.talks.values()) {
    const earlier = before.talks.get(talk.key)
    const told = earlier === undefined || earlier === talk ? undefined : tell(earlier, talk)
    if (told === undefined) continue
    const text = talk.key === after.current ? told.text : `${projectName(talk.cwd)}: ${told.text}`
    said.push({ key: talk.key, text, isUrgent: told.isUrgent ?? false, isCall: told.isCall ?? false })
  }
  return said
}
