/** What an agent asks beyond permission: filled in by `--answer`, by the person at the terminal, or not at all, which ends the run. */

import {
  type ElicitationAnswer,
  type FormRequest,
  formFaults,
  type Host,
  type UrlRequest,
} from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import type { Halt } from './halt.js'

/** Somebody who can fill in a form. */
export interface Clerk {
  fill(
    fields: readonly Field[],
    message: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | undefined>
  visit(request: Pick<UrlRequest, 'message' | 'url' | 'host'>, signal: AbortSignal): Promise<boolean>
}

/** A field of a form, for people. */
export interface Field {
  readonly name: string
  readonly title: string
  readonly type: string
  readonly isRequired: boolean
  readonly description?: string | undefined
  readonly choices: readonly { readonly value: string; readonly title: string }[]
}

export interface InquiryMeans {
  readonly answers: ReadonlyMap<string, string>
  /** Whether anybody may be sent to an address. */
  readonly canVisit: boolean
  readonly halt: Halt
  readonly clerk?: Clerk | undefined
}

type Content = Record<string, string | number | boolean | string[]>
type Schema = FormRequest['schema']

const DISMISSED: ElicitationAnswer = { action: 'cancel' }

export function inquiries({ answers, canVisit, halt, clerk }: InquiryMeans): NonNullable<Host['elicit']> {
  return {
    async form({ message, schema }, { signal }) {
      const fields = toFields(schema)
      const given = Object.fromEntries(fields.flatMap(({ name }) => pairOf(name, answers.get(name))))
      const content = toContent(given, fields)
      const faults = formFaults(schema, content)
      const isAnswered = Object.keys(given).length > 0 || (schema.required ?? []).length > 0
      if (faults.length === 0 && isAnswered) return { action: 'accept', content }
      const filled = await clerk?.fill(fields, message, signal)
      if (filled !== undefined)
        return { action: 'accept', content: toContent({ ...given, ...filled }, fields) }
      if (clerk === undefined) halt.request(toFormWish(message, fields, faults))
      return DISMISSED
    },
    async url(request, { signal }) {
      if (!canVisit) return { action: 'decline' }
      if (clerk !== undefined)
        return (await clerk.visit(request, signal)) ? { action: 'accept' } : { action: 'decline' }
      halt.request(toUrlWish(request))
      return DISMISSED
    },
  }
}

const pairOf = (name: string, value: string | undefined): readonly (readonly [string, string])[] =>
  value === undefined ? [] : [[name, value]]

export function toFields({ properties = {}, required }: Schema): readonly Field[] {
  return Object.entries(properties).map(([name, property]) => {
    const { type, title, description, items }: Readonly<Record<string, unknown>> = { ...property }
    return {
      name,
      title: typeof title === 'string' && title !== '' ? title : name,
      ...(typeof description === 'string' && description !== '' && { description }),
      type: String(type),
      isRequired: required?.includes(name) ?? false,
      choices: [...choicesIn({ ...property }), ...choicesIn(Object(items))],
    }
  })
}

function choicesIn(schema: Readonly<Record<string, unknown>>): Field['choices'] {
  const { enum: words, oneOf, anyOf } = schema
  const named = [oneOf, anyOf].find(Array.isArray)
  if (named === undefined)
    return Array.isArray(words)
      ? words.flatMap(value => (typeof value === 'string' ? [{ value, title: value }] : []))
      : []
  return named.flatMap((each: unknown) => {
    const { const: value, title }: Readonly<Record<string, unknown>> = Object(each)
    return typeof value === 'string' ? [{ value, title: typeof title === 'string' ? title : value }] : []
  })
}

/** What was typed, in the kinds that the form wants; what cannot be one stays as it is, and is told as a fault. */
function toContent(given: Readonly<Record<string, string>>, fields: readonly Field[]): Content {
  const content: Content = {}
  for (const { name, type, choices } of fields) {
    const text = given[name]
    if (text === undefined) continue
    const chosen = choices.find(({ value }) => value === text) ?? choices.find(({ title }) => title === text)
    content[name] = toValue(chosen?.value ?? text, type)
  }
  return content
}

function toValue(text: string, type: string): string | number | boolean | string[] {
  if (type === 'boolean' && /^(?:true|yes|y|false|no|n)$/i.test(text)) return /^[ty]/i.test(text)
  if ((type === 'number' || type === 'integer') && text.trim() !== '' && !Number.isNaN(Number(text)))
    return Number(text)
  return type === 'array' ? text.split(',').map(each => each.trim()) : text
}

function toFormWish(
  message: string,
  fields: readonly Field[],
  faults: readonly string[],
): Parameters<Halt['request']>[0] {
  const shown = fields.slice(0, 20).map(({ name, title, type, isRequired, choices }) => {
    const kind =
      choices.length > 0
        ? choices
            .slice(0, 10)
            .map(({ value }) => value)
            .join('|')
        : type
    const words = title === name ? '' : `, ${boundedLine(title, 100)}`
    return `  ${boundedLine(name, 60)}: ${boundedLine(kind, 200)}${words}${isRequired ? ', required' : ''}`
  })
  const wrong = faults.slice(0, 5).map(fault => `  ${boundedLine(fault, 200)}`)
  const needed = fields.filter(({ isRequired }) => isRequired)
  const flags = (needed.length > 0 ? needed : fields).map(({ name }) => `--answer ${boundedLine(name, 60)}=…`)
  return {
    exitCode: EXIT.inputNeeded,
    reason: 'input_needed',
    message: [`the agent asks, and nobody can answer: ${boundedLine(message, 500)}`, ...shown, ...wrong].join(
      '\n',
    ),
    cure: `To answer it: ${flags.slice(0, 10).join(' ')}`,
  }
}

function toUrlWish({
  message,
  url,
  host,
}: Pick<UrlRequest, 'message' | 'url' | 'host'>): Parameters<Halt['request']>[0] {
  return {
    exitCode: EXIT.inputNeeded,
    reason: 'input_needed',
    message: `the agent asks somebody to visit an address, and nobody can be asked: ${boundedLine(message, 500)}\n  ${boundedLine(url, 2_000)}\n  (it leads to ${boundedLine(host, 200)})`,
    cure: 'To say no and go on: --no-visit. To visit it, run it in a terminal.',
  }
}
