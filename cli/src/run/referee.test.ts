import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PermissionRequest } from '@parley/acp/client'
import type { Claim, FileWrite } from '@parley/acp/guard'
import { expect, onTestFinished, test } from 'vitest'
import { readAllowance } from './allowance.js'
import type { RunFlags } from './flags.js'
import { Halt } from './halt.js'
import { readHousePolicy } from './house-policy.js'
import { KnownCalls } from './known-calls.js'
import { Referee } from './referee.js'

const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
] as const

interface Shown {
  readonly kind: string
  readonly runs?: readonly string[]
  readonly where?: string
  readonly writes?: readonly string[]
  readonly sha256?: string
  /** The call in the question; `@` is the root. */
  readonly call?: object
  /** What was told of the call before. */
  readonly told?: readonly object[]
}

/** What flags answer to what is shown: an answer, or the advice with which the run ends. */
async function answer(
  { kind, runs, where = '.', writes, sha256 = 'ab', call = {}, told = [] }: Shown,
  flags: Pick<RunFlags, 'allow' | 'deny' | 'approve'>,
): Promise<string | undefined> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-referee-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  symlinkSync(root, join(root, 'link'))
  symlinkSync('/etc', join(root, 'out'))
  const toolCall = {
    toolCallId: 'q',
    kind,
    ...call,
    ...JSON.parse(JSON.stringify(call).replaceAll('@', root)),
  }
  const toWrite = (name: string): FileWrite => ({
    ...{ action: 'fs.write', at: { path: join(root, name), root }, isNew: true, sha256 },
  })
  const action: Claim = {
    ...{ action: 'agent.claimed', kind, title: 'Do it', wasCleaned: false },
    ...(runs && { runs: { argv: runs, cwd: join(root, where) } }),
    ...(writes && { writes: writes.map(toWrite) }),
  }
  const shell = { env: { XDG_CONFIG_HOME: root }, cwd: root } as unknown as Parameters<
    typeof readHousePolicy
  >[2]
  const allowance = readAllowance(flags)
  const policy = await readHousePolicy(undefined, allowance, shell)
  const halt = new Halt()
  const calls = new KnownCalls()
  for (const each of JSON.parse(JSON.stringify(told).replaceAll('@', root)))
    calls.note({ method: 'session/update', params: { sessionId: 's', update: { toolCallId: 'q', ...each } } })
  const referee = new Referee({ allowance, halt, policy, calls })
  const request = {
    ...{ sessionId: 's', session: { id: 's', roots: [root] }, title: 'Do it', options, action, raw: {} },
    toolCall,
    decision: { effect: 'ask', by: 'default:ask', reason: '', scopes: ['once'] },
  } as unknown as PermissionRequest
  const chosen = await referee.answer(request, {
    sessionId: 's',
    roots: [root],
    signal: new AbortController().signal,
  })
  halt.settle()
  return chosen?.optionId ?? halt.wish?.cure
}

test.each<[Shown, string]>([
  [{ kind: 'execute', runs: ['touch made'] }, 'execute:touch made'],
  [{ kind: 'execute', runs: ['touch', 'made'] }, 'execute:touch made'],
  [{ kind: 'other', runs: ['touch', 'made'] }, 'execute:touch made'],
  [{ kind: 'execute', runs: ['touch made; true'] }, `execute:sh -c 'touch made; true'`],
  [{ kind: 'execute', runs: ['touch made; true'] }, 'execute'],
  [{ kind: 'read', runs: ['ls'] }, 'execute'],
  [{ kind: 'execute' }, 'execute'],
  [{ kind: 'edit', writes: ['a.md', 'b.md'] }, 'edit:*.md'],
])('a flag answers for what is shown: %j, --allow %s', async (shown, line) => {
  expect(await answer(shown, { allow: [line] })).toBe('yes')
})

test.each<[Shown, string]>([
  [{ kind: 'execute', runs: ['touch made; true'] }, 'execute:touch ...'],
  [{ kind: 'execute', runs: ['touch made'], where: '..' }, 'execute:touch made'],
  [{ kind: 'execute', runs: ['touch made'], where: 'link' }, 'execute:touch made'],
  [{ kind: 'execute', runs: ['touch other'] }, 'execute:touch made'],
  [{ kind: 'edit', writes: ['a.md', 'b.txt'] }, 'edit:*.md'],
  [{ kind: 'edit', writes: ['a.md'], sha256: '' }, 'edit:a.md'],
  [{ kind: 'edit', writes: ['a.md'], runs: ['ls'] }, 'edit:a.md'],
  [{ kind: 'edit', writes: ['a.md'], runs: ['ls'] }, 'execute'],
  [{ kind: 'execute' }, 'execute:touch made'],
])('a flag answers for nothing else: %j, --allow %s', async (shown, line) => {
  expect(await answer(shown, { allow: [line] })).toMatch(/^To allow it: /)
})

