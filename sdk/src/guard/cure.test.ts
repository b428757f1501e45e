import { expect, test } from 'vitest'
import { cureOf, whereIs } from './cure.js'
import { BLANK, CLAIM, inRoot, READ, toPolicy, toRun } from './setting.fixture.js'

const LINE = { effect: 'allow', action: 'terminal.exec', argv: ['npm', 'test'], agents: ['chum', 'mate@2'] }
const ACTION = toRun(['npm', 'test'])
const ALLOWING =
  'This line in the user policy would allow it: {"effect":"allow","action":"terminal.exec","argv":["npm","test"],"cwd":"{root}","agents":["pal@1"]}'

test('the line that would allow an action is said, and that none can where none could', () => {
  expect(cureOf(ACTION, BLANK)).toBe(ALLOWING)
  const moved = { action: 'fs.move', from: inRoot('/w/a'), to: inRoot('/w/b') } as const
  expect(cureOf(moved, BLANK)).toBe('No policy line can allow this.')
})

test('a line that names other agents is told of, with where it stands and who acts', () => {
  const deny = { effect: 'deny', action: 'net.fetch' }
  const policies = [{ ...toPolicy([deny, LINE]), file: '/home/me/policy.json' }]
  expect(cureOf(ACTION, { ...BLANK, policies })).toBe(
    `$.rules[1] of /home/me/policy.json allows it for chum, mate@2 alone, and this is pal@1. ${ALLOWING}`,
  )
  const versionless = cureOf(ACTION, { ...BLANK, policies, agent: { name: 'pal' } })
  expect(versionless).toContain('alone, and this is pal of no known version. ')
  expect(cureOf(ACTION, { ...BLANK, policies, agent: undefined })).toContain(
    'alone, and nobody told the host which agent this is (its option `agent`). ',
  )
})

test('a line that would not allow it either is not told of', () => {
  const lines = [
    { ...LINE, effect: 'ask' },
    { ...LINE, effect: 'deny' },
    { effect: 'allow', action: 'terminal.exec', argv: ['npm', 'test'] },
    { ...LINE, argv: ['npm', 'publish'] },
  ]
  for (const line of lines) expect(cureOf(ACTION, { ...BLANK, policies: [toPolicy([line])] })).toBe(ALLOWING)
  const project = { ...toPolicy([LINE]), source: 'project' } as const
  expect(cureOf(ACTION, { ...BLANK, policies: [project] })).toBe(ALLOWING)
  for (const action of [READ, CLAIM])
    expect(cureOf(action, { ...BLANK, policies: [toPolicy([LINE])] })).toMatch(
      /^This line in the user policy/,
    )
})

test('where a line stands is its number, with the file where that is known', () => {
  const [one, other] = [toPolicy([LINE, LINE]), { ...toPolicy([LINE]), file: '/other.json' }]
  const policies = [other, one]
  expect(whereIs(one.rules[1]!, { policies })).toBe('$.rules[1]')
  expect(whereIs(other.rules[0]!, { policies })).toBe('$.rules[0] of /other.json')
  expect(whereIs(one.rules[0]!, { policies: [] })).toBe('$.rules[0]')
})
