import { expect, test } from 'vitest'
import type { Action } from './action.js'
import { describeAction, describeGrant, withBlanksCounted } from './description.js'
import { toGrant } from './grant.js'
import { BLANK, CLAIM, inRoot, READ, toRun, WRITE } from './setting.fixture.js'

test.each<[Action, readonly string[]]>([
  [READ, ['Read a file', '  /w/src/a.ts']],
  [
    { action: 'fs.read', at: { path: '/etc/x' } },
    ['Read a file', '  /etc/x (outside the session’s directories)'],
  ],
  [WRITE, ['Change a file', '  /w/src/a.ts']],
  [
    { ...WRITE, isNew: true, changesScripts: true },
    ['Create a file', '  /w/src/a.ts', '  and the programs it runs by itself'],
  ],
  [{ action: 'fs.delete', at: [inRoot('/w/a')], isFolder: false }, ['Delete a file', '  /w/a']],
  [
    { action: 'fs.delete', at: [inRoot('/w/a'), inRoot('/w/b')], isFolder: false },
    ['Delete 2 files', '  /w/a', '  /w/b'],
  ],
  [
    { action: 'fs.delete', at: [inRoot('/w/a')], isFolder: true },
    ['Delete a folder and everything in it', '  /w/a'],
  ],
  [
    { action: 'fs.move', from: inRoot('/w/a'), to: { path: '/b' } },
    ['Move a file', '  from /w/a', '  to /b (outside the session’s directories)'],
  ],
  [
    toRun(['npm', 'run', 'a b'], { env: { B: '2', A: '1' } }),
    ['Run a program', '  [0] npm', '  [1] run', '  [2] a b', '  in /w', '  with A=1', '  with B=2'],
  ],
  [
    toRun(['sh', '-c', 'ls'], { isShell: true, cwd: { path: '/tmp' } }),
    [
      'Give text to a shell',
      '  [0] sh',
      '  [1] -c',
      '  [2] ls',
      '  in /tmp (outside the session’s directories)',
    ],
  ],
  [{ action: 'net.fetch', url: 'https://a/' }, ['Fetch an address', '  https://a/']],
  [
    { action: 'mcp.call', server: 'sha256:0', tool: 'find', schema: '' },
    ['Call a tool of an MCP server', '  find', '  of sha256:0'],
  ],
  [
    { action: 'mcp.start', server: 'sha256:0', argv: ['node', 'x'] },
    ['Start an MCP server', '  [0] node', '  [1] x', '  sha256:0'],
  ],
  [{ action: 'agent.mode', mode: 'plan' }, ['Switch the agent’s mode', '  to plan']],
  [CLAIM, ['The agent says, and nobody checked:', '  rm -rf /', '  (it calls this “read”)']],
  [
    { ...CLAIM, kind: 'edit', title: 'Tidy', writes: [WRITE] } as Action,
    ['The agent asks to make the change below, in its own words:', '  Tidy', '  (it calls this “edit”)'],
  ],
])('%j is described whole', (action, lines) => {
  expect(describeAction(action)).toEqual(lines)
})

test('a grant says what it will do, for whom and how long', () => {
  const say = (scope: 'session' | 'workspace' | 'always', more: object = {}) =>
    describeGrant(toGrant(WRITE, { id: 'g', scope, ...more }, BLANK)!)
  expect(say('session')).toBe('Allow fs.write /w/src/a.ts for pal, in this session, for at most 24 hours')
  expect(say('workspace', { effect: 'reject' })).toBe(
    'Reject fs.write /w/src/a.ts for pal, in this workspace, for 30 days',
  )
  expect(say('always', { glob: '{root}/src/**' })).toBe(
    'Allow fs.write /w/src/** for pal, until it is revoked',
  )
  const run = toGrant(toRun(['npm', 'test']), { id: 'g', scope: 'always' }, { ...BLANK, agent: undefined })!
  expect(describeGrant(run)).toBe('Allow terminal.exec ["npm","test"] in /w, until it is revoked')
  expect(describeGrant({ ...run, agent: 'unchecked:pal' })).toContain(' for an agent that calls itself pal,')
  const told = (action: Action, more: object = {}) =>
    describeGrant(toGrant(action, { id: 'g', scope: 'session', ...more }, { ...BLANK, agent: undefined })!)
  expect(told(toRun(['ls'], { cwd: inRoot('/w/a b'), env: { CI: '1' } }))).toBe(
    'Allow terminal.exec ["ls"] in "/w/a b" with [["CI","1"]], in this session, for at most 24 hours',
  )
  expect(told({ action: 'fs.move', from: inRoot('/w/a'), to: inRoot('/w/b c') })).toContain(
    'fs.move /w/a to "/w/b c",',
  )
  expect(told({ action: 'fs.delete', at: [inRoot('/w/a'), inRoot('/w/b')], isFolder: false })).toContain(
    'fs.delete /w/a /w/b,',
  )
  expect(told({ action: 'mcp.start', server: 's', argv: ['x'] }, { effect: 'reject' })).toContain(
    'mcp.start s ["x"],',
  )
  expect(describeGrant({ ...run, covers: { facts: '"x"' } })).toBe('Allow "x", until it is revoked')
})

test('blanks and line breaks beyond what people write are counted', () => {
  expect(withBlanksCounted(`a${' '.repeat(7)}b\n\n\nc`)).toBe(`a${' '.repeat(7)}b\n\n\nc`)
  expect(withBlanksCounted(`a${' '.repeat(8)}b`)).toBe('a «8 blanks» b')
  expect(withBlanksCounted(`a${'\t'.repeat(9)}b${'\n'.repeat(4)}c`)).toBe('a «9 blanks» b «4 line breaks» c')
})
