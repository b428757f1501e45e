import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type Action,
  addPass,
  brokenPolicy,
  type Circumstances,
  decide,
  emptyPolicy,
  type Grant,
  type Policy,
  readPolicy,
  toGrant,
  usePass,
} from './index.js'
import { type Case, expectedEffect, isAskedEveryTime, mostOf } from './oracle.fixture.js'
import {
  type Answer,
  answer,
  HOUR,
  projectRules,
  type RawRule,
  request,
  userRules,
} from './requests.fixture.js'

const NOW = 1_000 * HOUR
const BLANK: Circumstances = {
  sessionId: 'one',
  workspace: 'here',
  roots: ['/w'],
  home: '/home/me',
  own: ['/home/me/.config/parley'],
  agent: { name: 'pal', version: '1' },
  canAsk: true,
  policies: [],
  grants: [],
  now: NOW,
}

function policyOf(rules: readonly unknown[], source: 'user' | 'project' = 'user'): Policy {
  const reading = readPolicy(JSON.stringify({ version: 1, rules }), source)
  if ('flaws' in reading) throw new Error(JSON.stringify(reading.flaws))
  return reading.policy
}

const judge = (action: Action, more: Partial<Circumstances> = {}) => decide(action, { ...BLANK, ...more })
const withRules = (...rules: readonly unknown[]) => ({ policies: [policyOf(rules)] })

const A = { path: '/w/src/a.ts', root: '/w' }
const READ: Action = { action: 'fs.read', at: A }
const WRITE = { action: 'fs.write', at: A, isNew: false, sha256: 'c0' } as const
const RUN: Action = {
  action: 'terminal.exec',
  argv: ['npm', 'test'],
  isShell: false,
  cwd: { path: '/w', root: '/w' },
  env: {},
}
const CLAIM: Action = { action: 'agent.claimed', kind: 'read', title: 'rm -rf /', wasCleaned: false }

/** Puts an answer into memory under the circumstances of its day. */
function remember(given: Answer, index: number): Grant | undefined {
  const { scope, effect, sessionId, workspace, agent, age } = given
  const then = { ...BLANK, sessionId, workspace, agent: { name: agent }, now: NOW - age }
  return toGrant(
    given.to.action,
    { id: `g${index}`, scope, effect: effect === 'reject' ? 'reject' : 'allow' },
    then,
  )
}

const rarely = <Value>(usual: Value, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, rare)

const oneCase: fc.Arbitrary<Case> = fc.record({
  request,
  user: userRules,
  project: projectRules,
  broken: rarely('none' as const, fc.constantFrom('user' as const, 'project' as const)),
  answers: fc.array(answer, { maxLength: 3 }),
  passes: fc.array(
    fc.record({
      sessionId: fc.constantFrom('one', 'two'),
      path: fc.constantFrom('/w/src/a.ts', '/w/.env', '/etc/passwd'),
      sha256: fc.constantFrom('c0', 'c1'),
      expiresAt: fc.constantFrom(NOW - 1, NOW, NOW + 1),
    }),
    { maxLength: 6 },
  ),
  agent: fc.constantFrom({ name: 'pal', version: '1' }, { name: 'other', version: '2' }),
  canAsk: rarely(true, fc.constant(false)),
  wasCleaned: rarely(false, fc.constant(true)),
  now: fc.constant(NOW),
})

// Half of the answers are about the request itself: two that were generated apart hardly ever meet.
const likelyCase = fc.tuple(oneCase, fc.boolean()).map(([trial, isAbout]) => {
  const [first, ...rest] = trial.answers
  return isAbout && first ? { ...trial, answers: [{ ...first, to: trial.request }, ...rest] } : trial
})

function circumstancesOf(trial: Case): Circumstances {
  const { agent, canAsk, wasCleaned, passes, now } = trial
  const read = (rules: readonly RawRule[], source: 'user' | 'project') =>
    trial.broken === source ? brokenPolicy(source) : policyOf(rules, source)
  const grants = trial.answers.map(remember).filter(grant => grant !== undefined)
  const policies = [read(trial.user, 'user'), read(trial.project, 'project')]
  return { ...BLANK, agent, canAsk, wasCleaned, passes, now, grants, policies }
}

