/** Questions to the user: where they belong, what they must not ask for, and what may be answered. */

import { isStandIn } from '../../guard/index.js'
import { type Fields, fieldOf, isFields, itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, askedFor, isAnswerTo, named } from './sight.js'

const METHOD = 'elicitation/create'
const SECRET =
  /^(?:password|passwd|passphrase|client_?secret|(?:access|auth|api|refresh|bearer)_?token|api_?key|private_?key)$/
/** Words that are a secret more often than not. */
const LIKELY_SECRET = /^(?:secret|token|credentials?)$/

export class Elicitation implements Watcher {
  readonly #issued = new Set<unknown>()
  readonly #open = new Map<number, unknown>()

  see(sighting: Sighting, report: Report): void {
    const request = askedFor(sighting, METHOD)
    const { row, message } = sighting
    if (row.kind === 'request' && row.method === METHOD) judgeScope(message.params, report)
    if (request !== undefined) this.#ask(sighting, request, report)
    else if (isAnswerTo(sighting, METHOD)) {
      this.#open.delete(sighting.row.asked ?? -1)
      judgeAnswer(sighting, report)
    } else if (sighting.row.method === 'elicitation/complete') this.#complete(sighting, report)
  }

  #ask({ row }: Sighting, request: Fields, report: Report): void {
    judgeSecrets(request, report)
    const id = textOf(request, 'elicitationId')
    if (id === undefined) return
    report.looked('elicitation.url-id', 'agent')
    if ([...this.#open.values()].includes(id))
      report.broken('elicitation.url-id', {
        by: 'agent',
        text: `expected an id that is not in use, found ${named(id)}`,
      })
    this.#open.set(row.number, id)
    this.#issued.add(id)
  }

  #complete({ value }: Sighting, report: Report): void {
    const id = textOf(value, 'elicitationId')
    if (id === undefined) return
    report.looked('elicitation.url-id', 'agent')
    if (!this.#issued.has(id))
      report.broken('elicitation.url-id', {
        by: 'agent',
        text: `expected the id of a question that was asked, found ${named(id)}`,
      })
  }
}

/** Judged by what was sent: version 2 cannot read a question of two scopes at all. */
function judgeScope(params: unknown, report: Report): void {
  report.looked('elicitation.scope', 'agent')
  const scopes = ['sessionId', 'requestId'].filter(key => (fieldOf(params, key) ?? null) !== null)
  if (scopes.length !== 1)
    report.broken('elicitation.scope', {
      by: 'agent',
      text: `expected sessionId or requestId, found ${scopes.length === 0 ? 'neither' : 'both'}`,
    })
}

function judgeSecrets(request: Fields, report: Report): void {
  report.looked('elicitation.secret', 'agent')
  const properties = fieldOf(request.requestedSchema, 'properties')
  const asked = isFields(properties) ? Object.keys(properties) : []
  judgeNames(asked, 'in a form', report)
  const url = textOf(request, 'url')
  if (url === undefined || !URL.canParse(url)) return
  const { username, password, searchParams } = new URL(url)
  if (username !== '' || password !== '')
    report.broken('elicitation.secret', {
      by: 'agent',
      text: 'expected no credentials in the address, found some before the host',
    })
  judgeNames([...searchParams.keys()], 'in the address', report)
}

function judgeNames(names: readonly string[], place: string, report: Report): void {
  const sure = names.find(name => SECRET.test(toWords(name)))
  const secret = sure ?? names.find(name => LIKELY_SECRET.test(toWords(name)))
  if (secret === undefined) return
  const text = `expected no secret ${place}, found ${named(secret)}`
  const weight = sure === undefined ? 'note' : undefined
  report.broken('elicitation.secret', { by: 'agent', text, weight })
}

const toWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

function judgeAnswer(sighting: Sighting, report: Report): void {
  const answer = answerTo(sighting, METHOD)
  const { askedValue } = sighting
  const mode = textOf(askedValue, 'mode')
  if (answer?.action !== 'accept' || mode === undefined) return
  report.looked('elicitation.answer', 'client')
  if (mode === 'form') {
    const fault = faultOf(fieldOf(askedValue, 'requestedSchema'), answer.content)
    if (fault !== undefined) report.broken('elicitation.answer', { by: 'client', text: fault })
  } else if (mode !== 'url')
    report.broken('elicitation.answer', {
      by: 'client',
      text: `expected a question of the kind ${named(mode)} not to be accepted, found it was`,
    })
}

function faultOf(schema: unknown, content: unknown): string | undefined {
  const given = isFields(content) ? content : {}
  const missing = itemsOf(schema, 'required').find(
    name => typeof name === 'string' && given[name] === undefined,
  )
  if (missing !== undefined) return `/content: expected ${named(missing)}, found missing`
  const properties = fieldOf(schema, 'properties')
  for (const [name, value] of Object.entries(given)) {
    const property = isFields(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) return `/content: expected what was asked for, found ${named(name)}`
    if (!fits(property, value))
      return `/content/${named(name)}: expected what the form allows, found another value`
  }
  return undefined
}

function fits(property: unknown, value: unknown): boolean {
  // What was answered is not written down: nobody can tell whether it fitted.
  if (isHidden(value)) return true
  switch (fieldOf(property, 'type')) {
    case 'string':
      return typeof value === 'string' && isChoice(choicesOf(property), value)
    case 'number':
      return typeof value === 'number' && isWithin(property, value)
    case 'integer':
      return Number.isInteger(value) && isWithin(property, Number(value))
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return (
        Array.isArray(value) &&
        value.every(item => isHidden(item) || isChoice(choicesOf(fieldOf(property, 'items')), item))
      )
    default:
      return true
  }
}

const isHidden = (value: unknown): boolean => typeof value === 'string' && isStandIn(value)

function choicesOf(property: unknown): readonly unknown[] {
  const titled = [...itemsOf(property, 'oneOf'), ...itemsOf(property, 'anyOf')]
  return [...itemsOf(property, 'enum'), ...titled.map(choice => fieldOf(choice, 'const'))]
}

const isChoice = (choices: readonly unknown[], value: unknown): boolean =>
  choices.length === 0 || choices.includes(value)

function isWithin(property: unknown, value: number): boolean {
  const [least, most] = [fieldOf(property, 'minimum'), fieldOf(property, 'maximum')]
  return (typeof least !== 'number' || value >= least) && (typeof most !== 'number' || value <= most)
}
