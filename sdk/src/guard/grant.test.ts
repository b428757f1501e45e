import { expect, test } from 'vitest'
import type { Action } from './action.js'
import type { Circumstances } from './circumstances.js'
import type { Scope } from './decision.js'
import { type GrantWish, grantableScopes, isInForce, matchesGrant, toGrant } from './grant.js'
import { readGrant } from './grant-reader.js'
import { brokenPolicy } from './policy.js'
import { BLANK, CLAIM, inRoot, NOW, READ, toPolicy, toRun, WRITE } from './setting.fixture.js'

const HOUR = 3_600_000
const make = (action: Action, wish: Partial<GrantWish> = {}, more: Partial<Circumstances> = {}) =>
  toGrant(action, { id: 'g', scope: 'session', ...wish }, { ...BLANK, ...more })
const mostOf = (action: Action, more: Partial<Circumstances> = {}): Scope | undefined =>
  grantableScopes(action, { ...BLANK, ...more }).at(-1)

const files = (count: number) => Array.from({ length: count }, (_, index) => inRoot(`/w/f${index}`))

test.each<[Action, Scope]>([
  [READ, 'always'],
  [WRITE, 'always'],
  [{ ...WRITE, text: 'naïve 👩‍💻\r\n' }, 'always'],
  [{ ...WRITE, text: 'a\0b' }, 'once'],
  [{ ...WRITE, text: 'a\u202eb' }, 'once'],
  [{ ...WRITE, at: { path: '/etc/x' } }, 'once'],
  [{ ...WRITE, at: inRoot('/w/.npmrc') }, 'once'],
  [{ action: 'fs.read', at: inRoot('/w/.env') }, 'once'],
  [{ action: 'fs.delete', at: files(20), isFolder: false }, 'workspace'],
  [{ action: 'fs.delete', at: files(21), isFolder: false }, 'once'],
  [{ action: 'fs.delete', at: files(1), isFolder: true }, 'once'],
  [{ action: 'fs.delete', at: [inRoot('/w/a'), { path: '/etc/x' }], isFolder: false }, 'once'],
  [{ action: 'fs.move', from: inRoot('/w/a'), to: inRoot('/w/b') }, 'workspace'],
  [{ action: 'fs.move', from: inRoot('/w/a'), to: { path: '/etc/b' } }, 'once'],
  [{ action: 'fs.move', from: { path: '/etc/b' }, to: inRoot('/w/a') }, 'once'],
  [toRun(['ls']), 'always'],
  [toRun(['ls'], { env: { CI: '1' } }), 'session'],
  [toRun(['ls'], { cwd: { path: '/tmp' } }), 'once'],
  [toRun(['sudo', 'ls']), 'once'],
  [toRun(['env', 'FOO=1', 'sudo']), 'once'],
  [toRun(['sh', '-c', 'ls']), 'once'],
  [toRun(['sh', '-c', 'ls'], { isShell: true }), 'session'],
  [toRun(['sh', '-c', 'ls | xargs rm'], { isShell: true }), 'once'],
  [toRun(['sh', '-c', 'ls'], { isShell: true, cwd: { path: '/tmp' } }), 'once'],
  [{ action: 'net.fetch', url: 'https://a.example/' }, 'workspace'],
  [{ action: 'mcp.call', server: 's', tool: 't', schema: 'd' }, 'always'],
  [{ action: 'mcp.start', server: 's', argv: ['x'] }, 'once'],
  [{ action: 'agent.mode', mode: 'plan' }, 'workspace'],
  [{ action: 'agent.mode', mode: 'bypassPermissions' }, 'once'],
  [CLAIM, 'once'],
])('%j may be allowed %s at most', (action, most) => {
  const all: Scope[] = ['once', 'session', 'workspace', 'always']
  const expected = all.slice(0, all.indexOf(most) + 1)
  expect(grantableScopes(action, BLANK)).toEqual(expected)
  for (const scope of all) {
    const isMade = scope !== 'once' && expected.includes(scope)
    expect(make(action, { scope }) !== undefined, scope).toBe(isMade)
  }
})

test('a request that held hidden characters, a broken policy and a line that asks leave once', () => {
  expect(mostOf(READ, { wasCleaned: true })).toBe('once')
  expect(mostOf(READ, { policies: [brokenPolicy('project')] })).toBe('once')
  expect(mostOf(READ, { policies: [toPolicy([{ effect: 'ask', action: 'fs.read' }])] })).toBe('once')
})

