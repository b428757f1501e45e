/** Who is on a session, and what is to be said when that changes. */

import type { FarPerson } from './far-words.js'

/** How many there are, and what is said of it. */
export interface PresenceNews {
  readonly count: number
  readonly words: readonly string[]
}

export class Presence {
  #people: readonly FarPerson[] = []
  #isOpen = false

  /** We are there, too: who else is. */
  opened(self: FarPerson): PresenceNews {
    this.#isOpen = true
    const others = without(this.#people, [self])
    const words = others.length === 0 ? [] : [`Also here: ${others.map(shown).join(', ')}.`]
    return { count: Math.max(1, this.#people.length), words }
  }

  /** Two may have one name: they are told apart by how many there are. */
  changed(people: readonly FarPerson[]): PresenceNews {
    const came = without(people, this.#people)
    const left = without(this.#people, people)
    this.#people = people
    const words = this.#isOpen
      ? [...came.map(each => `${shown(each)} is here.`), ...left.map(each => `${shown(each)} left.`)]
      : []
    return { count: Math.max(1, people.length), words }
  }
}

const shown = ({ name, role }: FarPerson): string => `${name} (${role})`

function without(people: readonly FarPerson[], others: readonly FarPerson[]): readonly FarPerson[] {
  const left = others.map(shown)
  return people.filter(person => {
    const at = left.indexOf(shown(person))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
