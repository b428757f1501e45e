import { expect, test } from 'vitest'
import type { Action } from './action.js'
import { decide } from './decide.js'
import { toPolicyLine } from './policy-line.js'
import { BLANK, CLAIM, inRoot, toPolicy, toRun, WRITE } from './setting.fixture.js'

const server = `sha256:${'0'.repeat(64)}`
test.each<[Action, string]>([
  [WRITE, '{"effect":"allow","action":"fs.write","path":"{root}/src/a.ts"}'],
  [
    { ...WRITE, at: inRoot('/w/a*{b}') },
    '{"effect":"allow","action":"fs.write","path":"{root}/a\\\\*\\\\{b\\\\}"}',
  ],
  [{ ...WRITE, at: { path: '/srv/x' } }, '{"effect":"allow","action":"fs.write","path":"/srv/x"}'],
  [
    { action: 'fs.delete', at: [inRoot('/w/a')], isFolder: false },
    '{"effect":"allow","action":"fs.delete","path":"{root}/a"}',
  ],
  [
    toRun(['npm', 'test']),
    '{"effect":"allow","action":"terminal.exec","argv":["npm","test"],"cwd":"{root}"}',
  ],
  [
    toRun(['curl', '*', '...'], { cwd: inRoot('/w/sub'), env: { B: '', A: '' } }),
    '{"effect":"allow","action":"terminal.exec","argv":["curl","\\\\*","\\\\..."],"cwd":"{root}/sub","env":["A","B"]}',
  ],
  [
    { action: 'net.fetch', url: 'https://a.example/x*?q=1' },
    '{"effect":"allow","action":"net.fetch","url":"https://a.example/x\\\\*"}',
  ],
  [
    { action: 'mcp.call', server, tool: 'find*', schema: 's' },
    `{"effect":"allow","action":"mcp.call","server":"${server}","tool":"find\\\\*","schema":"s"}`,
  ],
  [
    { action: 'mcp.start', server, argv: ['x'] },
    `{"effect":"allow","action":"mcp.start","server":"${server}"}`,
  ],
  [{ action: 'agent.mode', mode: 'plan' }, '{"effect":"allow","action":"agent.mode","mode":"plan"}'],
  [CLAIM, '{"effect":"allow","action":"agent.claimed"}'],
])('the line for %j allows it', (action, line) => {
  expect(toPolicyLine(action, {})).toBe(line)
  expect(decide(action, { ...BLANK, policies: [toPolicy([JSON.parse(line)])] })).toMatchObject({
    effect: 'allow',
    by: 'user:0',
  })
})

test('the line names the agent, with its version where that is known', () => {
  const agents = (agent: { name: string; version?: string }) =>
    JSON.parse(toPolicyLine(CLAIM, { agent }) ?? '{}').agents
  expect(agents({ name: 'pal', version: '1' })).toEqual(['pal@1'])
  expect(agents({ name: 'pal' })).toEqual(['pal'])
})

test('no single line allows what touches several places', () => {
  expect(toPolicyLine({ action: 'fs.move', from: inRoot('/w/a'), to: inRoot('/w/b') }, {})).toBeUndefined()
  expect(toPolicyLine({ action: 'net.fetch', url: 'x' }, {})).toBeUndefined()
})
