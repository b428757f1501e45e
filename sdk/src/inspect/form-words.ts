/** A fact in a few words, for the help beside a field and for what a fault expected. */

import type { Fact, Facts } from '../schema/facts.js'
import { resolve } from './layout.js'

export function factInWords(facts: Facts, fact: Fact): string {
  switch (fact.kind) {
    case 'any':
      return 'anything'
    case 'text':
      return fact.format ?? (fact.filled === true ? 'text, not empty' : 'text')
    case 'number':
      return numberInWords(fact.whole === true ? 'whole number' : 'number', fact)
    case 'literals':
      return `${fact.values.join(', ')}${fact.open === true ? ' or another text' : ''}`
    case 'options':
      return [...new Set(fact.members.map(member => factInWords(facts, member)))].join(' or ')
    case 'list':
      return `list of ${factInWords(facts, fact.item)}`
    case 'table':
      return `map to ${factInWords(facts, fact.item)}`
    case 'struct':
      return 'object'
    case 'type':
      return namedInWords(facts, fact.name)
    default:
      return fact.kind
  }
}

/** What is a form of its own goes by its name; what is filled in with one value is said. */
function namedInWords(facts: Facts, name: string): string {
  const target = resolve(facts, { kind: 'type', name })
  if (target.kind === 'struct' || target.kind === 'options' || target.kind === 'any') return name
  return `${name}: ${factInWords(facts, target)}`
}

function numberInWords(
  word: string,
  { low, high }: { readonly low?: number; readonly high?: number },
): string {
  if (low !== undefined && high !== undefined) return `${word} from ${low} to ${high}`
  if (low !== undefined) return `${word} from ${low}`
  return high === undefined ? word : `${word} to ${high}`
}
