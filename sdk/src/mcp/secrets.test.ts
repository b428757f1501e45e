import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Redactor } from '../guard/index.js'
import { odd, stage } from './conversation.fixture.js'
import type { Endpoint } from './endpoint.js'
import { redactorOf } from './secrets.js'

const CANARY = 'canary+7f3a/9c1e'
const spellings = [
  CANARY,
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64').replace(/=+$/, ''),
]
const env = [{ name: 'ODD_TOKEN', value: CANARY }]

const expectClean = (value: unknown): void => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  for (const spelling of spellings) expect(text).not.toContain(spelling)
}

test('a secret that a server gives back is in no tool, update, answer or error', async () => {
  const { during, said, updates, end } = await stage({
    servers: [{ ...odd(), env }],
    options: { ask: false },
  })
  const [list, leaked, refused, unknown] = await during(
    async (tools, turn) =>
      [
        tools.list,
        await tools.call(turn, 'odd/leak', { given: CANARY }),
        await tools.call(turn, 'odd/refuse'),
        await tools.readResource('odd://nothing').catch(String),
      ] as const,
  )
  expect(leaked.text).toContain('the secret is «redacted»')
  expect(leaked.structuredContent).toEqual({ '«redacted»': [expect.stringContaining('«redacted»')] })
  expect(refused).toMatchObject({ status: 'failed', text: '«redacted» is not welcome' })
  expect(list[0]?.description).toBe('·Tells ·«redacted»')
  expect(updates.some(each => JSON.stringify(each).includes('1: using «redacted»'))).toBe(true)
  const crashed = await during((tools, turn) => tools.call(turn, 'odd/crash'))
  expect(crashed.text).toContain('giving up «redacted»')
  const failures = await during(async (tools, turn) => {
    tools.report(turn)
    return tools.failures
  })
  for (const each of [list, leaked, refused, unknown, crashed, failures, updates, said()]) expectClean(each)
  await end()
})

test('a secret is not in the reason why a server did not start, not even cut in half', async () => {
  const servers = [
    { ...odd('dies'), name: 'dead', env },
    { ...odd('chatty-death'), name: 'chatty', env },
  ]
  const { during, end } = await stage({ servers })
  const failures = await during(async tools => tools.failures)
  expect(failures.map(({ reason }) => reason)).toEqual([
    'the server exited with code 3; its stderr ends:\n·cannot log in with «redacted»',
    expect.stringMatching(/^the server exited with code 4; its stderr ends:\n«redacted»x+$/),
  ])
  expectClean(failures)
  await end()
})

test('secrets of headers and addresses are not in what is said of a server that answers with them', async () => {
  const parrot = createServer((request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    response.end(`${request.url} ${JSON.stringify(request.headers)}`)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => parrot.once('listening', resolve))
  const { port } = parrot.address() as AddressInfo
  const secret = encodeURIComponent(CANARY)
  const servers = (['http', 'sse'] as const).map(type => ({
    type,
    name: type,
    url: `http://me:${secret}@127.0.0.1:${port}/mcp?key=${secret}`,
    headers: [{ name: 'X-Api-Key', value: `Bearer ${CANARY}` }],
  }))
  const { during, said, end } = await stage({ servers })
  const failures = await during(async (tools, turn) => {
    tools.report(turn)
    return tools.failures
  })
  expect(failures).toHaveLength(2)
  expect(failures[0]?.reason).toContain('«redacted»')
  expectClean(failures)
  expectClean(said())
  expect(JSON.stringify(failures)).not.toContain(Buffer.from(`me:${CANARY}`).toString('base64'))
  await end()
  parrot.close()
})

const redactor = (endpoint: Partial<Endpoint>): Redactor =>
  redactorOf({ kind: 'stdio', command: 'x', args: [], env: [], ...endpoint } as Endpoint)

test('words, paths and numbers of the environment are no secrets, unless their name says so', () => {
  const { text } = {
    text: (words: string) =>
      redactor({
        env: [
          { name: 'LOG_LEVEL', value: 'information' },
          { name: 'ROOT', value: '/home/me/project' },
          { name: 'PORT_NUMBER', value: '123456789' },
          { name: 'DATABASE_PASSWORD', value: 'swordfish' },
          { name: 'DATABASE', value: 'postgres://me:tr0ub4dor@db/x' },
          { name: 'ODD', value: 'abc' },
        ],
      }).text(words),
  }
  expect(text('information in /home/me/project about 123456789 abc')).toBe(
    'information in /home/me/project about 123456789 abc',
  )
  expect(text('swordfish and tr0ub4dor')).toBe('«redacted» and «redacted»')
})

test('secrets among the arguments are known by the option before them', () => {
  const clean = redactor({ args: ['--api-key', 'k-123', '--token=t-456', 'postgres://me:p-789@host/db'] })
  expect(clean.text('k-123 t-456 p-789 host')).toBe('«redacted» «redacted» «redacted» host')
})

test('the secret of a header is also what stands behind its scheme', () => {
  const headers = [{ name: 'Authorization', value: 'Bearer h-123456' }]
  const clean = redactor({ kind: 'http', url: 'https://x.test', headers })
  expect(clean.text('Bearer h-123456, h-123456')).toBe('«redacted», «redacted»')
})

test('of two secrets that begin alike nothing is left', () => {
  const clean = redactor({
    env: [
      { name: 'TOKEN', value: 'abcd' },
      { name: 'LONG_TOKEN', value: 'abcd-efgh' },
    ],
  })
  expect(clean.text('abcd-efgh abcd')).toBe('«redacted» «redacted»')
})

test('a secret is found with something invisible between its letters, and the rest is left as it is', () => {
  const clean = redactor({ env: [{ name: 'TOKEN', value: 'Super.Secret' }] })
  expect(clean.text('S\u200bu\ufe0fper\u2060.Sec\u00adret, \u{1f468}\u200d\u{1f469}')).toBe(
    '«redacted», \u{1f468}\u200d\u{1f469}',
  )
  expect(clean.text('SuperxSecret')).toBe('SuperxSecret')
  expect(clean.tail('.Sec\u200bret and so on')).toBe('«redacted» and so on')
  expect(redactor({ env: [{ name: 'TOKEN', value: 'ab\u200bcd' }] }).text('abcd ab\u200bcd')).toBe(
    '«redacted» «redacted»',
  )
})

test('a secret is found when it is written as digits', () => {
  const clean = redactor({ env: [{ name: 'TOKEN', value: 'Super.Secret' }] })
  const hex = Buffer.from('Super.Secret').toString('hex')
  expect(clean.text(`${hex} ${hex.toUpperCase()}`)).toBe('«redacted» «redacted»')
})
