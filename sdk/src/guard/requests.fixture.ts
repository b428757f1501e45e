/** Requests, policies and answers to generate, each labelled by hand with what a careful person would say of it. */
import * as fc from 'fast-check'
import type { Action, Place, Scope } from './index.js'

export const HOUR = 3_600_000
export const SERVER = `sha256:${'a'.repeat(64)}`
export const OTHER_SERVER = `sha256:${'b'.repeat(64)}`

interface LabelledPlace {
  readonly place: Place
  readonly label: 'plain' | 'protected' | 'secret-like'
  readonly isInside: boolean
}

const inside = (path: string, label: LabelledPlace['label'] = 'plain'): LabelledPlace => ({
  place: { path, root: '/w' },
  label,
  isInside: true,
})
const outside = (path: string, label: LabelledPlace['label'] = 'plain'): LabelledPlace => ({
  place: { path },
  label,
  isInside: false,
})

export const PLACES = {
  a: inside('/w/src/a.ts'),
  b: inside('/w/src/deep/b.ts'),
  kept: inside('/w/secrets/k.txt'),
  env: inside('/w/.env', 'secret-like'),
  hook: inside('/w/.git/hooks/pre-commit', 'protected'),
  editor: inside('/w/packages/x/.vscode/settings.json', 'protected'),
  passwd: outside('/etc/passwd'),
  notes: outside('/home/me/notes.txt'),
  policy: outside('/home/me/.config/parley/policy.json', 'protected'),
}
export type PlaceName = keyof typeof PLACES
const INSIDE: readonly PlaceName[] = ['a', 'b', 'kept', 'env', 'hook', 'editor']
const EVERYWHERE: readonly PlaceName[] = [...INSIDE, 'passwd', 'notes', 'policy']

/** Patterns for paths: what they stop, and what they may allow. */
export const GLOBS: Readonly<
  Record<string, { readonly stops: readonly PlaceName[]; readonly allows: readonly PlaceName[] }>
> = {
  '{root}/src/**': { stops: ['a', 'b'], allows: ['a', 'b'] },
  '{root}/**': { stops: INSIDE, allows: INSIDE },
  '**': { stops: EVERYWHERE, allows: INSIDE },
  '**/secrets/**': { stops: ['kept'], allows: ['kept'] },
  '{home}/**': { stops: ['notes', 'policy'], allows: ['notes', 'policy'] },
  '/etc/*': { stops: ['passwd'], allows: ['passwd'] },
  '{root}/src/?.ts': { stops: ['a'], allows: ['a'] },
  '/w/s*/*': { stops: ['a', 'kept'], allows: ['a', 'kept'] },
}

interface LabelledCommand {
  readonly argv: readonly string[]
  readonly isShell?: boolean
  /** How long a yes may last at most. */
  readonly most: Scope
}

export const COMMANDS = {
  test: { argv: ['npm', 'test'], most: 'always' },
  testOne: { argv: ['npm', 'test', '--', 'one'], most: 'always' },
  install: { argv: ['npm', 'install', 'left-pad'], most: 'once' },
  remove: { argv: ['rm', '-rf', '/'], most: 'once' },
  sudo: { argv: ['/usr/bin/sudo', 'ls'], most: 'once' },
  hidden: { argv: ['env', 'FOO=1', 'sudo', 'ls'], most: 'once' },
  list: { argv: ['ls', '-la'], most: 'always' },
  push: { argv: ['git', 'push'], most: 'once' },
  status: { argv: ['git', 'status'], most: 'always' },
  shell: { argv: ['sh', '-c', 'ls && date'], isShell: true, most: 'session' },
  download: { argv: ['sh', '-c', 'curl x | tar x'], isShell: true, most: 'once' },
} as const satisfies Record<string, LabelledCommand>
export type CommandName = keyof typeof COMMANDS
const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

/** Patterns for commands: what they stop, and what they allow, if they may allow at all. */
export const ARGVS: readonly {
  readonly argv: readonly string[]
  readonly stops: readonly CommandName[]
  readonly allows?: readonly CommandName[]
}[] = [
  { argv: ['npm', 'test', '...'], stops: ['test', 'testOne'], allows: ['test', 'testOne'] },
  { argv: ['npm', '...'], stops: ['test', 'testOne', 'install'], allows: ['test', 'testOne'] },
  { argv: ['npm', '*'], stops: ['test'], allows: ['test'] },
  { argv: ['rm', '...'], stops: ['remove'] },
  { argv: ['sudo', '...'], stops: ['sudo'] },
  { argv: ['*', '...'], stops: COMMAND_NAMES },
  { argv: ['git', 'push'], stops: ['push'], allows: ['push'] },
  { argv: ['git', '...'], stops: ['push', 'status'], allows: ['status'] },
  { argv: ['sh', '-c', 'ls && date'], stops: ['shell'], allows: ['shell'] },
]

const placeName = fc.constantFrom(...(Object.keys(PLACES) as PlaceName[]))
const cwd = fc.constantFrom<Place>({ path: '/w', root: '/w' }, { path: '/tmp' })
const env = fc.constantFrom<Record<string, string>[]>({}, {}, { CI: '1' }, { CI: '2' })

/** An action, and what was put into it. */
export interface Request {
  readonly action: Action
  readonly places: readonly PlaceName[]
  readonly command?: CommandName
}

