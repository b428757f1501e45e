import { expect, test } from 'vitest'
import { brokenPolicy, describeFlaw, emptyPolicy } from './policy.js'
import { policyOf, readPolicy } from './policy-reader.js'

const SERVER = `sha256:${'0a'.repeat(32)}`
const write = (value: unknown): string => JSON.stringify(value)

function flawsOf(text: string, source: 'user' | 'project' = 'user'): readonly string[] {
  const reading = readPolicy(text, source)
  return 'flaws' in reading ? reading.flaws.map(describeFlaw) : []
}
const flawsOfRule = (rule: unknown, source: 'user' | 'project' = 'user'): readonly string[] =>
  flawsOf(write({ version: 1, rules: [rule] }), source)

test('the policy of the rules is read, and its lines have names', () => {
  const text = `{ "version": 1, "headless": "deny", "delegateAlways": true,
    "rules": [
      { "effect": "deny",  "action": "fs.*", "path": "**/secrets/**" },
      { "effect": "allow", "action": "fs.read", "path": "{root}/src/**", "agents": ["claude-agent-acp@0.99.0"] },
      { "effect": "allow", "action": "terminal.exec", "argv": ["npm", "test", "..."], "cwd": "{root}" },
      { "effect": "ask",   "action": "mcp.call", "server": "${SERVER}", "tool": "*" },
      { "effect": "deny",  "action": "agent.mode", "mode": ["bypassPermissions", "auto"] } ] }`
  const reading = readPolicy(text, 'user')
  expect(flawsOf(text)).toEqual([])
  if ('flaws' in reading) return
  const { policy } = reading
  expect(policy).toMatchObject({ source: 'user', headless: 'deny', delegateAlways: true, isBroken: false })
  expect(policy.rules.map(({ id, effect, action }) => `${id} ${effect} ${action}`)).toEqual([
    'user:0 deny fs.*',
    'user:1 allow fs.read',
    'user:2 allow terminal.exec',
    'user:3 ask mcp.call',
    'user:4 deny agent.mode',
  ])
  expect(policy.rules[1]).toMatchObject({
    path: { text: '{root}/src/**' },
    agents: ['claude-agent-acp@0.99.0'],
  })
  expect(policy.rules[2]).toMatchObject({ argv: { hasRest: true }, cwd: { text: '{root}' } })
  expect(policy.rules[3]).toMatchObject({ server: SERVER, tool: '*' })
  expect(policy.rules[4]).toMatchObject({ mode: ['bypassPermissions', 'auto'] })
})

test('what is absent has its default', () => {
  const reading = readPolicy('{"version":1,"rules":[]}', 'user')
  expect(reading).toEqual({ policy: emptyPolicy('user') })
  expect(emptyPolicy('project')).toMatchObject({
    source: 'project',
    delegateAlways: false,
    isBroken: false,
    rules: [],
  })
})

test.each([
  ['', '$: expected JSON, found the end on line 1, column 1, where a value should stand'],
  [
    '{"version":1,"rules":[],}',
    '$: expected JSON, found "}" on line 1, column 25, where a key in quotes should stand',
  ],
  [
    '{\n"version":1,\n"rules":[]\n,}\n\n',
    '$: expected JSON, found "}" on line 4, column 2, where a key in quotes should stand',
  ],
  ['// x\n{}', '$: expected JSON, found "/" on line 1, column 1, where a value should stand'],
  ['[]', '$: expected an object, found []'],
  ['null', '$: expected an object, found null'],
  ['7', '$: expected an object, found 7'],
  ['{"rules":[]}', '$.version: expected 1, found nothing'],
  ['{"version":2,"rules":[]}', '$.version: expected 1, found 2'],
  ['{"version":"1","rules":[]}', '$.version: expected 1, found "1"'],
  ['{"version":1}', '$.rules: expected a list of rules, found nothing'],
  ['{"version":1,"rules":{}}', '$.rules: expected a list of rules, found {}'],
  ['{"version":1,"rules":[],"headless":"allow"}', '$.headless: expected "deny", found "allow"'],
  ['{"version":1,"rules":[],"delegateAlways":1}', '$.delegateAlways: expected true or false, found 1'],
  [
    '{"version":1,"rules":[],"x":1}',
    '$.x: expected no other keys than version, headless, delegateAlways, rules, found "x"',
  ],
  ['{"version":1,"rules":[],"version":1}', '$: expected every key once in its object, found "version" twice'],
  [
    '{"version":1,"rules":[{"a":1,"\\u0061":2}]}',
    '$: expected every key once in its object, found "a" twice',
  ],
])('the file %s is refused: %s', (text, flaw) => {
  const [first = ''] = flawsOf(text)
  expect(first.startsWith(flaw)).toBe(true)
  expect(policyOf(readPolicy(text, 'user'), 'user')).toEqual(brokenPolicy('user'))
})

