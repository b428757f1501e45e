import { expect, test } from 'vitest'
import type { FormQuestion } from '../model/question.js'
import { textOfLine } from '../screen/line.js'
import { drawChanges, drawQuestion } from './draw.js'
import { toFormQuestion } from './form-question.js'
import { model, Person, talk } from './question.fixture.js'

type Properties = Parameters<typeof toFormQuestion>[1]['schema']['properties']

const asked = (properties: Properties): FormQuestion =>
  toFormQuestion('f1', { message: 'Please', raw: {}, schema: { type: 'object', properties } })

const shown = (question: FormQuestion): string =>
  drawQuestion(talk({ questions: [question], attention: 'question' }), { columns: 60, rows: 20, now: 0 })
    .lines.map(textOfLine)
    .join('\n')

const COLOUR = {
  type: 'string',
  default: 'b',
  oneOf: [
    { const: 'r', title: 'Red' },
    { const: 'g', title: 'Green' },
    { const: 'b', title: 'Blue' },
  ],
} as const

test('what would be sent is seen however long its name is, and all of both on the page', () => {
  const title = `Shall I ${'x'.repeat(3_000)} delete everything?`
  const question = asked({ ok: { type: 'boolean', title, default: true, description: 'It is final.' } })
  expect(shown(question)).toContain('[x] yes')
  const start = { ...model([question]), size: { columns: 80, rows: 60 } }
  const page = drawChanges({ is: 'changes', questionId: 'f1', file: 0, top: 0 }, start)
  const text = page.lines.map(textOfLine).join('\n')
  for (const part of ['delete everything?', 'It is final.', 'is now: [x] yes']) expect(text).toContain(part)
})

test('what the agent filled in goes only from the button', () => {
  const person = new Person(model([asked({ ok: { type: 'boolean', default: true } })])).press('enter')
  expect(person.answers).toEqual([])
  expect(person.form.at).toBe(1)
  expect(person.press('enter').answers).toEqual([{ is: 'form', content: { ok: true } }])
  const touched = new Person(model([asked({ ok: { type: 'boolean', default: true } })])).press('n', 'enter')
  expect(touched.answers).toEqual([{ is: 'form', content: { ok: false } }])
})

test('Enter takes the choice that one moved to, and passing by changes nothing', () => {
  const person = new Person(model([asked({ colour: COLOUR, name: { type: 'string' } })]))
  expect(person.form.choice).toBe(2)
  person.press('up', 'up', 'enter')
  expect(person.form.fields[0]?.chosen).toEqual(['r'])
  expect(person.form.at).toBe(1)
  const passing = new Person(model([asked({ name: { type: 'string' }, colour: COLOUR })])).press('down')
  expect(passing.form).toMatchObject({ at: 1, choice: 2 })
  expect(passing.press('enter').form.fields[1]?.chosen).toEqual(['b'])
})

test('a format has an example, and is checked when one goes on', () => {
  const properties = { when: { type: 'string', format: 'date-time' }, name: { type: 'string' } } as const
  const person = new Person(model([asked(properties)]))
  expect(shown(person.form)).toContain('such as 2026-11-16T09:30:00Z')
  person.press('x', 'tab')
  expect(person.form.at).toBe(1)
  expect(shown(person.form)).toContain('✗ expected text in the format date-time')
  person.press('up', 'backspace', 'tab')
  expect(person.form.faults).toEqual([])
})
