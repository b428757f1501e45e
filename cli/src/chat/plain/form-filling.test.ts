import { expect, test } from 'vitest'
import { toFormQuestion } from '../questions/form-question.js'
import { beginFilling, type Filled, fill } from './form-filling.js'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    colour: { type: 'string', enum: ['red', 'green'] },
    isFine: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
  },
  required: ['name', 'colour'],
} as const

function typed(...lines: readonly string[]): Filled {
  let filled: Filled = {
    filling: beginFilling(toFormQuestion('f', { message: 'm', schema: schema as never, raw: {} })),
    lines: [],
  }
  for (const line of lines) if ('filling' in filled) filled = fill(filled.filling, line)
  return filled
}

test('a line for each field makes the answer, and an empty one leaves what stands there', () => {
  expect(typed('Ada', '2', '', '1, 3')).toMatchObject({
    answer: { is: 'form', content: { name: 'Ada', colour: 'green', isFine: true, tags: ['a', 'c'] } },
  })
  expect(typed('Ada', 'red', 'no', '')).toMatchObject({
    answer: { is: 'form', content: { name: 'Ada', colour: 'red', isFine: false } },
  })
})

test('what does not fit is told, and the same field is asked for again', () => {
  for (const [before, wrong] of [
    [[], 'x'],
    [['Ada'], '3'],
    [['Ada'], ''],
    [['Ada', '1'], 'maybe'],
    [['Ada', '1', 'yes'], '1, 9'],
  ] as const) {
    const filled = typed(...before, wrong)
    expect('filling' in filled && filled.filling.at).toBe(before.length)
    expect(filled.lines.length).toBeGreaterThan(1)
  }
})

test('at any field it can be declined or dismissed', () => {
  expect(typed('Ada', '/decline')).toMatchObject({ answer: { is: 'declined' } })
  expect(typed('/dismiss')).toMatchObject({ answer: { is: 'dismissed' } })
})