test('a broken policy has no lines and says so; one that was read is itself', () => {
  expect(brokenPolicy('project')).toMatchObject({ source: 'project', isBroken: true, rules: [] })
  const reading = readPolicy('{"version":1,"rules":[]}', 'project')
  expect(policyOf(reading, 'project')).toEqual(emptyPolicy('project'))
})

test('the same key in different objects, and the same word as a value, are no doubles', () => {
  const rules = [
    { effect: 'deny', action: 'agent.mode', mode: ['effect', 'action', 'action'] },
    { effect: 'deny', action: 'agent.mode', mode: 'mode' },
    { effect: 'deny', action: 'agent.mode', mode: ['a,"b"', '{', '\\"', 'a,"b"'] },
  ]
  expect(flawsOf(write({ version: 1, rules }))).toEqual([])
})

test('a file that is too long, or has too many rules, counts for nothing', () => {
  const rule = { effect: 'deny', action: '*' }
  const many = (count: number): string =>
    write({ version: 1, rules: Array.from({ length: count }, () => rule) })
  expect(flawsOf(many(1_000))).toEqual([])
  expect(flawsOf(many(1_001))).toEqual(['$.rules: expected at most 1000 rules, found 1001 rules'])
  const text = '{"version":1,"rules":[]}'
  expect(flawsOf(text.padEnd(262_144))).toEqual([])
  expect(flawsOf(text.padEnd(262_145))).toEqual([
    '$: expected at most 262144 characters, found 262145 characters',
  ])
})

test('a policy of a project may deny and ask, and nothing else', () => {
  for (const effect of ['deny', 'ask']) expect(flawsOfRule({ effect, action: '*' }, 'project')).toEqual([])
  expect(flawsOfRule({ effect: 'allow', action: 'fs.read', path: '**' }, 'project')).toEqual([
    '$.rules[0].effect: expected "ask" or "deny": a project cannot allow, found "allow"',
  ])
  expect(flawsOf(write({ version: 1, rules: [], delegateAlways: 5, headless: 'allow' }), 'project')).toEqual([
    '$.delegateAlways: expected no other keys than version, rules, found "delegateAlways"',
    '$.headless: expected no other keys than version, rules, found "headless"',
  ])
  const reading = readPolicy(write({ version: 1, rules: [{ effect: 'ask', action: '*' }] }), 'project')
  expect('policy' in reading && reading.policy.rules[0]?.id).toBe('project:0')
})

const ALL =
  'fs.read, fs.write, fs.delete, fs.move, terminal.exec, net.fetch, mcp.call, mcp.start, agent.mode, agent.claimed'