test('what is refused outright may not be allowed at all', () => {
  expect(grantableScopes({ action: 'fs.read', at: { path: 'x' } }, BLANK)).toEqual([])
})

test('without a workspace nothing lasts for one', () => {
  expect(grantableScopes(READ, { ...BLANK, workspace: undefined })).toEqual(['once', 'session', 'always'])
  expect(make(READ, { scope: 'workspace' }, { workspace: undefined })).toBeUndefined()
  expect(make(READ, { scope: 'workspace', effect: 'reject' }, { workspace: undefined })).toBeUndefined()
})

test('a grant is bound to its session or workspace, its agent and its time', () => {
  const covers = { facts: '["fs.write","/w/src/a.ts"]' }
  const common = { id: 'g', effect: 'allow', action: 'fs.write', covers, createdAt: NOW, agent: 'pal' }
  expect(make(WRITE)).toEqual({ ...common, scope: 'session', sessionId: 'one', expiresAt: NOW + 24 * HOUR })
  expect(make(WRITE, { scope: 'workspace' })).toEqual({
    ...common,
    scope: 'workspace',
    workspace: 'here',
    expiresAt: NOW + 720 * HOUR,
  })
  expect(make(WRITE, { scope: 'always' })).toEqual({ ...common, scope: 'always' })
  const { agent: _, ...nobodys } = { ...common, scope: 'always' }
  expect(make(WRITE, { scope: 'always' }, { agent: undefined })).toEqual(nobodys)
})

test.each([
  ['session', 24 * HOUR],
  ['workspace', 720 * HOUR],
] as const)('a grant for the %s ends with its time, also where a file says otherwise', (scope, lifetime) => {
  const grant = make(WRITE, { scope })!
  const at = (now: number, more: object = {}) => isInForce({ ...grant, ...more }, { ...BLANK, now })
  expect(at(NOW)).toBe(true)
  expect(at(NOW + lifetime - 1)).toBe(true)
  expect(at(NOW + lifetime)).toBe(false)
  expect(at(NOW - 1)).toBe(false)
  expect(at(NOW + lifetime, { expiresAt: NOW + 10 * lifetime })).toBe(false)
  expect(at(NOW + lifetime, { expiresAt: undefined })).toBe(false)
  expect(at(NOW + 5, { expiresAt: NOW + 5 })).toBe(false)
  expect(at(NOW, { createdAt: Number.NaN })).toBe(false)
})

test('what holds always holds in every session and workspace, for its agent', () => {
  const grant = make(WRITE, { scope: 'always' })!
  expect(isInForce(grant, { ...BLANK, sessionId: 'x', workspace: 'y', now: NOW + 1e15 })).toBe(true)
  expect(isInForce(grant, { ...BLANK, agent: { name: 'pal', version: '9' } })).toBe(true)
  expect(isInForce(grant, { ...BLANK, agent: { name: 'other' } })).toBe(false)
  expect(isInForce(grant, { ...BLANK, agent: undefined })).toBe(false)
})

test('where nobody says what an agent is, a grant is for the one that calls itself so, and for no checked one', () => {
  const unknown = { ...BLANK, agent: undefined, claimedAgent: 'pal' }
  const grant = toGrant(WRITE, { id: 'g', scope: 'always' }, unknown)!
  expect(grant.agent).toBe('unchecked:pal')
  expect(isInForce(grant, unknown)).toBe(true)
  expect(isInForce(grant, { ...unknown, claimedAgent: 'other' })).toBe(false)
  expect(isInForce(grant, { ...unknown, claimedAgent: undefined })).toBe(false)
  expect(isInForce(grant, BLANK)).toBe(false)
  expect(isInForce(grant, { ...BLANK, agent: { name: 'unchecked:pal' } })).toBe(false)
  expect(isInForce({ ...grant, agent: 'pal' }, unknown)).toBe(false)
})

test('a grant for a session or a workspace does not hold in another', () => {
  const session = make(WRITE)!
  expect(isInForce(session, { ...BLANK, sessionId: 'two' })).toBe(false)
  expect(isInForce(session, { ...BLANK, workspace: 'there' })).toBe(true)
  const workspace = make(WRITE, { scope: 'workspace' })!
  expect(isInForce(workspace, { ...BLANK, workspace: 'there' })).toBe(false)
  expect(isInForce(workspace, { ...BLANK, sessionId: 'two' })).toBe(true)
  expect(isInForce({ ...workspace, workspace: undefined }, { ...BLANK, workspace: undefined })).toBe(false)
})

