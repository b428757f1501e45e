import { expect, test } from 'vitest'
import { asIn, readAddress, toLink } from './gateway-address.js'

test.each([
  ['http://127.0.0.1:7430', 'ws://127.0.0.1:7430/acp'],
  ['https://acp.example.org/', 'wss://acp.example.org/acp'],
  ['wss://acp.example.org/acp/other', 'wss://acp.example.org/acp/other'],
  ['http://localhost:1/#agent=other', 'ws://localhost:1/acp/other'],
  ['http://[::1]:1/#session=s', 'ws://[::1]:1/acp'],
])('%s is %s', (text, url) => {
  expect(readAddress(text)).toMatchObject({ url, origin: new URL(url.replace(/^ws/, 'http')).origin })
})

test('a link says where, which session and which agent, also when it was cut into lines', () => {
  const place = { url: 'wss://acp.example.org/acp/a b', origin: 'https://acp.example.org' }
  const link = toLink(place, { ticket: 'parley_x', session: 'a/b&c=#d' })
  expect(new URL(link).pathname + new URL(link).search).toBe('/')
  const cut = `${link.slice(0, 30)}\n  ${link.slice(30)}`
  expect(readAddress(cut)).toEqual({
    ...{ ...place, url: 'wss://acp.example.org/acp/a%20b' },
    ...{ session: 'a/b&c=#d', ticket: 'parley_x' },
  })
})

test.each([
  'ftp://127.0.0.1',
  'nonsense',
  'http://acp.example.org',
  'ws://10.0.0.1',
  'https://a:b@c',
  'https://c/?ticket=x',
])('%s is refused', text => {
  expect(() => readAddress(text)).toThrow(/address|encryption/)
})

test.each([
  ['127.0.0.1:7430', ', as in http://127.0.0.1:7430'],
  ['localhost:7430/acp', ', as in http://localhost:7430/acp'],
  ['acp.example.org', ', as in https://acp.example.org'],
  ['box:7430', ', as in https://box:7430'],
  ['localhost:443', ', as in http://localhost:443'],
  ...['eyJhbGci.eyJzdWIi.c2ln', 'acp.example.org/token/abc', 'parley_secret:1'].map(text => [text, '']),
  ...['nonsense', 'ftp://127.0.0.1', 'ann:secret@acp.example.org', 'acp.example.org?token=x'].map(text => [
    text,
    '',
  ]),
])('for %s the words are “%s”', (text, words) => {
  expect(asIn(text ?? '')).toBe(words)
})