const WORDS = `one of ${ALL}, or a family such as fs.*, or *`
const digits = 'sha256: and 64 digits'
test.each<[unknown, string]>([
  [5, ': expected an object, found 5'],
  [[], ': expected an object, found []'],
  [{ action: '*' }, '.effect: expected "allow", "ask" or "deny", found nothing'],
  [{ effect: 'permit', action: '*' }, '.effect: expected "allow", "ask" or "deny", found "permit"'],
  [{ effect: 'deny' }, `.action: expected ${WORDS}, found nothing`],
  [{ effect: 'deny', action: 'fs.look' }, `.action: expected ${WORDS}, found "fs.look"`],
  [{ effect: 'deny', action: 'f*' }, `.action: expected ${WORDS}, found "f*"`],
  [{ effect: 'deny', action: 'f.*' }, `.action: expected ${WORDS}, found "f.*"`],
  [{ effect: 'deny', action: ['fs.read'] }, `.action: expected ${WORDS}, found ["fs.read"]`],
  [
    { effect: 'deny', action: 'fs.read', argv: ['ls'] },
    '.argv: expected no other keys than effect, action, agents, path, found "argv"',
  ],
  [
    { effect: 'deny', action: '*', path: '**' },
    '.path: expected no other keys than effect, action, agents, found "path"',
  ],
  [
    { effect: 'deny', action: 'mcp.*', tool: 'x' },
    '.tool: expected no other keys than effect, action, agents, server, found "tool"',
  ],
  [
    { effect: 'deny', action: 'terminal.exec', constructor: 1 },
    '.constructor: expected no other keys than effect, action, agents, argv, cwd, env, found "constructor"',
  ],
  [
    { effect: 'allow', action: 'fs.read' },
    '.action: expected path beside it, since it allows, found "fs.read"',
  ],
  [{ effect: 'allow', action: 'fs.*' }, '.action: expected path beside it, since it allows, found "fs.*"'],
  [
    { effect: 'allow', action: 'terminal.exec', cwd: '{root}' },
    '.action: expected argv beside it, since it allows, found "terminal.exec"',
  ],
  [
    { effect: 'allow', action: 'net.fetch' },
    '.action: expected url or host beside it, since it allows, found "net.fetch"',
  ],
  [
    { effect: 'allow', action: 'mcp.call', server: SERVER },
    '.action: expected tool beside it, since it allows, found "mcp.call"',
  ],
  [
    { effect: 'allow', action: 'mcp.call', tool: 'x' },
    '.action: expected server beside it, since it allows, found "mcp.call"',
  ],
  [
    { effect: 'allow', action: 'mcp.*', server: SERVER },
    '.action: expected tool beside it, since it allows, found "mcp.*"',
  ],
  [
    { effect: 'allow', action: 'mcp.start' },
    '.action: expected server beside it, since it allows, found "mcp.start"',
  ],
  [
    { effect: 'allow', action: 'agent.mode' },
    '.action: expected mode beside it, since it allows, found "agent.mode"',
  ],
  [{ effect: 'allow', action: '*' }, '.action: expected the name of each action, since it allows, found "*"'],
  [
    { effect: 'allow', action: 'agent.*' },
    '.action: expected the name of each action, since it allows, found "agent.*"',
  ],
  [
    { effect: 'allow', action: 'agent.claimed', kind: 'read' },
    '.kind: expected no kind: it is the agent\'s own word, and grants nothing, found "read"',
  ],
  [
    { effect: 'deny', action: 'agent.claimed', kind: 5 },
    '.kind: expected a word or a list of words, found 5',
  ],
  [{ effect: 'deny', action: 'fs.read', path: 5 }, '.path: expected a path, found 5'],
  [{ effect: 'deny', action: 'fs.read', path: '' }, '.path: expected a path, found ""'],
  [
    { effect: 'deny', action: 'fs.read', path: 'src' },
    '.path: expected a path that begins with {root}, {home}, / or **/, found "src"',
  ],
  [{ effect: 'deny', action: 'terminal.exec', cwd: {} }, '.cwd: expected a path, found {}'],
  [
    { effect: 'deny', action: 'terminal.exec', argv: 'ls' },
    '.argv: expected a list of at most 256 words, found "ls"',
  ],
  [
    { effect: 'deny', action: 'terminal.exec', argv: [1] },
    '.argv: expected a list of at most 256 words, found [1]',
  ],
  [
    { effect: 'deny', action: 'terminal.exec', argv: [] },
    '.argv: expected a program and its words, found []',
  ],
  [
    { effect: 'allow', action: 'terminal.exec', argv: ['curl', '...'] },
    '.argv: expected every word of curl spelt out: it can run, reach, install or delete anything, found ["curl","..."]',
  ],
  [
    { effect: 'deny', action: 'terminal.exec', env: [] },
    '.env: expected a word or a list of words, found []',
  ],
  [
    { effect: 'deny', action: 'terminal.exec', env: [''] },
    '.env: expected a word or a list of words, found [""]',
  ],
  [
    { effect: 'allow', action: 'mcp.start', server: '*' },
    `.server: expected ${digits}: what allows is bound to one server, found "*"`,
  ],
  [{ effect: 'deny', action: 'mcp.start', server: 'x' }, `.server: expected ${digits}, or *, found "x"`],
  [{ effect: 'deny', action: 'mcp.start', server: `${SERVER}0` }, `.server: expected ${digits}, or *`],
  [{ effect: 'deny', action: 'mcp.start', server: `x${SERVER}` }, `.server: expected ${digits}, or *`],
  [{ effect: 'deny', action: 'mcp.call', tool: ['x'] }, '.tool: expected a word, found ["x"]'],
  [{ effect: 'deny', action: 'mcp.call', schema: 5 }, '.schema: expected a word, found 5'],
  [{ effect: 'deny', action: 'net.fetch', host: 5 }, '.host: expected a host or a list of hosts, found 5'],
  [
    { effect: 'deny', action: 'net.fetch', host: ['a.com', 'https://a.com'] },
    '.host: expected hosts such as example.com or *.example.com, found ["a.com","https://a.com"]',
  ],
  [
    { effect: 'deny', action: 'net.fetch', host: '*' },
    '.host: expected hosts such as example.com or *.example.com, found "*"',
  ],
  [{ effect: 'deny', action: 'net.fetch', url: 5 }, '.url: expected an address, found 5'],
  [
    { effect: 'deny', action: 'net.fetch', url: 'https://*.com/' },
    '.url: expected an address such as https://example.com/docs/**, its host spelt out, found "https://*.com/"',
  ],
  [{ effect: 'deny', action: '*', agents: 5 }, '.agents: expected a word or a list of words, found 5'],
])('the line %j is refused: %s', (rule, flaw) => {
  const flaws = flawsOfRule(rule)
  expect(flaws).toHaveLength(1)
  expect(flaws[0]?.startsWith(`$.rules[0]${flaw}`), flaws[0]).toBe(true)
})

