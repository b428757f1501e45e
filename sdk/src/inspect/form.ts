/**
 * The params or the result of a method as a form: a value that is filled in field by field, made of the facts. It can also
 * be typed as text, and then it may be anything, also what no schema takes. Knows no screen.
 */

import type { ChoiceFact, Fact, Facts } from '../schema/facts.js'
import type { Flaw } from '../schema/index.js'
import { type Fields, isFields } from './fields.js'
import { blankMember, blankOf, blankVariant } from './form-blank.js'
import { faultsOf } from './form-fault.js'
import { type Field, listFields, memberNames, variantName } from './form-field.js'
import { valueAt, withValueAt } from './form-value.js'
import { layoutOf, resolve, takes } from './layout.js'
import { findMethod, type Part } from './unknown-fields.js'

/** A form, as far as it has been filled in. */
export interface Form {
  readonly facts: Facts
  readonly part: Part
  readonly fact: Fact
  readonly value: unknown
  /** By the id of a field, what was typed and could not be read as what the field takes. */
  readonly drafts: Readonly<Record<string, string>>
  /** The whole as text, while it is edited so. */
  readonly raw?: string | undefined
}

/** What a form comes to. It may be sent with faults, too: that is for the sender to decide. */
export interface Filled {
  /** Undefined when the text is no JSON. */
  readonly params: unknown
  readonly faults: readonly Flaw[]
}

/** An empty form: all that must be there, as far as nobody has to decide it. */
export function formOf(facts: Facts, part: Part): Form {
  const fact = factOf(facts, part)
  return { facts, part, fact, value: blankOf(facts, fact) ?? {}, drafts: {} }
}

/** A form that is filled in already; fields that no schema knows are kept. */
export function fromParams(facts: Facts, part: Part, params: unknown): Form {
  return { facts, part, fact: factOf(facts, part), value: params, drafts: {} }
}

function factOf(facts: Facts, part: Part): Fact {
  const method = findMethod(facts, part)
  const name = part.part === 'params' ? method?.params : method?.result
  return name === undefined ? { kind: 'any' } : { kind: 'type', name }
}

/** The lines of the form, in order. */
export function fieldsOf(form: Form): readonly Field[] {
  return listFields(form.facts, form.fact, form.value)
}

/** The form with a value at a path; undefined takes it away. */
export function setField(form: Form, path: string, value: unknown): Form {
  return { ...form, value: withValueAt(form.value, path, value), drafts: withoutDraft(form.drafts, path) }
}

function withoutDraft(drafts: Form['drafts'], id: string): Form['drafts'] {
  const isBelow = (key: string): boolean => key.startsWith(`${id}/`) || key.startsWith(`${id}#`)
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== id && !isBelow(key)))
}

/** The form with what somebody typed into a field; an empty line takes it away, unless it is a text that must be there. */
export function setText(form: Form, field: Field, text: string): Form {
  if (field.kind === 'union') return setVariant(form, field, text)
  if (field.kind === 'text' || field.kind === 'choice')
    return setField(form, field.path, text === '' && !field.required ? undefined : text)
  const read = readValue(text)
  const value = read === undefined ? plainText(form, field, text) : read
  if (text.trim() === '' && value === undefined) return setField(form, field.path, undefined)
  const isRight =
    value !== undefined && (field.kind === 'json' || typeof value === field.kind || isPart(field))
  if (isRight) return setField(form, field.path, value)
  return { ...form, drafts: { ...form.drafts, [field.id]: text } }
}

/** The name of a form that there is not is kept as it was typed, so that somebody sees it. */
function setVariant(form: Form, { id }: Field, text: string): Form {
  if (text === '') return { ...form, drafts: withoutDraft(form.drafts, id) }
  const chosen = chooseVariant(form, id, text)
  return chosen === form ? { ...form, drafts: { ...form.drafts, [id]: text } } : chosen
}

/** Where a text is one of several that may stand there, quotes need not be typed. */
function plainText(form: Form, { kind, path, required }: Field, text: string): string | undefined {
  if (kind !== 'json' || (text === '' && !required)) return undefined
  const fact = findFact(form, path)
  const target = fact === undefined ? undefined : resolve(form.facts, fact)
  return target?.kind === 'options' && takes(form.facts, target, text) ? text : undefined
}

const isPart = ({ kind }: Field): boolean => kind === 'list' || kind === 'map' || kind === 'group'

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One more item of a list, one more key of a map, or the beginning of a part that was not there. */
export function addItem(form: Form, path: string, key = ''): Form {
  const field = fieldsOf(form).find(one => one.path === path)
  const fact = findFact(form, path)
  const present = valueAt(form.value, path)
  if (field === undefined || fact === undefined) return form
  const target = resolve(form.facts, fact)
  if (target.kind === 'list') {
    const item = blankOf(form.facts, target.item) ?? ''
    return setField(form, path, [...(Array.isArray(present) ? present : []), item])
  }
  if (target.kind === 'table' && key !== '') {
    const item = blankOf(form.facts, target.item) ?? ''
    return setField(form, path, { ...(isFields(present) ? present : {}), [key]: item })
  }
  return present === undefined ? setField(form, path, blankOf(form.facts, fact)) : form
}

