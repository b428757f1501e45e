import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'

const { value } = createRedactor()
const X = '«redacted»'

test('the values of all variables and headers of an MCP server are taken out', () => {
  const servers = [
    {
      name: 'one',
      command: 'node',
      args: ['a.js', '--token', 'abc', '--port', '1'],
      env: [{ name: 'MODE', value: 'fast' }],
    },
    { type: 'http', name: 'two', url: 'https://x.test', headers: [{ name: 'Accept', value: 'text/html' }] },
    { name: 'three', env: { MODE: 'fast' }, headers: { Accept: 'text/html' } },
    { name: 'four', env: ['MODE=fast'] },
  ]
  expect(value({ method: 'session/new', params: { cwd: '/p', mcpServers: servers } })).toEqual({
    method: 'session/new',
    params: {
      cwd: '/p',
      mcpServers: [
        {
          name: 'one',
          command: 'node',
          args: ['a.js', '--token', X, '--port', '1'],
          env: [{ name: 'MODE', value: X }],
        },
        { type: 'http', name: 'two', url: 'https://x.test', headers: [{ name: 'Accept', value: X }] },
        { name: 'three', env: { MODE: X }, headers: { Accept: X } },
        { name: 'four', env: [X] },
      ],
    },
  })
})

test('servers by name are servers too', () => {
  expect(value({ mcpServers: { one: { env: { A: 'b' } } } })).toEqual({
    mcpServers: { one: { env: { A: X } } },
  })
})

test('of other variables those with telling names are taken out, and of other headers those that tell who sends', () => {
  expect(
    value({
      method: 'terminal/create',
      params: {
        env: [
          { name: 'SESSION_ID', value: 'abcd' },
          { name: 'CI', value: 'true' },
        ],
        environment: { SIGNATURE: 'abc', LANG: 'C' },
        headers: { 'X-Custom': 'abc', 'User-Agent': 'me', 'content-type': 'a/b' },
        httpHeaders: [
          { name: 'X-Custom', value: 'abc' },
          { name: 'Accept-Language', value: 'en' },
        ],
      },
    }),
  ).toEqual({
    method: 'terminal/create',
    params: {
      env: [
        { name: 'SESSION_ID', value: X },
        { name: 'CI', value: 'true' },
      ],
      environment: { SIGNATURE: X, LANG: 'C' },
      headers: { 'X-Custom': X, 'User-Agent': 'me', 'content-type': 'a/b' },
      httpHeaders: [
        { name: 'X-Custom', value: X },
        { name: 'Accept-Language', value: 'en' },
      ],
    },
  })
})

test('what somebody signs in with is taken out, but not in which way', () => {
  for (const method of ['authenticate', 'auth/login'])
    expect(
      value({
        id: 1,
        method,
        params: { methodId: 'key', _meta: { code: 'abc', pin: 1234, ok: true, no: null } },
      }),
    ).toEqual({
      id: 1,
      method,
      params: { methodId: 'key', _meta: { code: X, pin: X, ok: true, no: null } },
    })
  expect(value({ method: 'authenticate', params: { name: 'me', value: 'abc' } })).toEqual({
    method: 'authenticate',
    params: { name: X, value: X },
  })
  expect(value({ method: 'other', params: { code: 'abc' } })).toEqual({
    method: 'other',
    params: { code: 'abc' },
  })
})

test('what a user answered is taken out, but not that the user did', () => {
  for (const action of ['accept', 'decline', 'cancel'])
    expect(
      value({ id: 1, result: { action, content: { name: 'me', age: 7, all: ['a', ['b']], empty: '' } } }),
    ).toEqual({
      id: 1,
      result: { action, content: { name: X, age: X, all: [X, [X]], empty: '' } },
    })
  const others = [
    { action: 'accept', content: ['a'] },
    { action: 'other', content: { a: 'b' } },
    { action: 'accept', text: { a: 'b' } },
  ]
  expect(value(others)).toEqual(others)
})