test.each<[unknown]>([
  [{ effect: 'allow', action: 'agent.claimed' }],
  [{ effect: 'allow', action: 'agent.claimed', agents: 'pal' }],
  [{ effect: 'deny', action: 'agent.claimed', kind: ['read', 'edit'] }],
  [{ effect: 'deny', action: 'agent.*' }],
  [{ effect: 'allow', action: 'net.fetch', host: ['a.com', '*.b.com'] }],
  [{ effect: 'allow', action: 'net.fetch', url: 'https://a.com/**' }],
  [{ effect: 'ask', action: 'mcp.*', server: '*' }],
  [{ effect: 'allow', action: 'mcp.call', server: SERVER, tool: 'x*', schema: 's' }],
  [{ effect: 'allow', action: 'mcp.start', server: SERVER }],
  [{ effect: 'allow', action: 'terminal.*', argv: ['ls', ''], env: 'CI' }],
  [{ effect: 'allow', action: 'fs.*', path: '{root}/**' }],
  [{ effect: 'deny', action: 'terminal.exec', argv: Array.from({ length: 256 }, () => 'x') }],
  [{ effect: 'deny', action: 'agent.mode', mode: Array.from({ length: 256 }, () => 'x') }],
  [{ effect: 'deny', action: 'agent.mode', mode: 'x'.repeat(4_096) }],
])('the line %j is read', rule => {
  expect(flawsOfRule(rule)).toEqual([])
})

test('lists and words have a greatest length', () => {
  const list = Array.from({ length: 257 }, () => 'x')
  const deny = { effect: 'deny', action: 'agent.mode' }
  expect(flawsOfRule({ ...deny, mode: list })).toHaveLength(1)
  expect(flawsOfRule({ ...deny, mode: 'x'.repeat(4_097) })).toHaveLength(1)
  expect(flawsOfRule({ effect: 'deny', action: 'terminal.exec', argv: list })).toHaveLength(1)
})

test('every flaw of a file is reported, and what was found is cut where it is long', () => {
  const rules = [
    { effect: 'deny', action: '*' },
    { effect: 'x', action: 'y', z: 1 },
    { effect: 'deny', action: '*', agents: '' },
  ]
  expect(flawsOf(write({ version: 3, rules })).map(flaw => flaw.split(':')[0])).toEqual([
    '$.version',
    '$.rules[1].effect',
    '$.rules[1].action',
    '$.rules[2].agents',
  ])
  expect(flawsOf(write({ version: 'x'.repeat(100), rules: [] }))).toEqual([
    `$.version: expected 1, found "${'x'.repeat(59)}…`,
  ])
  expect(flawsOf(write({ version: 'x'.repeat(58), rules: [] }))).toEqual([
    `$.version: expected 1, found "${'x'.repeat(58)}"`,
  ])
})

test('a file that is nested without end is refused like any other', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(flawsOf(`{"version":${deep},"rules":[]}`)).toHaveLength(1)
  expect(flawsOf(`{"version":1,"rules":[{"effect":${deep},"action":"*"}]}`)).toHaveLength(1)
})
