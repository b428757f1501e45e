import { expect, test } from 'vitest'
import { CannotGoOn, Judge } from './judge.js'
import type { Level, Requirement } from './requirement.js'
import { type Ruling, toVerdicts } from './verdict.js'

const requirement = (level: Level): Requirement => ({
  id: 'agent.some.matter',
  text: 'A sentence.',
  level,
  side: 'agent',
  sources: ['schema'],
})

const ruling = (outcome: Ruling['outcome'], more: Partial<Ruling> = {}): Ruling => ({
  requirement: 'agent.some.matter',
  outcome,
  detail: outcome === 'passed' ? '' : `it ${outcome}`,
  scenario: 'some',
  ...more,
})

const outcomeOf = (level: Level, ...rulings: readonly Ruling[]): string | undefined =>
  toVerdicts([requirement(level)], rulings)[0]?.outcome

test('one failure outweighs any number of passes, and a pass outweighs what was skipped', () => {
  expect(outcomeOf('must', ruling('passed'), ruling('failed'), ruling('passed'))).toBe('failed')
  expect(outcomeOf('must', ruling('skipped'), ruling('passed'))).toBe('passed')
  expect(outcomeOf('must', ruling('skipped'))).toBe('skipped')
})

test('what nobody spoke of is skipped, not passed', () => {
  expect(toVerdicts([requirement('must')], [])).toMatchObject([
    { outcome: 'skipped', details: ['no scenario came to it'] },
  ])
})

test('a failure weighs as much as its requirement', () => {
  expect(outcomeOf('must', ruling('failed'))).toBe('failed')
  expect(outcomeOf('should', ruling('failed'))).toBe('warned')
  expect(outcomeOf('may', ruling('failed'))).toBe('noted')
})

test('a broken requirement has the colour of its level, and a mere suspicion breaks nothing', () => {
  expect(outcomeOf('must', ruling('failed', { weight: 'should' }))).toBe('skipped')
  expect(outcomeOf('must', ruling('failed', { weight: 'may' }))).toBe('skipped')
  expect(outcomeOf('should', ruling('failed', { weight: 'may' }), ruling('passed'))).toBe('passed')
  expect(outcomeOf('may', ruling('failed', { weight: 'must' }))).toBe('noted')
  expect(outcomeOf('must', ruling('failed', { weight: 'may' }), ruling('failed'))).toBe('failed')
})

test('what is suspected is told beside what was found', () => {
  const said = [ruling('passed'), ruling('failed', { weight: 'may' })]
  expect(toVerdicts([requirement('must')], said)).toMatchObject([
    { outcome: 'passed', details: ['it failed'] },
  ])
})

test('details are told once, with the scenarios that said so', () => {
  const said = [ruling('failed'), ruling('failed', { scenario: 'other' }), ruling('passed')]
  expect(toVerdicts([requirement('must')], said)).toMatchObject([
    { details: ['it failed'], scenarios: ['some', 'other'] },
  ])
})

test('a judge decides only what was announced, and skips what was not decided', () => {
  const judge = new Judge('some', ['agent.some.matter', 'agent.some.other'])
  expect(judge.check('agent.some.matter', true, 'not told')).toBe(true)
  expect(() => judge.check('agent.no.such', true, '')).toThrow('does not say that it verifies agent.no.such')
  judge.skipRest(new CannotGoOn('the agent is gone').message)
  expect(judge.rulings).toMatchObject([
    { requirement: 'agent.some.matter', outcome: 'passed', detail: '' },
    { requirement: 'agent.some.other', outcome: 'skipped', detail: 'the agent is gone' },
  ])
})
