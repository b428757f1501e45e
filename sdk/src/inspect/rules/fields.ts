/** Fields that no schema knows: all names at the root of a type are reserved, and what is one's own goes into `_meta`. */

import type { ContractName } from '../../protocol/index.js'
import type { Facts } from '../../schema/facts.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { type Part, unknownFields } from '../unknown-fields.js'
import { Draughtsman } from './outline.js'

const MOST_OUTLINES = 4_096
const MOST_OUTLINE_CHARACTERS = 2_048

/** What is known of one contract: its facts, and the outlines in which nothing was unknown. */
interface Book {
  readonly facts: Facts
  readonly draughtsman: Draughtsman
  readonly clean: Set<string>
}

export class Fields implements Watcher {
  readonly #books: ReadonlyMap<ContractName, Book>

  constructor(facts: ReadonlyMap<ContractName, Facts>) {
    this.#books = new Map(
      [...facts].map(([name, one]) => [
        name,
        { facts: one, draughtsman: new Draughtsman(one), clean: new Set() },
      ]),
    )
  }

  see({ row, by, message, value, contract }: Sighting, report: Report): void {
    const book = this.#books.get(contract.name)
    // What could not be read at all is held against its shape.
    if (book === undefined || value === undefined || row.method === undefined) return
    report.looked('unknown-field', by)
    const isAnswer = row.kind === 'result'
    const part: Part = {
      method: row.method,
      part: isAnswer ? 'result' : 'params',
      to: isAnswer ? by : row.to,
      kind: row.kind === 'notification' ? 'notification' : 'request',
    }
    const found = strangers(book, part, isAnswer ? message.result : message.params)
    const [first, ...more] = found.filter(path => !isExcused(part.method, path))
    if (first === undefined) return
    const others = more.length > 0 ? ` and ${more.length} more` : ''
    const text = `expected only fields of the schema, found ${first}${others}`
    report.broken('unknown-field', { by, text })
  }
}

const NONE: readonly string[] = []

/** Of two scopes one is a stranger to the other; that there are two is for the rule of scopes to say. */
const SCOPES: ReadonlySet<string> = new Set(['/requestId', '/sessionId'])

/** What another rule has to say, or what the official documentation itself shows in an example. */
function isExcused(method: string, path: string): boolean {
  if (method === 'elicitation/create') return SCOPES.has(path)
  return method === 'session/update' && path === '/update/modeId'
}

// Messages are many and their outlines few: what was found clean once need not be walked again.
function strangers({ facts, draughtsman, clean }: Book, part: Part, value: unknown): readonly string[] {
  const outline = `${part.method} ${part.part} ${part.to} ${draughtsman.draw(value)}`
  if (clean.has(outline)) return NONE
  const found = unknownFields(facts, part, value)
  const isWorthIt = clean.size < MOST_OUTLINES && outline.length <= MOST_OUTLINE_CHARACTERS
  if (found.length === 0 && isWorthIt) clean.add(outline)
  return found
}
