import type { FormRequest } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { faultsOf, initialValues, toContent } from './form-content.js'
import { fieldsOf } from './form-fields.js'
import { form } from './question.fixture.js'

const fields = fieldsOf(form.schema)
type Properties = NonNullable<FormRequest['schema']['properties']>
const fieldOf = (property: Properties[string]) => fieldsOf({ properties: { it: property } })[0]!

test('each kind of property is a field of its own', () => {
  expect(fields.map(({ kind }) => kind)).toEqual([
    ...['text', 'multiline', 'email', 'uri', 'date', 'date-time', 'number', 'integer'],
    ...['boolean', 'choice', 'choice', 'choices'],
  ])
  expect(fields[0]).toMatchObject({
    title: 'Name',
    isRequired: true,
    description: 'As it is shown to others',
  })
  expect(fields[7]).toMatchObject({ initial: '3', hasDefault: true, minimum: 1, maximum: 10 })
  expect(fields[9]?.choices[0]).toEqual({ value: 'stable', title: 'Stable', description: 'For everybody' })
  expect(fieldOf({ type: '_slider' })).toMatchObject({ kind: 'unknown', title: 'it' })
  expect(fieldOf({ type: 'array', items: { anyOf: [{ const: 'a', title: 'Ah' }] } })).toMatchObject({
    kind: 'choices',
    choices: [{ value: 'a', title: 'Ah' }],
  })
})

test('what is left empty is not sent, what has a default is', () => {
  expect(toContent(fields, initialValues(fields))).toEqual({ count: 3, targets: [] })
})

test('values are sent as what they are', () => {
  const filled = {
    ...{ name: 'Spring', share: '0.5', count: '7', signed: true, channel: 'next', targets: ['linux'] },
    ...{ day: '2026-03-01', moment: '2026-03-01T10:00:00', notes: '' },
  }
  const content = toContent(fields, filled)
  expect(content).toEqual({
    ...{ name: 'Spring', share: 0.5, count: 7, signed: true, channel: 'next', targets: ['linux'] },
    ...{ day: '2026-03-01', moment: new Date('2026-03-01T10:00:00').toISOString() },
  })
  expect(faultsOf(form.schema, fields, filled).size).toBe(0)
})

test('a moment is shown in the time of this place, and sent as the same moment', () => {
  const moment = fieldOf({ type: 'string', format: 'date-time', default: '2026-03-01T10:00:00.000Z' })
  expect(toContent([moment], initialValues([moment]))).toEqual({ it: '2026-03-01T10:00:00.000Z' })
})

test('each fault stands at its field, in words', () => {
  const values = { ...initialValues(fields), name: 'ab', mail: 'nobody', count: '2.5', share: '3' }
  expect(Object.fromEntries(faultsOf(form.schema, fields, values))).toEqual({
    name: 'Expected at least 3 characters.',
    mail: 'Expected text in the format email.',
    count: 'Expected a whole number.',
    share: 'Expected at most 1.',
    channel: 'This is needed.',
    targets: 'Expected at least 1 choices.',
  })
})

test('a fault is not taken for that of a field with a shorter name', () => {
  const schema = {
    properties: { 'a: b': { type: 'string' }, a: { type: 'string' } },
    required: ['a: b'],
  } as const
  expect([...faultsOf(schema, fieldsOf(schema), {}).keys()]).toEqual(['a: b'])
})

test('what is no number is called a fault', () => {
  const count = fieldOf({ type: 'integer' })
  const schema = { properties: { it: { type: 'integer' } } } as const
  expect(faultsOf(schema, [count], { it: 'many' }).get('it')).toBe('Expected a number.')
})
