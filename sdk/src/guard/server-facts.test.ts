import { expect, test } from 'vitest'
import { describeServerChange, type ServerFacts, toServerDigest, toServerText } from './server-facts.js'

const STDIO = {
  transport: 'stdio',
  command: 'node',
  args: ['a.js', '-x'],
  cwd: '/w',
  envNames: ['B', 'A'],
} as const
const HTTP = {
  transport: 'http',
  url: 'https://a.example/mcp?key=1#x',
  headerNames: ['X-Key', 'Accept'],
} as const

test('a server is what decides which program runs, or which address is reached', () => {
  expect(toServerText(STDIO)).toBe('["mcp-server",1,"stdio","node",["a.js","-x"],"/w",["A","B"]]')
  expect(toServerText({ ...STDIO, cwd: undefined })).toBe(
    '["mcp-server",1,"stdio","node",["a.js","-x"],null,["A","B"]]',
  )
  expect(toServerText(HTTP)).toBe('["mcp-server",1,"http","https://a.example/mcp",["accept","x-key"]]')
  expect(toServerText({ ...HTTP, transport: 'sse', url: 'x' })).toBe(
    '["mcp-server",1,"sse","x",["accept","x-key"]]',
  )
})

test('order and repetition of names, secrets in an address and case of headers make no difference', () => {
  expect(toServerText({ ...STDIO, envNames: ['A', 'B', 'A'] })).toBe(toServerText(STDIO))
  const same = { ...HTTP, url: 'https://me:pw@A.example/mcp?key=2', headerNames: ['accept', 'x-key'] }
  expect(toServerText(same)).toBe(toServerText(HTTP))
})

test('everything else does', () => {
  const others: ServerFacts[] = [
    ...[
      { ...STDIO, command: 'deno' },
      { ...STDIO, args: ['a.js -x'] },
      { ...STDIO, cwd: '/v' },
      { ...STDIO, envNames: ['A'] },
    ],
    ...[
      { ...HTTP, transport: 'sse' as const },
      { ...HTTP, url: 'http://a.example/mcp' },
      { ...HTTP, headerNames: [] },
    ],
  ]
  const texts = [STDIO, HTTP, ...others].map(toServerText)
  expect(new Set(texts).size).toBe(texts.length)
})

test('the digest is made by whoever can', () => {
  expect(toServerDigest(HTTP, text => `<${text.length}>`)).toBe(`sha256:<${toServerText(HTTP).length}>`)
})

test('a change is shown line by line', () => {
  expect(
    describeServerChange(STDIO, { ...STDIO, args: ['b.js', '-x'], cwd: undefined, envNames: ['A', 'C'] }),
  ).toEqual(['- [1] a.js', '- in /w', '- variable B', '+ [1] b.js', '+ variable C'])
  expect(describeServerChange(HTTP, { ...HTTP, transport: 'sse', headerNames: ['Accept'] })).toEqual([
    '- http',
    '- header X-Key',
    '+ sse',
  ])
  expect(
    describeServerChange({ ...HTTP, headerNames: [] }, { ...STDIO, args: [], cwd: undefined, envNames: [] }),
  ).toEqual(['- http', '- https://a.example/mcp?key=1#x', '+ stdio', '+ [0] node'])
  expect(describeServerChange(STDIO, STDIO)).toEqual([])
})
