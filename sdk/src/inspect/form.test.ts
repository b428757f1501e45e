import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import type { Facts } from '../schema/facts.js'
import { loadFacts } from '../schema/facts.js'
import { loadSubjects, type Subject } from '../schema/oracle.fixture.js'
import { Sampler } from '../schema/sampler.fixture.js'
import { type Shape, Trail } from '../schema/trail.js'
import { isFields } from './fields.js'
import {
  addItem,
  asFields,
  asRaw,
  chooseVariant,
  type Form,
  fieldsOf,
  formOf,
  fromParams,
  setField,
  setText,
  toParams,
} from './form.js'
import type { Field } from './form-field.js'
import { formOfQuestion } from './form-question.js'
import { valueAt } from './form-value.js'
import type { Part } from './unknown-fields.js'

const NAMES = ['v1', 'v1-unstable', 'v2', 'v2-unstable'] as const
let subjects: readonly Subject[]
const tables = new Map<string, Facts>()

beforeAll(async () => {
  subjects = await loadSubjects()
  for (const name of NAMES) tables.set(name, await loadFacts(name))
})

const factsOf = (name: string): Facts => tables.get(name) ?? { types: {}, methods: [] }

function isFlawless(shape: Shape | undefined, value: unknown): boolean {
  const trail = new Trail()
  return shape?.(value, trail) !== undefined && trail.flaws.length === 0
}

interface Case {
  readonly part: Part
  readonly samples: readonly unknown[]
}

const cases = new Map<string, readonly Case[]>()

function samplesOf(name: string): readonly Case[] {
  const made = cases.get(name) ?? makeSamples(name)
  cases.set(name, made)
  return made
}

function makeSamples(name: string): readonly Case[] {
  const rows = subjects.find(one => one.name === name)?.methods ?? []
  const sampler = new Sampler(subjects.find(one => one.name === name)?.definitions ?? {})
  return factsOf(name).methods.flatMap(({ to, kind, ...method }) =>
    (['params', 'result'] as const).flatMap(part => {
      const type = method[part]
      if (type === undefined) return []
      const named = { method: method.name, part, to: to === 'both' ? undefined : to, kind }
      const row = rows.find(one => one.name === method.name && one.to === to && one.kind === kind)
      // A sample of the form for unlisted tags may bear a listed one by chance: it is none.
      return [{ part: named, samples: sampler.of(type).filter(sample => isFlawless(row?.[part], sample)) }]
    }),
  )
}

/** Somebody who wants this value and has only the fields of the form. */
function fillIn(blank: Form, wanted: unknown): Form {
  const goal = fieldsOf(fromParams(blank.facts, blank.part, wanted))
  let form = blank
  for (let round = 0; round < 60; round++) {
    const before = JSON.stringify(form.value)
    for (const { id } of fieldsOf(form)) {
      const field = fieldsOf(form).find(one => one.id === id)
      if (field !== undefined) form = fillField(form, field, { goal, wanted })
    }
    if (JSON.stringify(form.value) === before) return form
  }
  return form
}

function fillField(
  form: Form,
  field: Field,
  { goal, wanted }: { goal: readonly Field[]; wanted: unknown },
): Form {
  const value = valueAt(wanted, field.path)
  if (value === undefined) return setField(form, field.path, undefined)
  if (value === null && field.nullable) return setField(form, field.path, null)
  if (field.kind === 'union') {
    const name = goal.find(one => one.id === field.id)?.value
    return typeof name === 'string' && name !== field.value ? chooseVariant(form, field.id, name) : form
  }
  if (field.kind === 'text' || field.kind === 'choice') return setText(form, field, String(value))
  if (field.kind === 'list' && Array.isArray(value)) {
    const length = Array.isArray(field.value) ? field.value.length : -1
    if (length > value.length) return setField(form, `${field.path}/${length - 1}`, undefined)
    if (value.length === 0) return setField(form, field.path, [])
    return length < value.length ? addItem(form, field.path) : form
  }
  if (field.kind === 'map' && isFields(value)) {
    const missing = Object.keys(value).find(key => !isFields(field.value) || !Object.hasOwn(field.value, key))
    if (missing !== undefined) return addItem(form, field.path, missing)
    return field.value === undefined ? addItem(form, field.path) : form
  }
  if (field.kind === 'group') return field.value === undefined ? addItem(form, field.path) : form
  return setText(form, field, JSON.stringify(value))
}

