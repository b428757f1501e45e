import type { Asking } from '@parley/acp/transport'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReadable, toVisitor } from './visitor.js'

const PROXIES = new Set(['10.0.0.1', '10.0.0.2'])

function asking(address: string | undefined, headers: Record<string, string>, isEncrypted = false): Asking {
  const header = (name: string): string | undefined =>
    Object.hasOwn(headers, name) ? headers[name] : undefined
  return { method: 'GET', target: '/acp', address, isEncrypted, wantsSocket: false, header }
}

describe('a trusted proxy', () => {
  test('is believed about address, encryption and host', () => {
    const headers = {
      host: 'inner',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'acp.example.org',
    }
    expect(toVisitor(asking('::ffff:10.0.0.1', headers), PROXIES)).toEqual({
      ...{ address: '203.0.113.9', isEncrypted: true, hosts: ['inner', 'acp.example.org'] },
    })
  })

  test('stands last: what the client wrote before it does not count', () => {
    const headers = {
      'x-forwarded-for': '127.0.0.1, 203.0.113.9, 10.0.0.2',
      'x-forwarded-proto': 'https, http',
    }
    const visitor = toVisitor(asking('10.0.0.1', headers), PROXIES)
    expect(visitor.address).toBe('203.0.113.9')
    expect(visitor.isEncrypted).toBe(false)
    expect(isReadable(visitor)).toBe(true)
  })

  test('that does not say that its client came encrypted is not trusted to have', () => {
    expect(isReadable(toVisitor(asking('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), PROXIES))).toBe(
      true,
    )
    expect(isReadable(toVisitor(asking('10.0.0.1', {}), PROXIES))).toBe(true)
  })

  test('tells addresses with ports, and what is no address is nobody', () => {
    const from = (list: string) => toVisitor(asking('10.0.0.1', { 'x-forwarded-for': list }), PROXIES).address
    expect(from('203.0.113.9:1234')).toBe('203.0.113.9')
    expect(from('[2001:db8::1]:1234')).toBe('2001:db8:0:0:0:0:0:1')
    expect(from('unknown')).toBeUndefined()
    expect(from('')).toBeUndefined()
  })
})

test('anybody else is who the connection says, whatever the headers claim', () => {
  const text = fc.string()
  fc.assert(
    fc.property(fc.ipV4(), fc.tuple(text, text, text), (address, [forwarded, proto, host]) => {
      fc.pre(!PROXIES.has(address))
      const headers = {
        host: 'h',
        'x-forwarded-for': forwarded,
        'x-forwarded-proto': proto,
        'x-forwarded-host': host,
      }
      const lying = { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
      for (const each of [headers, lying])
        expect(toVisitor(asking(address, each), PROXIES)).toEqual({
          address,
          isEncrypted: false,
          hosts: ['h'],
        })
    }),
  )
})

test('a proxy on this machine does not make its clients local', () => {
  const local = new Set(['127.0.0.1'])
  const of = (headers: Record<string, string>) => isReadable(toVisitor(asking('127.0.0.1', headers), local))
  expect(of({ 'x-forwarded-proto': 'http' })).toBe(true)
  expect(of({ 'x-forwarded-for': 'garbage' })).toBe(true)
  expect(of({ 'x-forwarded-proto': 'https' })).toBe(false)
  expect(of({})).toBe(false)
})

test('only this machine and TLS cannot be read on the way', () => {
  const of = (address: string | undefined, isEncrypted: boolean) =>
    isReadable(toVisitor(asking(address, {}, isEncrypted), PROXIES))
  expect(of('127.0.0.1', false)).toBe(false)
  expect(of('::ffff:127.0.0.1', false)).toBe(false)
  expect(of('192.168.1.5', false)).toBe(true)
  expect(of(undefined, false)).toBe(true)
  expect(of('192.168.1.5', true)).toBe(false)
})