const SERVER: Action = { action: 'mcp.call', server: 's', tool: 't', schema: 'd' }
const RUN = toRun(['ls', '-l'], { env: { A: '1', B: '2' } })
test.each<[Action, readonly Action[]]>([
  [READ, [{ action: 'fs.read', at: inRoot('/w/src/b.ts') }, WRITE]],
  [
    { action: 'fs.delete', at: files(2), isFolder: false },
    [
      { action: 'fs.delete', at: files(1), isFolder: false },
      { action: 'fs.delete', at: files(3), isFolder: false },
    ],
  ],
  [
    { action: 'fs.move', from: inRoot('/w/a'), to: inRoot('/w/b') },
    [{ action: 'fs.move', from: inRoot('/w/b'), to: inRoot('/w/a') }],
  ],
  [
    RUN,
    [
      { ...RUN, argv: ['ls'] },
      { ...RUN, argv: ['ls -l'] },
      { ...RUN, isShell: true },
      { ...RUN, cwd: inRoot('/w/sub') },
      { ...RUN, env: { A: '1' } },
      { ...RUN, env: { A: '1', B: '3' } },
    ],
  ],
  [{ action: 'net.fetch', url: 'https://a.example/' }, [{ action: 'net.fetch', url: 'https://a.example/x' }]],
  [
    SERVER,
    [
      { ...SERVER, server: 'S' },
      { ...SERVER, tool: 'T' },
      { ...SERVER, schema: 'D' },
    ],
  ],
  [{ action: 'agent.mode', mode: 'plan' }, [{ action: 'agent.mode', mode: 'code' }]],
])('a grant for %j covers exactly that', (action, others) => {
  const grant = make(action)!
  expect(matchesGrant(grant, action, BLANK)).toBe(true)
  for (const other of others) expect(matchesGrant(grant, other, BLANK), JSON.stringify(other)).toBe(false)
})

test('the order of variables and of deleted files does not matter', () => {
  expect(matchesGrant(make(RUN)!, { ...RUN, env: { B: '2', A: '1' } }, BLANK)).toBe(true)
  const [one, other] = files(2)
  const grant = make({ action: 'fs.delete', at: [one!, other!], isFolder: false })!
  expect(matchesGrant(grant, { action: 'fs.delete', at: [other!, one!], isFolder: false }, BLANK)).toBe(true)
})

test('a grant counts only while a yes may last that long', () => {
  const grant = make(WRITE, { scope: 'always' })!
  expect(matchesGrant(grant, WRITE, BLANK)).toBe(true)
  expect(matchesGrant(grant, { ...WRITE, at: { path: WRITE.at.path } }, BLANK)).toBe(false)
  expect(matchesGrant(grant, WRITE, { ...BLANK, wasCleaned: true })).toBe(false)
  expect(matchesGrant(grant, { ...WRITE, text: 'plain' }, BLANK)).toBe(true)
  expect(matchesGrant(grant, { ...WRITE, text: 'a\0b' }, BLANK)).toBe(false)
  expect(matchesGrant(grant, WRITE, { ...BLANK, now: NOW - 1 })).toBe(false)
})

test('a no may be remembered for anything, and is not lifted by what forbids to remember a yes', () => {
  for (const action of [
    CLAIM,
    toRun(['sudo', 'ls']),
    { action: 'mcp.start', server: 's', argv: ['x'] } as Action,
  ]) {
    const grant = make(action, { scope: 'always', effect: 'reject' })!
    expect(grant.effect).toBe('reject')
    expect(matchesGrant(grant, action, { ...BLANK, wasCleaned: true })).toBe(true)
  }
  const start = make({ action: 'mcp.start', server: 's', argv: ['x'] }, { effect: 'reject' })!
  expect(matchesGrant(start, { action: 'mcp.start', server: 's', argv: ['y'] }, BLANK)).toBe(false)
  const claim = make(CLAIM, { effect: 'reject' })!
  expect(matchesGrant(claim, { ...CLAIM, title: 'ls' } as Action, BLANK)).toBe(false)
  expect(matchesGrant(claim, { ...CLAIM, kind: 'edit' } as Action, BLANK)).toBe(false)
})