test.each<[Shown, string, Pick<RunFlags, 'allow' | 'approve'>]>([
  [{ kind: 'execute', runs: ['touch made'] }, 'execute', {}],
  [{ kind: 'execute' }, 'execute', { approve: 'all' }],
  [{ kind: 'execute', runs: ['touch made'] }, 'execute:touch ...', { allow: ['execute'] }],
  [{ kind: 'edit', writes: ['a.md'] }, 'edit:*.md', { approve: 'edits' }],
  [{ kind: 'edit', writes: ['a.md'], sha256: '', runs: ['ls'] }, 'execute:ls', { approve: 'all' }],
])('what a flag denies is denied at once: %j, --deny %s, %j', async (shown, line, more) => {
  expect(await answer(shown, { deny: [line], ...more })).toBe('no')
})

test.each<[Shown, string]>([
  [{ kind: 'execute', runs: ['npm test'] }, `--allow 'execute:npm test', or more broadly: --allow execute`],
  [{ kind: 'edit', writes: ['a b.md'] }, `--allow 'edit:a b.md', or more broadly: --approve edits`],
  [{ kind: 'read', runs: ['ls'] }, '--allow execute:ls, or more broadly: --allow execute'],
  [{ kind: 'fetch' }, '--allow claimed:fetch'],
  [
    { kind: 'read', writes: ['a'], runs: ['ls'] },
    '--allow execute:ls --allow edit:a, or more broadly: --approve all',
  ],
])('the narrowest flag that would work is named first: %j', async (shown, flags) => {
  expect(await answer(shown, {})).toBe(`To allow it: ${flags}`)
})

const at = (...paths: readonly string[]): object => ({ locations: paths.map(path => ({ path })) })

test.each<[Shown, Pick<RunFlags, 'allow' | 'approve'>]>([
  [{ kind: 'edit', call: at('@/src/a.ts', 'src/b.ts') }, { approve: 'edits' }],
  [{ kind: 'search', call: at('@') }, { approve: 'reads' }],
  [{ kind: 'read', call: { rawInput: { path: 'a.ts' } } }, { allow: ['claimed:read'] }],
  [{ kind: 'edit', writes: ['a.md'], call: at('@/a.md') }, { allow: ['edit:a.md'] }],
  [{ kind: 'edit', call: at('@/.env') }, { approve: 'all' }],
])('a kind is believed at places inside: %j, %j', async (shown, flags) => {
  expect(await answer(shown, flags)).toBe('yes')
})

test.each<[Shown, Pick<RunFlags, 'allow' | 'approve'>]>([
  [{ kind: 'read', call: at('@/a', '/etc/passwd') }, { approve: 'reads' }],
  [{ kind: 'read', call: at('@/../x') }, { approve: 'reads' }],
  [{ kind: 'read', call: at('~/x') }, { approve: 'reads' }],
  [{ kind: 'read', call: at('out/passwd') }, { approve: 'reads' }],
  [{ kind: 'edit', call: at('out/none/new') }, { approve: 'edits' }],
  [{ kind: 'read', call: at('@/.env') }, { allow: ['claimed:read'] }],
  [{ kind: 'delete', call: at('@/.git/config') }, { approve: 'edits' }],
  [{ kind: 'edit', call: at('@/AGENTS.md') }, { allow: ['claimed:edit'] }],
  [{ kind: 'read', call: at('file:///etc/passwd') }, { approve: 'reads' }],
  [{ kind: 'move', call: { rawInput: { from: 'a', to: '/etc/a' } } }, { approve: 'edits' }],
  [{ kind: 'edit', writes: ['a.md'], call: at('@/.env') }, { allow: ['edit:a.md'] }],
])('a kind is not believed at other places: %j, %j', async (shown, flags) => {
  expect(await answer(shown, flags)).toBe('To allow it: --approve all')
})

test.each<[Shown, string, Pick<RunFlags, 'allow' | 'approve'>]>([
  [{ kind: 'edit', call: at('@/ci/x') }, 'edit:ci/**', { approve: 'edits' }],
  [{ kind: 'read', call: at('ci/x') }, 'read:ci/**', { approve: 'reads' }],
  [{ kind: 'delete', call: at('link/ci/x') }, 'edit:ci/**', { approve: 'all' }],
])('a place that a flag denies is denied: %j, --deny %s, %j', async (shown, line, more) => {
  expect(await answer(shown, { deny: [line], ...more })).toBe('no')
})

const diff = { type: 'diff', path: '/etc/passwd', oldText: null, newText: 'x' }
const command = { rawInput: { command: 'rm -rf x' } }

