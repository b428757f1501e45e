import { rules } from '@parley/acp/inspect'
import { describe, expect, test } from 'vitest'
import { agentScenarios } from './agent/scenarios.js'
import { requirementsOf, type Version } from './requirement.js'

const agentsOf = (version: Version): ReturnType<typeof requirementsOf> =>
  requirementsOf(version).filter(({ side }) => side === 'agent')

describe.each([1, 2] as const)('in version %i', version => {
  const agents = agentsOf(version)
  const ids = agents.map(({ id }) => id)
  const scenarios = agentScenarios.filter(({ versions }) => versions.includes(version))

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
        expect(source, id).toMatch(
          /^(docs: [a-z]|schema|JSON-RPC 2\.0, section \d|S[0-4]-\d+$|RFD: streamable HTTP & WebSocket, [a-z])/,
        )
    }
  })

  test('the rules that requirements name are rules of the version that an agent can break', () => {
    const known = rules
      .filter(({ by, versions }) => by !== 'client' && versions.includes(version))
      .map(({ name }) => name)
    for (const { id, rules: named = [] } of agents)
      for (const rule of named) expect(known, `${id}: ${rule}`).toContain(rule)
  })

  test('what is judged by a rule is demanded as much as the rule weighs', () => {
    const weights = new Map(rules.map(({ name, weight }) => [name, weight === 'note' ? 'may' : weight]))
    for (const { id, level, rules: named = [] } of requirementsOf(version))
      for (const rule of named) expect(level, `${id}: ${rule}`).toBe(weights.get(rule))
  })

  test('there is a scenario for every requirement', () => {
    const spoken = scenarios.flatMap(({ verifies, watches = [] }) => [...verifies, ...watches])
    expect(ids.filter(id => !spoken.includes(id))).toEqual([])
  })

  test('what a scenario only watches is judged by rules', () => {
    const byScenario = new Set(scenarios.flatMap(({ verifies }) => verifies))
    const watched = scenarios.flatMap(({ watches = [] }) => watches)
    const judged = agents.filter(({ rules: named = [], id }) => named.length > 0 || byScenario.has(id))
    const known = judged.map(({ id }) => id)
    expect(watched.filter(id => ids.includes(id) && !known.includes(id))).toEqual([])
  })
})

test('there is a requirement for all that scenarios speak of, in one of their versions', () => {
  for (const { name, versions, verifies, watches = [], except = [] } of agentScenarios) {
    const known = versions.flatMap(version => agentsOf(version).map(({ id }) => id))
    for (const id of [...verifies, ...watches, ...except])
      expect(known, `${name} speaks of ${id}`).toContain(id)
  }
})

test('a demand of both versions is the same sentence in both', () => {
  const second = new Map(agentsOf(2).map(({ id, text }) => [id, text]))
  for (const { id, text } of agentsOf(1)) expect(second.get(id) ?? text, id).toBe(text)
})

test('no two scenarios have the same name', () => {
  const names = agentScenarios.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
