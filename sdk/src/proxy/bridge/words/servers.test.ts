import { expect, test } from 'vitest'
import { toNewAuthMethod, toOldAuthMethod } from './auth-methods.js'
import { toNewServers, toOldServers } from './servers.js'

const OLD = [
  { name: 'files', command: '/bin/files', args: ['-v'], env: [{ name: 'A', value: '1' }] },
  { type: 'http', name: 'web', url: 'https://example.com/', headers: [] },
  { type: 'sse', name: 'stream', url: 'https://example.com/sse', headers: [] },
] as const

test('version 2 names every transport, and the agent decides on those it does not know', () => {
  expect(toNewServers(OLD)).toEqual([{ ...OLD[0], type: 'stdio' }, OLD[1], OLD[2]])
})

test('version 1 gets the lists that may be left out in version 2, and what has no words is named', () => {
  const { servers, unknown } = toOldServers([
    { type: 'stdio', name: 'files', command: '/bin/files' },
    { type: 'http', name: 'web', url: 'https://example.com/' },
    { type: '_pigeon', name: 'coo' },
  ])
  expect(servers).toEqual([
    { name: 'files', command: '/bin/files', args: [], env: [] },
    { type: 'http', name: 'web', url: 'https://example.com/', headers: [] },
  ])
  expect(unknown).toEqual([{ type: '_pigeon', name: 'coo' }])
})

test('a way to sign in has another id, a type and a list of variables', () => {
  const old = { type: 'terminal', id: 'login', name: 'Log in', args: ['login'], env: { TOKEN: 'x' } } as const
  const recent = {
    type: 'terminal',
    methodId: 'login',
    name: 'Log in',
    args: ['login'],
    env: [{ name: 'TOKEN', value: 'x' }],
  } as const
  expect(toNewAuthMethod(old)).toEqual(recent)
  expect(toOldAuthMethod(recent)).toEqual(old)
  expect(toNewAuthMethod({ id: 'web', name: 'Web' })).toEqual({ type: 'agent', methodId: 'web', name: 'Web' })
  expect(toOldAuthMethod({ type: '_dance', methodId: 'd', name: 'Dance' })).toBeUndefined()
})