test.each<[Shown, Pick<RunFlags, 'allow' | 'approve'>]>([
  [{ kind: 'read', told: [{ kind: 'execute', ...command }] }, { approve: 'reads' }],
  [{ kind: 'read', told: [{ kind: 'edit' }] }, { approve: 'reads' }],
  [{ kind: 'read', told: [{ kind: 'read', ...command, status: 'completed' }] }, { approve: 'reads' }],
  [
    { kind: 'edit', told: [{ kind: 'edit', content: [diff] }, { status: 'completed' }] },
    { approve: 'edits' },
  ],
  [
    { kind: 'edit', told: [{ sessionUpdate: 'tool_call_content_chunk', content: diff }] },
    { allow: ['claimed:edit'] },
  ],
  [{ kind: 'read', told: [at('/etc/passwd')] }, { approve: 'reads' }],
  [
    { kind: 'execute', runs: ['ls'], call: { rawInput: { command: 'ls' } }, told: [command] },
    { allow: ['execute'] },
  ],
  [
    { kind: 'execute', runs: ['ls'], call: { rawInput: { command: 'ls' } }, told: [command] },
    { allow: ['execute:ls'] },
  ],
  [{ kind: 'other', call: { kind: undefined }, told: [{ kind: 'execute' }] }, { allow: ['claimed:other'] }],
])('a question that is split from its call is not answered: %j, %j', async (shown, flags) => {
  expect(await answer(shown, flags)).toBe('To allow it: --approve all')
  expect(await answer(shown, { approve: 'all' })).toBe('yes')
})

test.each<[Shown, Pick<RunFlags, 'allow' | 'approve'>]>([
  [{ kind: 'read', told: [{ kind: 'read', ...at('@/a') }] }, { approve: 'reads' }],
  [
    { kind: 'edit', call: { content: [diff] }, told: [{ kind: 'edit', content: [diff] }] },
    { approve: 'edits' },
  ],
  [
    { kind: 'execute', runs: ['rm -rf x'], call: command, told: [{ kind: 'execute', ...command }] },
    { allow: ['execute'] },
  ],
  [
    {
      ...{ kind: 'other', runs: ['rm -rf x'], call: { ...command, kind: undefined } },
      told: [{ kind: 'execute', ...command }],
    },
    { allow: ['execute'] },
  ],
])('a question that shows what its call has is answered: %j, %j', async (shown, flags) => {
  expect(await answer(shown, flags)).toBe('yes')
})

const odd = (more: object): object => ({ rawInput: { command: 'npm test', ...more } })

test.each<[Shown, string, string]>([
  [
    { kind: 'execute', runs: ['npm test'], call: odd({ env: { A: '1' } }) },
    'execute:npm test',
    '--allow execute',
  ],
  [
    { kind: 'execute', runs: ['npm test'], call: odd({ workdir: '/' }) },
    'execute:npm test',
    '--allow execute',
  ],
  [{ kind: 'execute', writes: ['a.md'] }, 'edit:a.md', '--approve all'],
  [{ kind: 'edit', runs: ['npm test'] }, 'execute:npm test', '--approve all'],
  [{ kind: 'edit', runs: ['npm test'] }, 'execute', '--approve all'],
])('a narrow line does not answer for more than it says: %j, --allow %s', async (shown, line, needed) => {
  expect(await answer(shown, { allow: [line] })).toMatch(new RegExp(`^To allow it: ${needed}`))
})

test('what says how long a command may take, or what it is for, does not matter', async () => {
  const call = odd({ description: 'Test', timeout: 5 })
  expect(await answer({ kind: 'execute', runs: ['npm test'], call }, { allow: ['execute:npm test'] })).toBe(
    'yes',
  )
})

test.each<[Shown, readonly string[], string]>([
  [
    { kind: 'execute', runs: ['true; rm x'] },
    ['execute'],
    `To allow it: --allow 'execute:sh -c '\\''true; rm x'\\'''`,
  ],
  [
    { kind: 'execute', runs: ['bash', '-c', 'rm x'] },
    ['execute'],
    `To allow it: --allow 'execute:bash -c '\\''rm x'\\'''`,
  ],
  [{ kind: 'execute' }, ['execute'], 'To allow it: --approve all'],
  [
    { kind: 'execute', runs: ['true; rm x'] },
    ['claimed:execute'],
    `To allow it: --allow 'execute:sh -c '\\''true; rm x'\\'''`,
  ],
  [{ kind: 'execute', runs: ['true; ls'] }, [`execute:sh -c 'true; ls'`], 'yes'],
  [{ kind: 'execute', runs: ['ls x'] }, ['execute'], 'yes'],
  [{ kind: 'execute', runs: ['rm x'] }, ['execute'], 'no'],
])(
  'a text for a shell is not held against --deny execute:rm ...: %j, --allow %j',
  async (shown, allow, said) => {
    expect(await answer(shown, { allow, deny: ['execute:rm ...'] })).toBe(said)
  },
)