/** So many of them, from all over. */
const some = (samples: readonly unknown[], count: number): readonly unknown[] =>
  samples.filter((_, index) => index % Math.ceil(samples.length / count) === 0)

/** Without the order of keys. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      isFields(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
    ),
  )

describe.each(NAMES)('in %s', name => {
  test('every valid sample of every method goes through a form unchanged, without a fault', {
    timeout: 60_000,
  }, () => {
    for (const { part, samples } of samplesOf(name)) {
      for (const sample of samples) {
        const form = fromParams(factsOf(name), part, sample)
        const { params, faults } = toParams(form)
        const isSame = isDeepStrictEqual(params, sample) && faults.length === 0
        if (!isSame) expect([part, params, faults]).toEqual([part, sample, []])
        const again = toParams(asFields(asRaw(form))).params
        if (!isDeepStrictEqual(again, sample)) expect([part, again]).toEqual([part, sample])
      }
    }
  })

  test('every valid sample of every method can be filled in field by field', { timeout: 60_000 }, () => {
    for (const { part, samples } of samplesOf(name)) {
      for (const sample of some(samples, 3)) {
        const form = fillIn(formOf(factsOf(name), part), sample)
        expect(plain(toParams(form).params), JSON.stringify([part, sample])).toEqual(plain(sample))
        expect(toParams(form).faults).toEqual([])
      }
    }
  })

  test('no two fields of a form have the same id, and no two forms of a union the same name', {
    timeout: 60_000,
  }, () => {
    for (const { part, samples } of samplesOf(name)) {
      for (const sample of some(samples, 20)) {
        const fields = fieldsOf(fromParams(factsOf(name), part, sample))
        const ids = new Set(fields.map(({ id }) => id))
        if (ids.size !== fields.length) expect([part, fields.map(({ id }) => id)]).toEqual([part, [...ids]])
        for (const { choices } of fields)
          if (new Set(choices).size !== choices.length) expect(choices).toEqual([...new Set(choices)])
      }
    }
  })

  test('whatever is typed where, the form stays a form; and where it has no fault, the shape has none', {
    timeout: 60_000,
  }, () => {
    const methods = factsOf(name).methods.filter(({ kind }) => kind === 'request')
    const rows = subjects.find(one => one.name === name)?.methods ?? []
    const words = fc.constantFrom(
      '',
      'text',
      '7',
      '-1',
      '0.5',
      'true',
      '{}',
      '[]',
      'null',
      '{"a":',
      'https://a.b',
      '/x',
    )
    const steps = fc.array(fc.tuple(fc.nat(), fc.constantFrom('type', 'add', 'drop', 'choose'), words), {
      maxLength: 25,
    })
    fc.assert(
      fc.property(fc.constantFrom(...methods), steps, (method, script) => {
        const part: Part = { method: method.name, part: 'params', kind: 'request' }
        let form = formOf(factsOf(name), part)
        for (const [at, act, word] of script) {
          const fields = fieldsOf(form)
          const field = fields[at % Math.max(fields.length, 1)]
          if (field === undefined) break
          if (act === 'type') form = setText(form, field, word)
          else if (act === 'add') form = addItem(form, field.path, 'key')
          else if (act === 'drop') form = setField(form, field.path, undefined)
          else
            form = chooseVariant(
              form,
              field.id,
              field.choices[at % Math.max(field.choices.length, 1)] ?? '_x',
            )
          if (form.value === undefined) form = { ...form, value: {} }
        }
        const { params, faults } = toParams(form)
        if (faults.length > 0) return
        const trail = new Trail()
        rows.find(row => row.name === method.name && row.kind === 'request')?.params(params, trail)
        expect(trail.flaws, JSON.stringify(params)).toEqual([])
      }),
      { numRuns: atLeast(500) },
    )
  })
})

describe('a form', () => {
  const prompt: Part = { method: 'session/prompt', part: 'params' }
  const pathsOf = (form: Form): string[] => fieldsOf(form).map(({ id }) => id)

  test('keeps what was chosen within when the choice around it changes', () => {
    const asked: Part = { method: 'elicitation/create', part: 'params', kind: 'request' }
    const value = { mode: 'url', requestId: 'r', elicitationId: 'e', url: 'https://a.b', message: '' }
    const form = fromParams(factsOf('v2'), asked, value)
    const mode = fieldsOf(form).find(({ choices }) => choices.includes('url'))
    expect(chooseVariant(form, mode?.id ?? '', '_own').value).toEqual({
      mode: '_own',
      requestId: 'r',
      message: '',
    })
  })

  test('says what is missing, by path', () => {
    const { faults } = toParams(formOf(factsOf('v1'), prompt))
    expect(faults).toEqual([
      { path: '/sessionId', expected: 'SessionId: text', found: 'missing', fatal: true },
    ])
  })

  test('grows by an item, whose form is chosen, and shrinks again', () => {
    const one = addItem(formOf(factsOf('v1'), prompt), '/prompt')
    expect(pathsOf(one)).toContain('/prompt/0/text')
    const chosen = chooseVariant(one, '/prompt/0#0', 'resource_link')
    expect(pathsOf(chosen)).toContain('/prompt/0/uri')
    expect(pathsOf(chosen)).not.toContain('/prompt/0/text')
    expect(setField(chosen, '/prompt/0', undefined).value).toEqual({ prompt: [] })
  })

  test('keeps what was typed and is no number as a fault, not as a value', () => {
    const read: Part = { method: 'fs/read_text_file', part: 'params' }
    const blank = fromParams(factsOf('v1'), read, { sessionId: 's', path: '/a' })
    const line = fieldsOf(blank).find(({ path }) => path === '/line')
    if (line === undefined) throw new Error('no line')
    expect(line).toMatchObject({ kind: 'number', required: false, help: 'whole number from 0 to 4294967295' })
    const typed = setText(blank, line, 'seven')
    expect(toParams(typed).params).toEqual({ sessionId: 's', path: '/a' })
    expect(toParams(typed).faults).toMatchObject([{ path: '/line', found: 'another text' }])
    expect(toParams(setText(typed, line, '7'))).toMatchObject({ params: { line: 7 }, faults: [] })
  })

  test('takes a text without quotes where a text is one of several that may stand there', () => {
    const answer: Part = { method: 'elicitation/create', part: 'result' }
    const blank = fromParams(factsOf('v1'), answer, { action: 'accept', content: { name: '' } })
    const name = fieldsOf(blank).find(({ path }) => path === '/content/name')
    if (name === undefined) throw new Error('no name')
    const typed = ['Ada', '7', '"7"', 'true'].map(text => toParams(setText(blank, name, text)).params)
    const contents = ['Ada', 7, '7', true].map(value => ({ action: 'accept', content: { name: value } }))
    expect(typed).toEqual(contents)
  })

  test('keeps the name of a form that there is not as it was typed, until another is chosen', () => {
    const answer: Part = { method: 'session/request_permission', part: 'result' }
    const blank = formOf(factsOf('v1'), answer)
    const outcome = fieldsOf(blank).find(({ kind }) => kind === 'union')
    if (outcome === undefined) throw new Error('no union')
    const typed = setText(blank, outcome, 'nonsense')
    expect(typed.drafts).toEqual({ [outcome.id]: 'nonsense' })
    expect(toParams(typed).faults).toMatchObject([
      { path: outcome.path, expected: outcome.choices.join(', '), found: 'another text' },
    ])
    expect(setText(typed, outcome, 'cancelled').drafts).toEqual({})
  })

  test('can be made to say what no schema takes, as text', () => {
    const wrong = asRaw(formOf(factsOf('v1'), prompt), '{"prompt": 7, "extra": true}')
    expect(toParams(wrong).params).toEqual({ prompt: 7, extra: true })
    expect(toParams(wrong).faults.map(({ path }) => path)).toEqual(['/sessionId', '/prompt'])
    expect(toParams(asRaw(wrong, '{"prompt"')).params).toBeUndefined()
    expect(asFields(asRaw(wrong, '{"prompt"')).raw).toBe('{"prompt"')
  })

  test('of a method that no schema knows is one field of JSON', () => {
    expect(fieldsOf(formOf(factsOf('v1'), { method: '_mine/own', part: 'params' }))).toMatchObject([
      { id: '', kind: 'json' },
    ])
  })
})

describe('the answer to a question', () => {
  const answer: Part = { method: 'elicitation/create', part: 'result', to: 'client', kind: 'request' }
  const requestedSchema = {
    type: 'object',
    required: ['age', 'colour'],
    properties: {
      age: { type: 'integer', title: 'Your age', description: 'in years', minimum: 1, maximum: 150 },
      colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g' }] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      nick: { type: 'string', default: 'Ada', maxLength: 9 },
      isSure: { type: 'boolean' },
    },
  }

  test('has the fields that were asked for, of their kinds, with what the question says of them', () => {
    for (const name of ['v1', 'v2'] as const) {
      const form = formOfQuestion(factsOf(name), answer, requestedSchema)
      const fields = fieldsOf(form).filter(({ path }) => path.startsWith('/content/'))
      expect(fields).toMatchObject([
        { label: 'Your age', kind: 'number', required: true, value: undefined },
        { label: 'colour', kind: 'choice', required: true, choices: ['r', 'g'], isOpen: false },
        { label: 'tags', kind: 'list', required: false },
        { label: 'nick', kind: 'text', required: false, value: 'Ada' },
        { label: 'isSure', kind: 'boolean', required: false, value: undefined },
      ])
      expect(fields[0]?.help).toBe('whole number from 1 to 150 · age · in years')
      expect(fields[1]?.help).toContain('r: Red')
    }
  })

  test('is held against the question: what is missing, out of bounds or no choice is told', () => {
    const blank = formOfQuestion(factsOf('v1'), answer, requestedSchema)
    const faultsOf = (form: Form): readonly string[] => toParams(form).faults.map(({ path }) => path)
    expect(faultsOf(blank)).toEqual(['/content/age', '/content/colour'])
    const small = setField(setField(blank, '/content/age', 0), '/content/colour', 'blue')
    expect(faultsOf(small)).toEqual(['/content/age', '/content/colour'])
    const odd = setField(addItem(blank, '/content/tags'), '/content/tags/0', 'c')
    expect(faultsOf(odd)).toContain('/content/tags/0')
    const right = setField(setField(blank, '/content/age', 7), '/content/colour', 'g')
    expect(toParams(setField(right, '/content/tags', ['b']))).toEqual({
      params: { action: 'accept', content: { age: 7, colour: 'g', tags: ['b'], nick: 'Ada' } },
      faults: [],
    })
    expect(faultsOf(chooseVariant(blank, '#0', 'decline'))).toEqual([])
  })

  test('survives a question that is none', () => {
    for (const odd of [undefined, null, 7, [], { properties: 7 }, { properties: { a: null, __proto__: 1 } }])
      expect(toParams(formOfQuestion(factsOf('v1'), answer, odd)).params).toEqual({
        action: 'accept',
        content: {},
      })
  })
})
