import { expect, test } from 'vitest'
import { demandSound, nameAll, toEndpoint } from './endpoint.js'
import { toFileUri } from './roots.js'

const stdio = { name: 'a', command: 'x', args: ['1'], env: [{ name: 'A', value: 'b' }] }

test('both versions spell the same servers', () => {
  const endpoint = { kind: 'stdio', command: 'x', args: ['1'], env: [{ name: 'A', value: 'b' }] }
  expect(toEndpoint(stdio)).toEqual(endpoint)
  expect(toEndpoint({ ...stdio, type: 'stdio' })).toEqual(endpoint)
  expect(toEndpoint({ type: 'stdio', name: 'a', command: '/x' })).toEqual({
    kind: 'stdio',
    command: '/x',
    args: [],
    env: [],
  })
  expect(toEndpoint({ type: 'http', name: 'a', url: 'https://x.test' })).toMatchObject({ headers: [] })
})

test('a kind of server that cannot be reached is refused by name', () => {
  expect(() => toEndpoint({ type: 'acp', name: 'a', serverId: '1' })).toThrow('inside the client')
  expect(() => toEndpoint({ type: '_pigeon', name: 'a' })).toThrow('of type "_pigeon"')
})

test('names are one line, hold nothing that separates, and differ', () => {
  const named = (...names: string[]) => [...nameAll(names.map(name => ({ ...stdio, name }))).keys()]
  expect(named('a/b', 'a:b', '', 'x\ny')).toEqual(['a_b', 'a_b-2', 'server', 'x·y'])
})

test('what cannot be passed on is refused without being repeated', () => {
  const refused = (change: object) => () =>
    demandSound({ kind: 'stdio', command: 'x', args: [], env: [], ...change }, false)
  expect(refused({ env: [{ name: 'KEY', value: 'hunter2\0' }] })).toThrow(
    /^the command or its environment holds a NUL$/,
  )
  expect(refused({ env: [{ name: 'A=B', value: 'hunter2' }] })).toThrow(/no proper name$/)
  expect(refused({ command: '' })).toThrow('there is no command')
  const http =
    (url: string, value = 'x') =>
    () =>
      demandSound({ kind: 'http', url, headers: [{ name: 'Key', value }] }, false)
  expect(http('https://x.test', 'hunter2\n')).toThrow(/^a header cannot be sent as it is written$/)
  expect(http('hunter2')).toThrow(/^the address is not a URL$/)
  expect(http('ftp://hunter2')).toThrow(/^the address is neither https nor http$/)
})

test('a directory is written as an address on either kind of machine', () => {
  expect(toFileUri('/home/me/my project')).toBe('file:///home/me/my%20project')
  expect(toFileUri('C:\\Users\\me')).toBe('file:///C:/Users/me')
})

test('many servers of one name are told apart in the time it takes to count them', () => {
  const before = performance.now()
  const named = nameAll(Array.from({ length: 100_000 }, () => stdio))
  expect(performance.now() - before).toBeLessThan(5_000)
  expect([...named.keys()].slice(0, 3)).toEqual(['a', 'a-2', 'a-3'])
  expect(named.size).toBe(100_000)
})