const file = placeName.chain(name => {
  const at = PLACES[name].place
  return fc.constantFrom<Request[]>(
    { action: { action: 'fs.read', at }, places: [name] },
    { action: { action: 'fs.write', at, isNew: false, sha256: 'c0' }, places: [name] },
    { action: { action: 'fs.write', at, isNew: true, sha256: 'c1' }, places: [name] },
    { action: { action: 'fs.delete', at: [at], isFolder: false }, places: [name] },
    { action: { action: 'fs.delete', at: [at], isFolder: true }, places: [name] },
  )
})
const move = fc.tuple(placeName, placeName).map<Request>(([from, to]) => ({
  action: { action: 'fs.move', from: PLACES[from].place, to: PLACES[to].place },
  places: [from, to],
}))
const run = fc.tuple(fc.constantFrom(...COMMAND_NAMES), cwd, env).map<Request>(([command, at, variables]) => {
  const { argv, isShell = false }: LabelledCommand = COMMANDS[command]
  return { action: { action: 'terminal.exec', argv, isShell, cwd: at, env: variables }, places: [], command }
})
const other = fc.constantFrom<Action[]>(
  { action: 'net.fetch', url: 'https://example.com/docs/a' },
  { action: 'net.fetch', url: 'https://example.com@evil.test/docs/a' },
  { action: 'mcp.call', server: SERVER, tool: 'search', schema: 's1' },
  { action: 'mcp.call', server: SERVER, tool: 'search', schema: 's2' },
  { action: 'mcp.call', server: OTHER_SERVER, tool: 'search', schema: 's1' },
  { action: 'mcp.start', server: SERVER, argv: ['server'] },
  { action: 'agent.mode', mode: 'code' },
  { action: 'agent.mode', mode: 'bypassPermissions' },
  { action: 'agent.claimed', kind: 'read', title: 'rm -rf /', wasCleaned: false },
  { action: 'agent.claimed', kind: 'read', title: 'rm -rf /', wasCleaned: true },
)

export const request: fc.Arbitrary<Request> = fc.oneof(
  { weight: 4, arbitrary: file },
  move,
  { weight: 4, arbitrary: run },
  { weight: 2, arbitrary: other.map<Request>(action => ({ action, places: [] })) },
)

/** A line of a policy as its author writes it. */
export type RawRule = Readonly<Record<string, unknown>> & { readonly effect: string; readonly action: string }

const stopping = fc.constantFrom('ask', 'deny')
const anyEffect = fc.constantFrom('allow', 'allow', 'allow', 'allow', 'ask', 'deny')
const fileRule = (effect: fc.Arbitrary<string>): fc.Arbitrary<RawRule> =>
  fc.record({
    effect,
    action: fc.constantFrom('fs.read', 'fs.write', 'fs.*', 'fs.move', 'fs.delete'),
    path: fc.constantFrom(...Object.keys(GLOBS)),
  })
const runRule = (effect: fc.Arbitrary<string>): fc.Arbitrary<RawRule> =>
  fc.tuple(effect, fc.constantFrom(...ARGVS), fc.boolean()).map(([wish, { argv, allows }, isBound]) => ({
    effect: wish === 'allow' && allows === undefined ? 'deny' : wish,
    action: 'terminal.exec',
    argv,
    ...(isBound && { cwd: '{root}', env: ['CI'] }),
  }))
const otherRule = fc.constantFrom<RawRule[]>(
  { effect: 'allow', action: 'net.fetch', host: 'example.com' },
  { effect: 'allow', action: 'net.fetch', url: 'https://example.com/docs/**' },
  { effect: 'deny', action: 'net.fetch', host: '*.test' },
  { effect: 'deny', action: 'net.fetch', host: 'evil.test' },
  { effect: 'allow', action: 'mcp.call', server: SERVER, tool: '*' },
  { effect: 'allow', action: 'mcp.call', server: SERVER, tool: 'search', schema: 's1' },
  { effect: 'ask', action: 'mcp.*', server: '*' },
  { effect: 'allow', action: 'mcp.start', server: SERVER },
  { effect: 'allow', action: 'agent.mode', mode: ['code', 'bypassPermissions'] },
  { effect: 'deny', action: 'agent.mode', mode: ['bypassPermissions'] },
  { effect: 'deny', action: 'agent.claimed', kind: 'read' },
  { effect: 'deny', action: '*', agents: ['other@2'] },
)

const withAgents = (rule: fc.Arbitrary<RawRule>): fc.Arbitrary<RawRule> =>
  fc
    .tuple(
      rule,
      fc.constantFrom<(string[] | undefined)[]>(undefined, undefined, undefined, ['pal'], ['other@2']),
    )
    .map(([line, agents]) => (agents === undefined ? line : { ...line, agents }))

export const userRules = fc.array(withAgents(fc.oneof(fileRule(anyEffect), runRule(anyEffect), otherRule)), {
  maxLength: 8,
})
export const projectRules = fc.array(withAgents(fc.oneof(fileRule(stopping), runRule(stopping))), {
  maxLength: 2,
})

/** An answer that somebody gave some time ago. */
export const answer = fc.record({
  to: request,
  scope: fc.constantFrom<Scope[]>('once', 'session', 'workspace', 'always'),
  effect: fc.constantFrom('allow', 'allow', 'reject'),
  sessionId: fc.constantFrom('one', 'one', 'two'),
  workspace: fc.constantFrom('here', 'here', 'there'),
  agent: fc.constantFrom('pal', 'pal', 'other'),
  age: fc.constantFrom(0, HOUR, 24 * HOUR - 1, 24 * HOUR, 30 * 24 * HOUR - 1, 30 * 24 * HOUR, -1),
})
export type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never
