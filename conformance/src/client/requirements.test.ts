import { rules } from '@parley/acp/inspect'
import { describe, expect, test } from 'vitest'
import { requirementsOf } from '../requirement.js'
import { clientScenarios } from './scenarios.js'

describe.each([1, 2] as const)('the requirements for clients of version %i', version => {
  const clients = requirementsOf(version).filter(({ side }) => side === 'client')
  const ids = clients.map(({ id }) => id)
  const scenarios = clientScenarios.filter(({ versions }) => versions.includes(version))

  test('each has an id of its own that says side, place and matter', () => {
    expect(ids.filter(id => !/^client(\.[a-z0-9]+(-[a-z0-9]+)*){2}$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('each is a sentence with a level and a source', () => {
    for (const { id, text, level, sources } of clients) {
      expect(text, id).toMatch(/^\S.*\.$/)
      expect(['must', 'should', 'may'], id).toContain(level)
      expect(sources.length, id).toBeGreaterThan(0)
      for (const source of sources)
        expect(source, id).toMatch(/^(docs: [a-z]|schema|JSON-RPC 2\.0, section \d|S[0-4]-\d+$)/)
    }
  })

  test('the rules that they name are rules that a client can break', () => {
    const known = rules
      .filter(({ by, versions }) => by !== 'agent' && versions.includes(version))
      .map(({ name }) => name)
    for (const { id, rules: named = [] } of clients)
      for (const rule of named) expect(known, `${id}: ${rule}`).toContain(rule)
  })

  test('a scenario decides or watches each, and scenarios speak of nothing else', () => {
    const spoken = scenarios.flatMap(({ verifies, watches = [] }) => [...verifies, ...watches])
    expect(ids.filter(id => !spoken.includes(id))).toEqual([])
    const known = [...requirementsOf(1), ...requirementsOf(2)].map(({ id }) => id)
    expect(spoken.filter(id => !known.includes(id))).toEqual([])
  })
})

test('what a scenario only watches is judged by rules', () => {
  const byRule = requirementsOf(1).filter(({ rules: named = [] }) => named.length > 0)
  for (const { name, watches = [] } of clientScenarios)
    for (const id of watches)
      expect(
        byRule.map(row => row.id),
        `${name} watches ${id}`,
      ).toContain(id)
})

test('no two scenarios for clients have the same name', () => {
  const names = clientScenarios.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