/** The fact that holds at a path, given what has been filled in above it. */
function findFact(form: Form, path: string): Fact | undefined {
  let fact: Fact = form.fact
  let at = ''
  for (const step of path.split('/').slice(1)) {
    const inner = factBelow(form, { fact, at }, step.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (inner === undefined) return undefined
    fact = inner
    at = `${at}/${step}`
  }
  return fact
}

function factBelow(
  form: Form,
  { fact, at }: { readonly fact: Fact; readonly at: string },
  key: string,
): Fact | undefined {
  const target = resolve(form.facts, fact)
  const value = valueAt(form.value, at)
  if (target.kind === 'list' || target.kind === 'table') return target.item
  if (target.kind === 'options') {
    const fitting = target.members.map(member => factBelow(form, { fact: member, at }, key))
    return fitting.find(one => one !== undefined)
  }
  if (target.kind !== 'struct') return undefined
  const { properties } = layoutOf(form.facts, target, isFields(value) ? value : {})
  return properties.find(({ name }) => name === key)?.fact
}

/** The form with another form for an object: what only the old one had is taken away, what both have stays. */
export function chooseVariant(form: Form, id: string, name: string): Form {
  const [path = '', level = '0'] = id.split(/#(?=\d+$)/)
  const fact = findFact(form, path)
  if (fact === undefined) return form
  const target = resolve(form.facts, fact)
  const present = valueAt(form.value, path)
  if (target.kind === 'options') {
    const member = target.members[memberNames(form.facts, target.members).indexOf(name)]
    return member === undefined ? form : setField(form, path, blankMember(form.facts, member) ?? null)
  }
  if (target.kind !== 'struct') return form
  const value = isFields(present) ? present : {}
  const chooser = layoutOf(form.facts, target, value).choosers[Number(level)]
  if (chooser === undefined) return form
  const next = switchVariant(form.facts, { choice: chooser.choice, name }, value)
  return next === undefined ? form : setField(form, path, next)
}

interface Switch {
  readonly choice: ChoiceFact
  readonly name: string
}

function switchVariant(facts: Facts, { choice, name }: Switch, value: Fields): Fields | undefined {
  const { key, variants } = choice
  const chosen =
    variants.find(variant => variant.other !== true && variantName(variant) === name) ??
    variants.find(variant => variant.other === true)
  if (chosen === undefined) return undefined
  const formKeys = (struct: typeof chosen.struct): readonly string[] =>
    layoutOf(facts, struct, value).properties.map(property => property.name)
  const kept = new Set(formKeys(chosen.struct))
  const dropped = new Set(variants.flatMap(variant => formKeys(variant.struct)).filter(one => !kept.has(one)))
  if (key !== undefined) dropped.add(key)
  const rest = Object.fromEntries(Object.entries(value).filter(([one]) => !dropped.has(one)))
  const tag = chosen.other === true && key !== undefined ? { [key]: name } : {}
  // What is filled in already may have decided a choice within: then nothing of its other side is blank.
  const blank = Object.entries(blankVariant(facts, choice, chosen)).filter(
    ([one]) => one === key || kept.has(one),
  )
  return { ...Object.fromEntries(blank), ...rest, ...tag }
}

/** The form as text, to be edited freely. */
export function asRaw(form: Form, text = JSON.stringify(form.value, null, 2) ?? ''): Form {
  return { ...form, raw: text }
}

/** Back from text to fields; a text that is no JSON stays text. */
export function asFields(form: Form): Form {
  if (form.raw === undefined) return form
  const value = readValue(form.raw)
  return value === undefined ? form : { ...form, value, drafts: {}, raw: undefined }
}

/** What the form comes to, and what is wrong with it. */
export function toParams(form: Form): Filled {
  if (form.raw !== undefined) {
    const params = readValue(form.raw)
    if (params === undefined)
      return { params, faults: [{ path: '', expected: 'JSON', found: 'another text', fatal: true }] }
    return { params, faults: faultsOf(form.facts, { fact: form.fact, path: '' }, params) }
  }
  const typed = fieldsOf(form)
    .filter(({ id }) => Object.hasOwn(form.drafts, id))
    .map(({ path, help, kind, choices }) => ({
      path,
      expected: kind === 'union' ? choices.join(', ') : help,
      found: 'another text',
      fatal: true,
    }))
  return {
    params: form.value,
    faults: [...typed, ...faultsOf(form.facts, { fact: form.fact, path: '' }, form.value)],
  }
}