test('what goes by a telling name is taken out wherever it is, and everything below it', () => {
  expect(
    value({ _meta: { a: [{ apiKey: 'abc', password: '', secret: { of: ['me', 7] }, cookies: ['a=b'] }] } }),
  ).toEqual({ _meta: { a: [{ apiKey: X, password: '', secret: { of: [X, X] }, cookies: [X] }] } })
  expect(value([{ name: 'password', value: 'abc', note: 'def' }])).toEqual([
    { name: 'password', value: X, note: 'def' },
  ])
  expect(value({ name: 'x', value: 'abc', password: 'abc' })).toEqual({
    name: 'x',
    value: 'abc',
    password: X,
  })
  const harmless = {
    tokens: 7,
    maxTokens: 4_096,
    key: 'Enter',
    keys: ['a'],
    author: 'me',
    progressToken: 'abc',
  }
  expect(value(harmless)).toEqual(harmless)
})

test('a word behind an option is taken out when the option tells', () => {
  expect(
    value(['--api-key', 'abc', '-password', 'abc', '--verbose', 'abc', 'token', 'abc', '--secret', 7]),
  ).toEqual(['--api-key', X, '-password', X, '--verbose', 'abc', 'token', 'abc', '--secret', 7])
  expect(value(['--token', ['abc'], '--token'])).toEqual(['--token', ['abc'], '--token'])
})

test('texts and names inside a value are searched', () => {
  expect(value({ 'https://me:abc@x.test': ['token: a1b2c3d4'] })).toEqual({
    [`https://me:${X}@x.test`]: [`token: ${X}`],
  })
  expect(value('password=a1b2c3d4')).toBe(`password=${X}`)
})

test('what is no text stays what it is, and no prototype is touched', () => {
  const plain = { a: null, b: undefined, c: true, d: 1.5, e: [], f: {} }
  expect(value(plain)).toEqual(plain)
  const odd = JSON.parse('{"__proto__":{"password":"abc"},"constructor":1}') as object
  expect(JSON.stringify(value(odd))).toBe(`{"__proto__":{"password":"${X}"},"constructor":1}`)
})

test('a value nested without end is cut off', () => {
  const round: Record<string, unknown> = { password: 'abc' }
  round.round = round
  expect(JSON.stringify(value(round))).not.toContain('abc')
  const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])
  expect(value(nested(99))).toEqual(nested(99))
  expect(JSON.stringify(value(nested(100)))).toContain('null')
})

test('the given value is left as it was', () => {
  const given = { password: 'abc', list: [{ token: 'abc' }] }
  value(given)
  expect(given).toEqual({ password: 'abc', list: [{ token: 'abc' }] })
})

test('only what is called so is called so', () => {
  const others = {
    headersSent: { 'X-Custom': 'abc' },
    subheaders: { 'X-Custom': 'abc' },
    environments: { SESSION: 'abc' },
    myenv: { SESSION: 'abc' },
    method: 'authenticate',
    note: 'abc',
    value: 'abc',
    args: ['--token=', 'abc', 'x--token', 'abc', 7, 'abc'],
  }
  expect(value(others)).toEqual(others)
  expect(value({ mcpServers: [{ env: [{ name: 'A', value: 7, note: 'b' }, { value: 'abc' }] }] })).toEqual({
    mcpServers: [{ env: [{ name: 'A', value: X, note: 'b' }, { value: X }] }],
  })
  expect(
    value({
      env: [
        { name: 7, value: 'abc' },
        { name: 'TOKEN', note: 'abc' },
      ],
    }),
  ).toEqual({
    env: [
      { name: 7, value: 'abc' },
      { name: 'TOKEN', note: 'abc' },
    ],
  })
})

test('a stand-in is not hidden again, but what only holds one is', () => {
  const kept = { password: '«redacted:0123abcd»', secret: '«redacted»' }
  const { value } = createRedactor({ hash: () => 'ffffffff' })
  expect(value(kept)).toEqual(kept)
  for (const password of ['«redacted» and more', 'more and «redacted»', '«redacted:xyz»'])
    expect(value({ password })).toEqual({ password: '«redacted:ffffffff»' })
})
