import { expect, test } from 'vitest'
import { readAllowance } from './allowance.js'

const ruleOf = (line: string, effect: 'allow' | 'deny' = 'allow') =>
  readAllowance({ [effect]: [line] }).rules[0]?.rule

test.each([
  ['edit', { action: 'fs.write', path: '{root}/**' }],
  ['edit:src/*.ts', { action: 'fs.write', path: '{root}/src/*.ts' }],
  ['edit:./a', { action: 'fs.write', path: '{root}/a' }],
  ['read:/etc/hosts', { action: 'fs.read', path: '/etc/hosts' }],
  ['read:~/notes/**', { action: 'fs.read', path: '{home}/notes/**' }],
  ['edit:**/a:b', { action: 'fs.write', path: '**/a:b' }],
  ['execute:npm run "a b"', { action: 'terminal.exec', argv: ['npm', 'run', 'a b'] }],
  ['claimed', { action: 'agent.claimed' }],
  ['{"action":"fs.write","path":"x"}', { action: 'fs.write', path: 'x' }],
])('%s is a line of a policy', (line, rule) => {
  expect(ruleOf(line)).toEqual({ effect: 'allow', ...rule })
})

test('a line that denies may leave more open', () => {
  expect(ruleOf('execute', 'deny')).toEqual({ effect: 'deny', action: 'terminal.exec' })
  expect(ruleOf('claimed:delete', 'deny')).toEqual({
    effect: 'deny',
    action: 'agent.claimed',
    kind: 'delete',
  })
})

test('a line in JSON cannot turn a denial into a yes', () => {
  expect(ruleOf('{"effect":"allow","action":"fs.*"}', 'deny')).toEqual({ effect: 'deny', action: 'fs.*' })
})

test.each(['', 'edit:', 'execute:', 'write', 'everything', '{', '[]', 'execute:"a'])(
  '%j is no line that allows',
  line => {
    expect(() => readAllowance({ allow: [line] })).toThrow('--allow: expected read:<path>')
  },
)

test('approvals name the kinds that are taken on the word of an agent', () => {
  const kinds = (approve: 'reads' | 'edits' | 'all') => [...readAllowance({ approve }).believed.keys()]
  expect(kinds('reads')).toEqual(['read', 'search', 'think'])
  expect(kinds('edits')).toEqual(['read', 'search', 'think', 'edit', 'delete', 'move'])
  expect(kinds('all')).toEqual([])
  expect(readAllowance({ approve: 'all' }).everything).toBe('--approve all')
})

test('every command is allowed by one word', () => {
  const { commands, believed, rules } = readAllowance({ allow: ['execute'] })
  expect({ commands, rules }).toEqual({ commands: '--allow execute', rules: [] })
  expect(believed.get('execute')).toBe('--allow execute')
})

test.each([
  ['exec:ls', 'execute:ls'],
  ['run:npm test', `'execute:npm test'`],
  ['write:a.txt', 'edit:a.txt'],
  ['edits', 'edit'],
])('%s is told with the word that was meant', (line, meant) => {
  expect(() => readAllowance({ allow: [line] })).toThrow(
    expect.objectContaining({ cure: `Did you mean --allow ${meant}?` }),
  )
})
