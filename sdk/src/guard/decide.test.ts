import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import { addCommandPass } from './command-pass.js'
import {
  type Action,
  addPass,
  brokenPolicy,
  type Circumstances,
  decide,
  emptyPolicy,
  type Grant,
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
import { BLANK, CLAIM, inRoot, NOW, READ, toPolicy, toRun, WRITE } from './setting.fixture.js'

const judge = (action: Action, more: Partial<Circumstances> = {}) => decide(action, { ...BLANK, ...more })
const withRules = (...rules: readonly unknown[]) => ({ policies: [toPolicy(rules)] })

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
    trial.broken === source ? brokenPolicy(source) : toPolicy(rules, source)
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
      { numRuns: atLeast(300) },
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
        const line = toPolicy([{ effect: 'deny', action: trial.request.action.action }], source)
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
      fc.property(answer, ages, fc.tuple(fc.boolean(), fc.boolean()), (given, age, same) => {
        const [isSameSession, isSameWorkspace] = same
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

describe('the order', () => {
  const allowAll = { effect: 'allow', action: 'fs.*', path: '{root}/**' }
  const denyAll = { effect: 'deny', action: 'fs.*', path: '{root}/**' }
  const askAll = { effect: 'ask', action: 'fs.*', path: '{root}/**' }
  const given = toGrant(WRITE, { id: 'g', scope: 'always' }, BLANK)!
  const rejected = toGrant(WRITE, { id: 'r', scope: 'always', effect: 'reject' }, BLANK)!

  test('a built-in no is the first word', () => {
    const strange: Action = { action: 'fs.read', at: { path: '/w/../etc', root: '/w' } }
    expect(judge(strange, withRules(denyAll))).toEqual({
      effect: 'deny',
      by: 'builtin:unresolved',
      reason: 'The path does not say where it leads.',
      scopes: [],
    })
  })

  test('then the no of the user, by a line before a rejection, then that of the project', () => {
    const user = toPolicy([denyAll])
    const project = toPolicy([denyAll], 'project')
    const grants = [given, rejected]
    expect(judge(WRITE, { policies: [project, user], grants })).toEqual({
      effect: 'deny',
      by: 'user:0',
      reason: 'The user policy denies it: $.rules[0].',
      scopes: [],
    })
    expect(judge(WRITE, { policies: [project], grants })).toEqual({
      effect: 'deny',
      by: 'grant:r',
      reason: 'The user rejected this before.',
      scopes: [],
    })
    expect(judge(WRITE, { policies: [emptyPolicy('user'), project], grants: [given] })).toEqual({
      effect: 'deny',
      by: 'project:0',
      reason: 'The project policy denies it: $.rules[0].',
      scopes: [],
    })
  })

  test('then what a line wants asked every time, whoever wrote it and whatever was granted', () => {
    for (const source of ['user', 'project'] as const)
      expect(
        judge(WRITE, { policies: [toPolicy([askAll], source), toPolicy([allowAll])], grants: [given] }),
      ).toEqual({
        effect: 'ask',
        by: `${source}:0`,
        reason: 'A policy wants it asked about every time: $.rules[0].',
        scopes: ['once'],
      })
  })

  test('then a grant, then the line that spells out most, then reading inside a root', () => {
    const narrow = { effect: 'allow', action: 'fs.write', path: '{root}/src/**' }
    expect(judge(WRITE, { ...withRules(allowAll, narrow), grants: [given] })).toEqual({
      effect: 'allow',
      by: 'grant:g',
      reason: 'The user allowed this before.',
      scopes: [],
    })
    expect(judge(WRITE, withRules(allowAll, narrow))).toEqual({
      effect: 'allow',
      by: 'user:1',
      reason: 'A line of the user policy allows it.',
      scopes: [],
    })
    expect(judge(WRITE, withRules(narrow, allowAll)).by).toBe('user:0')
    expect(judge(READ)).toEqual({
      effect: 'allow',
      by: 'default:read-in-root',
      reason: 'Files inside the session’s directories may be read.',
      scopes: [],
    })
  })

  test('then the question', () => {
    expect(judge(WRITE)).toEqual({
      effect: 'ask',
      by: 'default:ask',
      reason: 'Nothing allows it yet.',
      scopes: ['once', 'session', 'workspace', 'always'],
    })
  })

  test('a grant for something else says nothing', () => {
    const other = toGrant({ ...WRITE, at: inRoot('/w/b') }, { id: 'o', scope: 'always' }, BLANK)!
    expect(judge(WRITE, { grants: [other] }).by).toBe('default:ask')
    expect(judge(WRITE, { grants: [other, given] }).by).toBe('grant:g')
  })

  test('a question about what lies outside says so, for one end of a move and for the directory of a program', () => {
    const reason = 'It lies outside the session’s directories.'
    const out = { path: '/srv/x' }
    expect(judge({ action: 'fs.move', from: inRoot('/w/a'), to: out }).reason).toBe(reason)
    expect(judge(toRun(['ls'], { cwd: out })).reason).toBe(reason)
    expect(judge(toRun(['ls'])).reason).toBe('Nothing allows it yet.')
  })

  test('a line of a project that allows would not count even if it had been read', () => {
    const smuggled = { ...toPolicy([allowAll]), source: 'project' as const }
    const rules = smuggled.rules.map(rule => ({ ...rule, id: 'project:0' }))
    expect(judge(WRITE, { policies: [{ ...smuggled, rules }] }).effect).toBe('ask')
  })
})

describe('the weight of lines that allow', () => {
  const sha = `sha256:${'0'.repeat(64)}`
  const by = (action: Action, ...rules: readonly unknown[]): string => judge(action, withRules(...rules)).by

  test('counts every key', () => {
    const run = { effect: 'allow', action: 'terminal.exec', argv: ['ls'] }
    expect(by(toRun(['ls']), run, { ...run, cwd: '{root}' })).toBe('user:1')
    expect(by(toRun(['ls']), run, { ...run, agents: 'pal' })).toBe('user:1')
    expect(by(toRun(['ls', 'x']), { ...run, argv: ['ls', '...'] }, { ...run, argv: ['ls', 'x'] })).toBe(
      'user:1',
    )
    const call = { effect: 'allow', action: 'mcp.call', server: sha, tool: '*' }
    const action: Action = { action: 'mcp.call', server: sha, tool: 'find', schema: 's' }
    expect(by(action, call, { ...call, tool: 'find' })).toBe('user:1')
    expect(by(action, call, { ...call, schema: 's' })).toBe('user:1')
    const fetch: Action = { action: 'net.fetch', url: 'https://a.example/x' }
    const host = { effect: 'allow', action: 'net.fetch', host: '*.example' }
    expect(by(fetch, host, { ...host, host: 'a.example', url: 'https://a.example/x' })).toBe('user:1')
    expect(by(fetch, { ...host, host: ['a.example'] }, { ...host, url: 'https://a.example/x' })).toBe(
      'user:1',
    )
    const mode = { effect: 'allow', action: 'agent.mode', mode: 'x' }
    expect(by({ action: 'agent.mode', mode: 'x' }, mode, { ...mode, mode: ['x', 'y'] })).toBe('user:1')
    const read = { effect: 'allow', action: 'fs.*', path: '{root}/**' }
    expect(by(READ, read, { ...read, action: 'fs.read' })).toBe('user:1')
  })
})

describe('lines of a policy', () => {
  const effectOf = (action: Action, rule: unknown, more: Partial<Circumstances> = {}) =>
    judge(action, { ...withRules(rule), ...more }).effect

  test('{root} never allows what lies outside, ** does not either, and a path that is spelt out does', () => {
    const outside: Action = { ...WRITE, at: { path: '/srv/x' } }
    const allow = { effect: 'allow', action: 'fs.write' }
    expect(effectOf(outside, { ...allow, path: '{root}/**' })).toBe('ask')
    expect(effectOf(outside, { ...allow, path: '**' })).toBe('ask')
    expect(effectOf(outside, { ...allow, path: '/srv/*' })).toBe('allow')
    expect(effectOf({ ...WRITE, at: { path: '/home/me/x' } }, { ...allow, path: '{home}/*' })).toBe('allow')
    expect(effectOf(outside, { effect: 'deny', action: 'fs.write', path: '**' })).toBe('deny')
    expect(judge(outside)).toMatchObject({
      by: 'default:ask',
      reason: 'It lies outside the session’s directories.',
      scopes: ['once'],
    })
  })

  test('a move and a delete are allowed as a whole and stopped by a part', () => {
    const move: Action = { action: 'fs.move', from: inRoot('/w/src/a'), to: inRoot('/w/lib/a') }
    const remove: Action = {
      action: 'fs.delete',
      at: [inRoot('/w/src/a'), inRoot('/w/lib/a')],
      isFolder: false,
    }
    for (const action of [move, remove]) {
      const line = { action: 'fs.*', path: '{root}/src/**' }
      expect(effectOf(action, { effect: 'allow', ...line })).toBe('ask')
      expect(effectOf(action, { effect: 'deny', ...line })).toBe('deny')
      expect(effectOf(action, { effect: 'deny', ...line, path: '{root}/lib/*' })).toBe('deny')
      expect(effectOf(action, { effect: 'allow', ...line, path: '{root}/*/a' })).toBe('allow')
      expect(effectOf(action, { effect: 'deny', action: 'fs.*' })).toBe('deny')
    }
  })

  test('a line that allows a command covers no added variable but those it names, and no directory but its own', () => {
    const line = { effect: 'allow', action: 'terminal.exec', argv: ['npm', 'test'] }
    const run = (more: object): Action => toRun(['npm', 'test'], more)
    expect(effectOf(run({}), line)).toBe('allow')
    expect(effectOf(run({ cwd: inRoot('/w/sub') }), line)).toBe('allow')
    expect(effectOf(run({ cwd: { path: '/tmp' } }), line)).toBe('ask')
    expect(effectOf(run({ cwd: { path: '/tmp' } }), { ...line, cwd: '/tmp' })).toBe('allow')
    expect(effectOf(run({ cwd: { path: '/tmp' } }), { ...line, cwd: '**' })).toBe('ask')
    expect(effectOf(run({ cwd: inRoot('/w/sub') }), { ...line, cwd: '{root}' })).toBe('ask')
    expect(effectOf(run({ env: { CI: '1' } }), line)).toBe('ask')
    expect(effectOf(run({ env: { CI: '1' } }), { ...line, env: ['CI'] })).toBe('allow')
    expect(effectOf(run({ env: { CI: '1', X: '' } }), { ...line, env: ['CI'] })).toBe('ask')
    expect(effectOf(run({}), { ...line, env: ['CI'] })).toBe('allow')
    expect(effectOf(toRun(['npm']), line)).toBe('ask')
  })

  test('a line that denies commands needs only what it names', () => {
    const line = { effect: 'deny', action: 'terminal.exec' }
    expect(effectOf(toRun(['ls']), line)).toBe('deny')
    expect(effectOf(toRun(['/bin/ls']), { ...line, argv: ['ls'] })).toBe('deny')
    expect(effectOf(toRun(['id']), { ...line, argv: ['ls'] })).toBe('ask')
    expect(effectOf(toRun(['ls']), { ...line, cwd: '{root}' })).toBe('deny')
    expect(effectOf(toRun(['ls']), { ...line, cwd: '{root}/x' })).toBe('ask')
    expect(effectOf(toRun(['ls']), { ...line, env: ['CI'] })).toBe('ask')
    expect(effectOf(toRun(['ls'], { env: { CI: '1' } }), { ...line, env: ['X', 'CI'] })).toBe('deny')
    expect(effectOf(toRun(['ls'], { env: { CI: '1' } }), { ...line, env: 'toString' })).toBe('ask')
  })

  test('tools are matched by server, name and description', () => {
    const server = `sha256:${'0'.repeat(64)}`
    const call: Action = { action: 'mcp.call', server, tool: 'find_all', schema: 's1' }
    const line = { effect: 'allow', action: 'mcp.call', server, tool: 'find*' }
    expect(effectOf(call, line)).toBe('allow')
    expect(effectOf({ ...call, tool: 'drop' }, line)).toBe('ask')
    expect(effectOf({ ...call, server: server.replace('0', '1') }, line)).toBe('ask')
    expect(effectOf(call, { ...line, schema: 's1' })).toBe('allow')
    expect(effectOf(call, { ...line, schema: 's2' })).toBe('ask')
    expect(effectOf(call, { effect: 'deny', action: 'mcp.call' })).toBe('deny')
    expect(effectOf(call, { effect: 'deny', action: 'mcp.call', server: '*', tool: 'find_all' })).toBe('deny')
    const start: Action = { action: 'mcp.start', server, argv: ['x'] }
    expect(effectOf(start, { effect: 'allow', action: 'mcp.start', server })).toBe('allow')
    expect(effectOf({ ...start, server: 'other' }, { effect: 'allow', action: 'mcp.start', server })).toBe(
      'ask',
    )
    expect(effectOf(start, line)).toBe('ask')
  })

  test('addresses are matched by address and host together', () => {
    const fetch: Action = { action: 'net.fetch', url: 'https://a.example/x' }
    const line = { effect: 'allow', action: 'net.fetch', url: 'https://a.example/*', host: 'a.example' }
    expect(effectOf(fetch, line)).toBe('allow')
    expect(effectOf(fetch, { ...line, host: 'b.example' })).toBe('ask')
    expect(effectOf(fetch, { ...line, url: 'https://a.example/y' })).toBe('ask')
    expect(effectOf(fetch, { effect: 'deny', action: 'net.*' })).toBe('deny')
  })

  test('a mode is allowed to the letter and stopped in any case', () => {
    const plan: Action = { action: 'agent.mode', mode: 'Plan' }
    expect(effectOf(plan, { effect: 'allow', action: 'agent.mode', mode: ['code', 'Plan'] })).toBe('allow')
    expect(effectOf(plan, { effect: 'allow', action: 'agent.mode', mode: 'plan' })).toBe('ask')
    expect(effectOf(plan, { effect: 'deny', action: 'agent.mode', mode: 'pLAN' })).toBe('deny')
    expect(effectOf(plan, { effect: 'deny', action: 'agent.mode', mode: 'code' })).toBe('ask')
    expect(effectOf(plan, { effect: 'deny', action: 'agent.*' })).toBe('deny')
  })

  test('lines for some agents leave the others alone', () => {
    const line = { effect: 'allow', action: 'fs.write', path: '{root}/**', agents: ['pal@1', 'friend'] }
    const by = (agent: Circumstances['agent']) => effectOf(WRITE, line, { agent })
    expect(by({ name: 'pal', version: '1' })).toBe('allow')
    expect(by({ name: 'pal', version: '2' })).toBe('ask')
    expect(by({ name: 'pal' })).toBe('ask')
    expect(by({ name: 'friend', version: '9' })).toBe('allow')
    expect(by({ name: 'friend' })).toBe('allow')
    expect(by(undefined)).toBe('ask')
    expect(effectOf(WRITE, { ...line, agents: 'pal@undefined' }, { agent: { name: 'pal' } })).toBe('ask')
  })

  test('lines that stop some agents also stop one that is not known, or not by its version', () => {
    const line = { effect: 'deny', action: 'fs.write', path: '{root}/**', agents: ['pal@1'] }
    const by = (agent: Circumstances['agent']) => effectOf(WRITE, line, { agent })
    expect(by({ name: 'pal', version: '1' })).toBe('deny')
    expect(by({ name: 'pal', version: '2' })).toBe('ask')
    expect(by({ name: 'pal' })).toBe('deny')
    expect(by({ name: 'friend' })).toBe('ask')
    expect(by(undefined)).toBe('deny')
  })

  test('what an agent calls itself is not allowed anything by a line for that name', () => {
    const unknown = { agent: undefined, claimedAgent: 'pal' }
    const lines = (effect: string, ...agents: string[]) =>
      withRules({ effect, action: 'fs.write', path: '{root}/**', agents })
    expect(judge(WRITE, { ...lines('allow', 'pal', 'unchecked:pal'), ...unknown }).effect).toBe('ask')
    expect(judge(WRITE, { ...lines('deny', 'pal'), ...unknown }).effect).toBe('deny')
  })

  test('names are compared as the volume does', () => {
    const deny = { effect: 'deny', action: 'fs.read', path: '{root}/SRC/**' }
    expect(effectOf(READ, deny)).toBe('allow')
    expect(effectOf(READ, deny, { isCaseInsensitive: true })).toBe('deny')
  })
})

describe('what the agent does by itself', () => {
  test('is asked about, and may be allowed once only', () => {
    expect(judge(CLAIM)).toEqual({
      effect: 'ask',
      by: 'default:ask',
      reason: 'The agent does this by itself, and nobody can check what it says.',
      scopes: ['once'],
    })
  })

  test('is allowed by a line that names the class, and by no other', () => {
    expect(judge(CLAIM, withRules({ effect: 'allow', action: 'agent.claimed' })).by).toBe('user:0')
    const others = ['fs.read', 'fs.write', 'fs.*'].map(action => ({ effect: 'allow', action, path: '/**' }))
    expect(judge(CLAIM, withRules(...others)).effect).toBe('ask')
  })

  test('is stopped by the kind it claims', () => {
    const line = { effect: 'deny', action: 'agent.claimed', kind: ['edit', 'read'] }
    expect(judge(CLAIM, withRules(line)).effect).toBe('deny')
    expect(judge(CLAIM, withRules({ ...line, kind: 'edit' })).effect).toBe('ask')
  })

  test('is asked about with hidden characters even where its class is allowed', () => {
    const line = withRules({ effect: 'allow', action: 'agent.claimed' })
    expect(judge({ ...CLAIM, wasCleaned: true } as Action, line)).toMatchObject({
      effect: 'ask',
      by: 'builtin:cleaned',
    })
  })
})

describe('the changes that an agent shows with its question', () => {
  const ALLOWED = { effect: 'allow', action: 'agent.claimed' }
  const showing = (path: string, sha256 = 'c0'): Action => {
    const at = path.startsWith('/w/') ? inRoot(path) : { path }
    return { ...CLAIM, kind: 'edit', writes: [WRITE, { ...WRITE, at, sha256 }] } as Action
  }

  test('are denied where they would be denied as a write, whoever denies it', () => {
    const line = { effect: 'deny', action: 'fs.*', path: '**/secrets/**' }
    const action = showing('/w/secrets/key')
    expect(judge(action, withRules(ALLOWED, line))).toMatchObject({ effect: 'deny', by: 'user:1' })
    const project = toPolicy([line], 'project')
    expect(judge(action, { policies: [toPolicy([ALLOWED]), project] })).toMatchObject({ by: 'project:0' })
    const write: Action = { ...WRITE, at: inRoot('/w/secrets/key') }
    const grant = toGrant(write, { id: 'g', scope: 'always', effect: 'reject' }, BLANK)!
    expect(judge(action, { ...withRules(ALLOWED), grants: [grant] })).toMatchObject({
      effect: 'deny',
      by: 'grant:g',
    })
    expect(judge(showing('/w/../etc/x'), withRules(ALLOWED)).by).toBe('builtin:unresolved')
    const many = { ...CLAIM, writes: Array.from({ length: 1_001 }, () => WRITE) } as Action
    expect(judge(many, withRules(ALLOWED)).by).toBe('builtin:too-large')
  })

  test('are asked about where a write would be every time, also where the class is allowed', () => {
    const asked = { effect: 'ask', action: 'fs.write', path: '{root}/src/b.ts' }
    const by = (path: string, ...rules: readonly unknown[]) => {
      const { effect, scopes, by } = judge(showing(path), withRules(ALLOWED, ...rules))
      return effect === 'ask' && scopes.join() === 'once' ? by : effect
    }
    expect(by('/w/.git/hooks/x')).toBe('builtin:protected')
    expect(by('/w/.env')).toBe('builtin:secret-like')
    expect(by('/w/package.json')).toBe('builtin:protected')
    expect(by('/w/a\u202eb')).toBe('builtin:cleaned')
    expect(by('/w/src/b.ts', asked)).toBe('user:1')
    expect(by('/etc/x')).toBe('builtin:outside')
    expect(judge(showing('/etc/x'), withRules(ALLOWED)).reason).toBe(
      '/etc/x lies outside the session’s directories.',
    )
    expect(by('/etc/x', { effect: 'allow', action: 'fs.write', path: '/etc/*' })).toBe('allow')
    expect(by('/w/src/b.ts')).toBe('allow')
    expect(judge(showing('/w/.env'), { ...withRules(ALLOWED), canAsk: false }).effect).toBe('deny')
  })

  test('are no leave by a line for writes: what the agent does by itself is asked about', () => {
    const line = { effect: 'allow', action: 'fs.write', path: '{root}/**' }
    expect(judge(showing('/w/src/b.ts'), withRules(line))).toMatchObject({ effect: 'ask', by: 'default:ask' })
  })

  test('are said to be all that a yes covers, as far as anybody can tell', () => {
    const one = { ...CLAIM, writes: [WRITE] } as Action
    expect(judge(one).reason).toBe('A yes covers only this change, to this file.')
    expect(judge(showing('/w/b')).reason).toBe('A yes covers only these changes, to these files.')
    expect(judge(showing('/w/b', '')).reason).toContain('nobody can check')
  })
})

describe('what is asked every time', () => {
  const allow = withRules({ effect: 'allow', action: 'fs.*', path: '{root}/**' })
  const once = { effect: 'ask', scopes: ['once'] }

  test('protected and secret-like paths, whatever allows', () => {
    const hook = inRoot('/w/.git/hooks/x')
    expect(judge({ ...WRITE, at: hook }, allow)).toEqual({
      ...once,
      by: 'builtin:protected',
      reason: '/w/.git/hooks/x steers tools or runs by itself, so it is asked about every time.',
    })
    expect(judge({ action: 'fs.read', at: hook }, allow)).toMatchObject({ ...once, by: 'builtin:protected' })
    expect(judge({ action: 'fs.read', at: inRoot('/w/.env') }, allow)).toEqual({
      ...once,
      by: 'builtin:secret-like',
      reason: '/w/.env looks like it holds secrets, so it is asked about every time.',
    })
  })

  test('requests that held hidden characters', () => {
    expect(judge(READ, { wasCleaned: true })).toEqual({
      ...once,
      by: 'builtin:cleaned',
      reason: 'The request held hidden characters, a sign of deceit.',
    })
    expect(judge(READ, { wasCleaned: false }).effect).toBe('allow')
  })

  test('what people could not be shown as it is', () => {
    const rules = withRules({ effect: 'allow', action: 'terminal.exec', argv: ['echo', '*'] })
    const cleaned = { effect: 'ask', by: 'builtin:cleaned', scopes: ['once'] }
    expect(judge(toRun(['echo', 'a\u202eb\u001b[2J']), rules)).toMatchObject(cleaned)
    expect(judge(toRun(['ls'], { env: { A: '\u200b' } }))).toMatchObject(cleaned)
    expect(judge({ action: 'fs.read', at: inRoot('/w/a\u202etxt.exe') })).toMatchObject(cleaned)
    expect(judge(toRun(['echo', 'zwölf 👩‍💻\n\tx\r\n']), rules).effect).toBe('allow')
  })

  test('everything, when a policy cannot be read; but what another denies stays denied', () => {
    for (const source of ['user', 'project'] as const)
      expect(judge(READ, { policies: [emptyPolicy('user'), brokenPolicy(source)] })).toEqual({
        ...once,
        by: `builtin:broken-${source}-policy`,
        reason: `The ${source} policy cannot be read, so everything is asked about.`,
      })
    const policies = [toPolicy([{ effect: 'deny', action: 'fs.read' }]), brokenPolicy('project')]
    expect(judge(READ, { policies }).effect).toBe('deny')
  })

  test('a delete or a move of a whole directory of the session, or of what holds one', () => {
    const line = withRules({ effect: 'allow', action: 'fs.*', path: '/**' })
    const [roots, own] = [['/w', '/w/sub'], []]
    for (const path of ['/w', '/w/sub', '/']) {
      const reason = `${path} is or holds a directory of the session.`
      const at = { path, root: '/w' }
      expect(judge({ action: 'fs.delete', at: [at], isFolder: true }, { ...line, roots, own })).toEqual({
        ...once,
        by: 'builtin:root',
        reason,
      })
      expect(judge({ action: 'fs.move', from: at, to: inRoot('/w/x') }, { ...line, roots, own }).by).toBe(
        'builtin:root',
      )
    }
    const remove = (path: string, root?: string): Action => ({
      action: 'fs.delete',
      at: [{ path, root }],
      isFolder: true,
    })
    expect(judge(remove('/v', '/v'), { ...line, roots, own }).by).toBe('builtin:root')
    expect(judge(remove('/W'), { ...line, roots, own, isCaseInsensitive: true }).by).toBe('builtin:root')
    expect(judge(remove('/W'), { ...line, roots, own }).by).toBe('user:0')
    expect(judge(remove('/w/other', '/w'), { ...line, roots, own }).by).toBe('user:0')
    expect(judge({ action: 'fs.read', at: inRoot('/w') }, { ...line, roots, own }).by).toBe('user:0')
  })

  test('modes in which the agent asks nobody', () => {
    const line = withRules({ effect: 'allow', action: 'agent.mode', mode: ['yolo', 'code'] })
    expect(judge({ action: 'agent.mode', mode: 'yolo' }, line)).toEqual({
      ...once,
      by: 'builtin:mode',
      reason: 'In this mode the agent may act without asking anybody.',
    })
    expect(judge({ action: 'agent.mode', mode: 'code' }, line).effect).toBe('allow')
  })
})

describe('when nobody can be asked', () => {
  const alone = { canAsk: false }
  const denyNothing = { effect: 'deny', action: 'agent.mode', mode: 'none' }

  test('a question is a no that names the line that would have allowed it, and that line does', () => {
    const decision = judge(WRITE, alone)
    const line = '{"effect":"allow","action":"fs.write","path":"{root}/src/a.ts","agents":["pal@1"]}'
    expect(decision).toEqual({
      effect: 'deny',
      by: 'default:nobody-to-ask',
      reason: `Nothing allows it yet. Nobody can be asked. This line in the user policy would allow it: ${line}`,
      scopes: [],
    })
    expect(judge(WRITE, { ...alone, ...withRules(JSON.parse(line)) }).effect).toBe('allow')
  })

  test('what is asked every time is a no that no line can lift', () => {
    expect(judge({ action: 'fs.read', at: inRoot('/w/.env') }, alone)).toEqual({
      effect: 'deny',
      by: 'default:nobody-to-ask',
      reason:
        '/w/.env looks like it holds secrets, so it is asked about every time. Nobody can be asked. No policy line can allow this.',
      scopes: [],
    })
  })

  test('a policy that cannot be read is to be mended, and the file is named', () => {
    const policies = [brokenPolicy('user', '/home/me/policy.json')]
    expect(judge(WRITE, { ...alone, policies }).reason).toBe(
      'The user policy /home/me/policy.json cannot be read, so everything is asked about. Nobody can be asked. Mend that file: until then no line of it counts.',
    )
  })

  test('a line that is for other agents is named, and why it does not hold', () => {
    const line = { effect: 'allow', action: 'fs.write', path: '{root}/src/**', agents: ['mate', 'pal@2'] }
    const policies = [{ ...toPolicy([denyNothing, line]), file: '/home/me/policy.json' }]
    const reasonFor = (agent: Circumstances['agent']): string =>
      judge(WRITE, { ...alone, policies, agent }).reason
    const start =
      'Nobody can be asked. $.rules[1] of /home/me/policy.json allows it for mate, pal@2 alone, and'
    expect(reasonFor({ name: 'pal', version: '1' })).toContain(`${start} this is pal@1. This line`)
    expect(reasonFor({ name: 'pal' })).toContain(`${start} this is pal of no known version. This line`)
    expect(reasonFor(undefined)).toContain(`${start} nobody told the host which agent this is (its option`)
    expect(judge(WRITE, { ...alone, policies, agent: { name: 'mate' } }).effect).toBe('allow')
  })

  test('what is allowed stays allowed', () => {
    expect(judge(READ, alone).effect).toBe('allow')
  })
})

describe('an approved change', () => {
  const passes = addPass([], { sessionId: 'one', path: WRITE.at.path, sha256: 'c0' }, NOW)

  test('is written without another question, once', () => {
    expect(judge(WRITE, { passes })).toEqual({
      effect: 'allow',
      by: 'pass:edit',
      reason: 'The user approved this very change.',
      scopes: [],
    })
    expect(judge(WRITE, { passes: usePass(passes, WRITE, BLANK) }).effect).toBe('ask')
  })

  test('is no leave for another content, path, session or action', () => {
    expect(judge({ ...WRITE, sha256: 'c1' }, { passes }).effect).toBe('ask')
    expect(judge({ ...WRITE, at: inRoot('/w/b') }, { passes }).effect).toBe('ask')
    expect(judge(WRITE, { passes, sessionId: 'two' }).effect).toBe('ask')
    expect(judge({ action: 'fs.delete', at: [WRITE.at], isFolder: false }, { passes }).effect).toBe('ask')
  })

  test('does not outweigh a no', () => {
    expect(judge(WRITE, { passes, ...withRules({ effect: 'deny', action: 'fs.write' }) }).effect).toBe('deny')
  })

  test('was a question already, so that it is not one again where every time is asked', () => {
    const at = inRoot('/w/.npmrc')
    const other = addPass([], { sessionId: 'one', path: at.path, sha256: 'c0' }, NOW)
    expect(judge({ ...WRITE, at }, { passes: other }).effect).toBe('allow')
  })
})

describe('a command that an agent shows when it asks', () => {
  const shows = (...argv: string[]): Action => ({ ...CLAIM, runs: { argv, cwd: '/w' } }) as Action
  const unreadable = { ...CLAIM, hasUnreadableCommand: true } as Action
  const noRemoval = { effect: 'deny', action: 'terminal.exec', argv: ['rm', '...'] }

  test('says what a yes to it is worth', () => {
    expect(judge(shows('npm', 'test'))).toMatchObject({
      effect: 'ask',
      reason: 'A yes covers one run of exactly this command.',
    })
    const both = { ...shows('npm', 'test'), writes: [WRITE] } as Action
    expect(judge(both).reason).toBe('A yes covers only this change, to this file.')
  })

  test('is run without another question once it was approved, unless a line denies it', () => {
    const commandPasses = addCommandPass([], { sessionId: 'one', argv: ['npm', 'test'], cwd: '/w' }, NOW)
    expect(judge(toRun(['npm', 'test']), { commandPasses })).toEqual({
      effect: 'allow',
      by: 'pass:command',
      reason: 'The user approved this very command.',
      scopes: [],
    })
    expect(judge(toRun(['npm', 'run']), { commandPasses }).effect).toBe('ask')
    expect(judge(WRITE, { commandPasses }).effect).toBe('ask')
    const denied = withRules({ effect: 'deny', action: 'terminal.exec', argv: ['npm', '...'] })
    expect(judge(toRun(['npm', 'test']), { commandPasses, ...denied }).effect).toBe('deny')
  })

  test('is denied with what a line denies, in whatever way it may be run', () => {
    for (const claim of [shows('rm', 'x'), shows('rm x')])
      expect(judge(claim, withRules(noRemoval))).toMatchObject({ effect: 'deny', by: 'user:0' })
    expect(judge(shows('ls'), withRules(noRemoval)).effect).toBe('ask')
    expect(judge(CLAIM, withRules(noRemoval)).effect).toBe('ask')
  })

  test('is denied where nobody can read it and any command is denied', () => {
    expect(judge(unreadable, withRules({ effect: 'ask', action: '*' }, noRemoval))).toEqual({
      effect: 'deny',
      by: 'builtin:unreadable',
      reason: 'It shows a command that nobody can read, and some are denied.',
      scopes: [],
    })
    expect(judge(unreadable).effect).toBe('ask')
    expect(judge(unreadable, withRules({ effect: 'deny', action: 'fs.write' })).effect).toBe('ask')
    expect(judge(unreadable, withRules({ ...noRemoval, effect: 'ask' })).effect).toBe('ask')
    expect(judge({ ...CLAIM, hasUnreadableCommand: false } as Action, withRules(noRemoval)).effect).toBe(
      'ask',
    )
  })
})
