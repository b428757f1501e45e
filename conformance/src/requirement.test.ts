import { rules } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { agentScenarios } from './agent/scenarios.js'
import { requirementsOf } from './requirement.js'

const agents = requirementsOf(1).filter(({ side }) => side === 'agent')
const ids = agents.map(({ id }) => id)

test('every requirement for agents has an id of its own that says side, place and matter', () => {
  expect(ids.filter(id => !/^agent(\.[a-z0-9]+(-[a-z0-9]+)*){2}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('every requirement for agents is a sentence with a level and a source', () => {
  for (const { id, text, level, sources } of agents) {
    expect(text, id).toMatch(/^\S.*\.$/)
    expect(['must', 'should', 'may'], id).toContain(level)
    expect(sources.length, id).toBeGreaterThan(0)
    for (const source of sources)
      expect(source, id).toMatch(/^(docs: [a-z]|schema|JSON-RPC 2\.0, section \d|S[0-4]-\d+$)/)
  }
})

test('the rules that requirements name are rules of version 1 that an agent can break', () => {
  const known = rules
    .filter(({ by, versions }) => by !== 'client' && versions.includes(1))
    .map(({ name }) => name)
  for (const { id, rules: named = [] } of agents)
    for (const rule of named) expect(known, `${id}: ${rule}`).toContain(rule)
})

test('there is a scenario for every requirement, and a requirement for all that scenarios speak of', () => {
  const scenarios = agentScenarios.filter(({ versions }) => versions.includes(1))
  const spoken = scenarios.flatMap(({ verifies, watches = [] }) => [...verifies, ...watches])
  expect(ids.filter(id => !spoken.includes(id))).toEqual([])
  const excepted = scenarios.flatMap(({ except = [] }) => except)
  expect([...spoken, ...excepted].filter(id => !ids.includes(id))).toEqual([])
})

test('what a scenario only watches is judged by rules', () => {
  const byRule = agents.filter(({ rules: named = [] }) => named.length > 0).map(({ id }) => id)
  for (const { name, watches = [] } of agentScenarios)
    for (const id of watches) expect(byRule, `${name} watches ${id}`).toContain(id)
})

test('no two scenarios have the same name', () => {
  const names = agentScenarios.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
