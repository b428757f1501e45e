/** Who is on a session, its agent among them, and what is to be said when that changes. */

import type { Person } from '../state/talk.js'
import type { FarPerson } from './gateway-words.js'

/** Two may have one name: they are told apart by how many there are. The first of ours is us. */
export function toPeople(people: readonly FarPerson[], self: FarPerson | undefined): readonly Person[] {
  const own = people.findIndex(each => self !== undefined && shown(each) === shown(self))
  return people.map(({ name, role }, index) => ({ name, role, isSelf: index === own }))
}

/** Two of our own name are two windows of ours. */
export function cameAndLeft(
  before: readonly FarPerson[],
  now: readonly FarPerson[],
  self?: FarPerson | undefined,
): readonly string[] {
  const isOwn = (person: FarPerson): boolean => person.name === self?.name
  // Who has not been told who is there knows nobody that could have come.
  if (before.length === 0) return []
  const came = without(now, before).map(each => (isOwn(each) ? OPENED : `${shown(each)} is here.`))
  const left = without(before, now).map(each => (isOwn(each) ? CLOSED : `${shown(each)} left.`))
  return [...came, ...left]
}

const OPENED = 'You have opened this conversation in another window, too.'
const CLOSED = 'You have closed this conversation in another window.'

const shown = ({ name, role }: FarPerson): string => `${name} (${role})`

function without(people: readonly FarPerson[], others: readonly FarPerson[]): readonly FarPerson[] {
  const left = others.map(shown)
  return people.filter(person => {
    const at = left.indexOf(shown(person))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const AGENT_WORDS: Readonly<Record<string, string>> = {
  died: 'The agent ended. It is started again with the next prompt',
  resumed: 'The agent is back',
  broken: 'The agent cannot go on with this conversation',
  closed: 'The agent has put the conversation away',
}

/** What became of the agent's process; nothing where nobody need know. */
export function wordsForAgent(state: string, detail: string | undefined): string | undefined {
  const words = Object.hasOwn(AGENT_WORDS, state) ? AGENT_WORDS[state] : undefined
  if (words === undefined) return undefined
  return detail === undefined ? `${words}.` : `${words}: ${detail}`
}