const tally = new Map<string, number>()
afterAll(() => {
  if (process.env.PARLEY_FUZZ_RUNS === undefined) return
  console.log(
    [...tally]
      .sort()
      .map(([kind, count]) => `${String(count).padStart(8)}  ${kind}`)
      .join('\n'),
  )
})

describe('generated requests', () => {
  test('an action is allowed by a grant, a line of the user or the one default, and by nothing else', () => {
    fc.assert(
      fc.property(likelyCase, trial => {
        const { effect, by } = decide(trial.request.action, circumstancesOf(trial))
        const kind = `${effect} by ${by.replace(/:(?:\d+|g\d+)$/, '')}`
        tally.set(kind, (tally.get(kind) ?? 0) + 1)
        expect(effect).toBe(expectedEffect(trial))
        if (effect === 'allow') expect(by).toMatch(/^(?:grant:g\d|user:\d|default:read-in-root|pass:edit)$/)
      }),
      { numRuns: Math.max(300, fc.readConfigureGlobal().numRuns ?? 0) },
    )
  })

  test('rm -rf / is not allowed because the agent calls it reading', () => {
    fc.assert(
      fc.property(likelyCase, trial => {
        expect(decide(CLAIM, circumstancesOf(trial)).effect).not.toBe('allow')
      }),
    )
  })

  test('a line that denies wins over whatever allows', () => {
    fc.assert(
      fc.property(likelyCase, fc.constantFrom('user', 'project'), (trial, source) => {
        const circumstances = circumstancesOf({ ...trial, broken: 'none' })
        const line = policyOf([{ effect: 'deny', action: trial.request.action.action }], source)
        const policies = [...circumstances.policies, line]
        const decision = decide(trial.request.action, { ...circumstances, policies })
        expect(decision).toMatchObject({ effect: 'deny', scopes: [] })
      }),
    )
  })

  test('a policy of the project never turns a question or a no into a yes', () => {
    fc.assert(
      fc.property(likelyCase, trial => {
        const circumstances = circumstancesOf(trial)
        const alone = decide(trial.request.action, {
          ...circumstances,
          policies: circumstances.policies.slice(0, 1),
        })
        const together = decide(trial.request.action, circumstances)
        if (alone.effect !== 'allow') expect(together.effect).not.toBe('allow')
        if (alone.effect === 'deny') expect(together.effect).toBe('deny')
      }),
    )
  })

  test('a grant never outlives its scope, and is never made for longer than the action may be remembered', () => {
    const ages = fc.constantFrom(0, HOUR, 24 * HOUR - 1, 24 * HOUR, 720 * HOUR - 1, 720 * HOUR, 10_000 * HOUR)
    fc.assert(
      fc.property(answer, ages, fc.boolean(), fc.boolean(), (given, age, isSameSession, isSameWorkspace) => {
        const grant = remember({ ...given, effect: 'allow', age: 0, agent: 'pal' }, 0)
        const scopes = ['once', 'session', 'workspace', 'always']
        if (grant === undefined) return
        expect(scopes.indexOf(grant.scope)).toBeLessThanOrEqual(scopes.indexOf(mostOf(given.to)))
        const later = judge(given.to.action, {
          sessionId: isSameSession ? given.sessionId : 'three',
          workspace: isSameWorkspace ? given.workspace : 'nowhere',
          grants: [grant],
          now: NOW + age,
        })
        const isOver =
          (grant.scope === 'session' && (!isSameSession || age >= 24 * HOUR)) ||
          (grant.scope === 'workspace' && (!isSameWorkspace || age >= 720 * HOUR))
        if (isOver) expect(later.by).not.toBe('grant:g0')
        else expect(later.by).toBe('grant:g0')
      }),
    )
  })

  test('what is asked every time may be allowed once only', () => {
    fc.assert(
      fc.property(likelyCase, trial => {
        const { effect, scopes } = decide(trial.request.action, circumstancesOf({ ...trial, canAsk: true }))
        const most = isAskedEveryTime(trial) ? 'once' : mostOf(trial.request)
        expect(scopes.at(0)).toBe(effect === 'ask' ? 'once' : undefined)
        expect(scopes.at(-1)).toBe(effect === 'ask' ? most : undefined)
      }),
    )
  })
})