test('files may be granted by a pattern under their root that names something and covers the file', () => {
  const wish = { scope: 'always', glob: '{root}/src/**' } as const
  const grant = make(WRITE, wish)!
  expect(grant.covers).toEqual({ folder: '/w', glob: '{root}/src/**' })
  const at = (path: string, root = '/w'): Action => ({ ...WRITE, at: { path, root } })
  expect(matchesGrant(grant, at('/w/src/x/y'), BLANK)).toBe(true)
  expect(matchesGrant(grant, at('/w/lib/x'), BLANK)).toBe(false)
  expect(matchesGrant(grant, at('/v/src/x', '/v'), BLANK)).toBe(false)
  expect(matchesGrant(grant, READ, BLANK)).toBe(false)
  expect(matchesGrant(grant, at('/w/src/.npmrc'), BLANK)).toBe(false)
  expect(matchesGrant(grant, at('/w/SRC/x'), BLANK)).toBe(false)
  expect(matchesGrant(grant, at('/w/SRC/x'), { ...BLANK, isCaseInsensitive: true })).toBe(true)
  expect(make(READ, wish)?.covers).toEqual({ folder: '/w', glob: '{root}/src/**' })
  for (const glob of [
    '{root}/**',
    '{root}',
    '{root}/*/*',
    '{root}/lib/**',
    '/w/src/**',
    '**/a.ts',
    'src/**',
    '{home}/x',
  ])
    expect(make(WRITE, { ...wish, glob }), glob).toBeUndefined()
  expect(make(RUN, { glob: '{root}/src/**' })).toBeUndefined()
  expect(make({ ...WRITE, at: { path: '/w/src/a.ts' } }, { ...wish, effect: 'reject' })).toBeUndefined()
})

test('a pattern in a grant that is none covers nothing', () => {
  const grant = { ...make(WRITE)!, covers: { folder: '/w', glob: 'x' } }
  expect(matchesGrant(grant, WRITE, BLANK)).toBe(false)
  const move: Action = { action: 'fs.move', from: inRoot('/w/a'), to: inRoot('/w/b') }
  const odd = { ...make(move)!, covers: { folder: '/w', glob: '{root}/**' } }
  expect(matchesGrant(odd, move, BLANK)).toBe(false)
})

test('a grant survives being written down', () => {
  for (const scope of ['session', 'workspace', 'always'] as const) {
    const grant = make(WRITE, { scope })!
    expect(readGrant(JSON.parse(JSON.stringify(grant)))).toEqual(grant)
  }
  const globbed = make(WRITE, { scope: 'always', glob: '{root}/src/*' })!
  expect(readGrant({ ...globbed, agent: undefined })).toEqual({ ...globbed, agent: undefined })
  expect(readGrant({ ...globbed, effect: 'reject', expiresAt: 5 })).toBeDefined()
})

test('a value that is not wholly a grant is none', () => {
  const grant = make(WRITE, { scope: 'workspace' })!
  const flaws: object[] = [
    ...[{ id: '' }, { id: 1 }, { scope: 'once' }, { scope: 'x' }, { effect: 'deny' }, { effect: undefined }],
    ...[
      { action: '*' },
      { action: 'fs.*' },
      { action: 'net.*' },
      { action: 'x' },
      { action: 1 },
      { more: 1 },
    ],
    ...[
      { covers: undefined },
      { covers: {} },
      { covers: { facts: 1 } },
      { covers: { facts: 'x', glob: 'y' } },
    ],
    ...[
      { covers: { folder: '/w' } },
      { covers: { folder: '/w', glob: '' } },
      { covers: 'facts' },
      { covers: { facts: 'x' } },
      { covers: { facts: '{}' } },
      { covers: { facts: '["fs.read","/x"]' } },
    ],
    ...[
      { createdAt: '1' },
      { createdAt: undefined },
      { expiresAt: '1' },
      { expiresAt: undefined },
      { expiresAt: null },
    ],
    ...['x', 'net.*', '*'].map(action => ({ action, covers: { facts: JSON.stringify([action]) } })),
    { covers: { folder: '/w', glob: '{root}/a', more: 'x' } },
    ...[{ workspace: undefined }, { workspace: '' }, { agent: 1 }, { agent: '' }],
    ...[{ scope: 'session' }, { scope: 'session', sessionId: 'x', expiresAt: undefined }],
    ...[{ scope: 'session', sessionId: '' }],
  ]
  for (const flaw of flaws) expect(readGrant({ ...grant, ...flaw }), JSON.stringify(flaw)).toBeUndefined()
  for (const value of [undefined, null, 'x', [], {}]) expect(readGrant(value)).toBeUndefined()
  expect(readGrant({ ...grant, scope: 'session', sessionId: 'x' })).toBeDefined()
})
