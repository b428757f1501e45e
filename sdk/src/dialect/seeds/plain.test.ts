/** Documents 001 and 002 spell version 1 as it is: their examples are right as they stand. */
import { describe, expect, test } from 'vitest'
import { exampleAt, type SpokenExample, spokenIn } from './examples.fixture.js'
import { flawsOf } from './verdict.fixture.js'

const flaws = ({ message, answers }: SpokenExample): readonly string[] => flawsOf(message, answers)

describe.each(['001', '002'] as const)('document %s', name => {
  const right = spokenIn(name).filter(example => example.wrongBecause === undefined)
  test.each(right)('the example at line $line is valid as it stands', example => {
    expect(flaws(example)).toEqual([])
  })
})

describe('the few that are wrong in their own document', () => {
  const wrong = (['001', '002'] as const).flatMap(name =>
    spokenIn(name).flatMap(({ line, wrongBecause }) => (wrongBecause === undefined ? [] : `${name}:${line}`)),
  )

  test('they are these', () => {
    expect(wrong).toEqual(['001:1020', '002:64', '002:79', '002:94', '002:109', '002:132', '002:1102'])
  })

  test('a write is answered with null where an object belongs', () => {
    const example = exampleAt('001', 1020)
    expect(example.wrongBecause).toBe('version 1 answers a write with an object, never with null')
    expect(flaws(example)).toEqual([': expected object, found null'])
    expect(flawsOf({ ...example.message, result: {} }, example.answers)).toEqual([])
  })

  test.each(spokenIn('002').filter(({ text }) => text !== undefined))(
    'at line $line of 002 a type is named where a value should stand; with a value it is valid',
    example => {
      expect(example.wrongBecause).toBe('a type is named where a value should stand, so it is no JSON')
      expect(() => JSON.parse(example.text!)).toThrow(SyntaxError)
      expect(flaws(example)).toEqual([])
    },
  )

  test('choosing a model by its own method was taken back', () => {
    const example = exampleAt('002', 1102)
    expect(example.wrongBecause).toMatch('taken back')
    expect(flaws(example)).toEqual(['session/set_model is no method of version 1'])
  })
})
