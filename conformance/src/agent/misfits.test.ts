/** Agents that do little: nothing passes that was not seen, and nobody fails for what is not broken. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Version } from '../requirement.js'
import type { Outcome, Report } from '../verdict.js'
import { openStdioWire } from '../wire/stdio-wire.js'
import { examineAgent } from './examine-agent.js'
import { type AgentFixture, agentDeeds } from './fixture.js'
import { agentScenarios } from './scenarios.js'

const PROGRAM = fileURLToPath(new URL('../fixtures/misfit-agent.mjs', import.meta.url))

/** Words for everything, which mean nothing to anybody. */
const wordy: AgentFixture = {
  name: 'wordy',
  prompts: Object.fromEntries(agentDeeds.map(deed => [deed, `${deed} {text} {path} {server}`])),
}

interface Subject {
  readonly way: string
  readonly version?: Version
  readonly fixture?: AgentFixture
  readonly only?: readonly string[]
}

function examine({ way, version = 1, fixture = wordy, only }: Subject): Promise<Report> {
  return examineAgent({
    version,
    fixture,
    scenarios: agentScenarios.filter(({ name }) => only?.includes(name) ?? true),
    command: way,
    jobs: 4,
    pace: { patience: 100, deadline: 1_500, turn: 20_000 },
    open: ({ cwd, home, env, variant }) =>
      openStdioWire({
        command: [process.execPath, PROGRAM, way],
        cwd,
        variant,
        env: { PATH: process.env.PATH, HOME: home, ...env },
      }),
  })
}

const idsOf = ({ verdicts }: Report, ...outcomes: readonly Outcome[]): readonly string[] =>
  verdicts.filter(({ outcome }) => outcomes.includes(outcome)).map(({ requirement }) => requirement.id)

/** What is not kept: the outcome, the requirement and why. */
const brokenIn = ({ verdicts }: Report): readonly string[] =>
  verdicts
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')
    .map(({ requirement, outcome, details }) => `${outcome} ${requirement.id}: ${details.join('; ')}`)

/** Why things are skipped, and how many for each reason; which they are is all that neither passes nor is broken. */
const reasonsIn = ({ verdicts }: Report): Readonly<Record<string, number>> => {
  const reasons: Record<string, number> = {}
  for (const { outcome, details } of verdicts)
    if (outcome === 'skipped') {
      const reason = details.join('; ')
      reasons[reason] = (reasons[reason] ?? 0) + 1
    }
  return reasons
}

const outcomeOf = ({ verdicts }: Report, id: string): string | undefined => {
  const found = verdicts.find(({ requirement }) => requirement.id === id)
  return found === undefined ? undefined : [found.outcome, ...found.details].join(': ')
}

test('dump', { timeout: 120_000 }, async () => {
  for (const subject of [
    { way: 'idle' },
    { way: 'signed-out' },
    { way: 'no-sessions' },
    { way: 'idle', version: 2 },
    { way: 'ends' },
    { way: 'signed-out', fixture: { ...wordy, authMethod: 'login' } },
  ] as const) {
    const report = await examine(subject)
    console.log(
      subject,
      report.obstacle,
      JSON.stringify(
        { passed: idsOf(report, 'passed'), broken: brokenIn(report), skipped: reasonsIn(report) },
        null,
        1,
      ),
    )
  }
  for (const way of [
    'own-reason',
    'no-reason',
    'odd-error',
    'no-answer',
    'speaks',
    'mangles',
    'empty-list',
    'other-words',
    'null-results',
  ]) {
    const report = await examine({
      way,
      fixture: { name: 'saying', authMethod: 'login', prompts: { say: '{text}', talk: 'talk' } },
    })
    console.log(way, brokenIn(report), reasonsIn(report))
  }
  expect(1).toBe(1)
})
