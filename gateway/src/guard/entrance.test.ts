import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Entrance } from './entrance.js'

const LOCAL = { hosts: [], origins: undefined, tls: undefined, trustedProxies: [] }
const local = new Entrance(LOCAL, 7430)
const NAMED = { ...LOCAL, hosts: ['acp.example.org', 'other.example:9000'], trustedProxies: ['10.0.0.1'] }
const named = new Entrance(NAMED, 7430)

describe('Host', () => {
  test.each(['127.0.0.1:7430', '[::1]:7430', 'localhost:7430', 'LocalHost:7430'])('%s is ours', host => {
    expect(local.hasHost(host)).toBe(true)
  })

  test.each([
    ...[
      '127.0.0.1',
      'localhost',
      'localhost:7431',
      'localhost:07430',
      'localhost.:7430',
      'evil.example:7430',
      '',
    ],
    ...[
      '127.0.0.1:7430.evil.example',
      'evil@localhost:7430',
      'localhost:7430, evil.example',
      ' localhost:7430',
      '0.0.0.0:7430',
    ],
    ...['\u212aocalhost:7430', 'localhost:7430\u0000', undefined],
  ])('%s is not', host => expect(local.hasHost(host)).toBe(false))

  test('a configured name is ours bare and at our port; one with a port is ours at that port only', () => {
    expect(named.hasHost('acp.example.org')).toBe(true)
    expect(named.hasHost('acp.example.org:7430')).toBe(true)
    expect(named.hasHost('acp.example.org:443')).toBe(false)
    expect(named.hasHost('other.example:9000')).toBe(true)
    expect(named.hasHost('other.example')).toBe(false)
  })

  test('at the port that clients leave out, names are ours without it', () => {
    expect(new Entrance(LOCAL, 80).hasHost('localhost')).toBe(true)
  })

  test('nothing but the set is ours, whatever is put before, behind or into a name of it', () => {
    const set = ['127.0.0.1:7430', '[::1]:7430', 'localhost:7430']
    const near = fc.tuple(fc.string(), fc.constantFrom(...set), fc.string()).map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), host => {
        expect(local.hasHost(host)).toBe(
          set.includes(host.toLowerCase()) && host.length === host.toLowerCase().length,
        )
      }),
    )
  })
})

describe('Origin', () => {
  test('a program that says nothing may come, and so may our own pages', () => {
    expect(local.flawOf(undefined, undefined)).toBeUndefined()
    expect(local.flawOf('http://localhost:7430', 'same-origin')).toBeUndefined()
    expect(named.flawOf('https://acp.example.org', 'same-origin')).toBeUndefined()
  })

  test.each([
    ...[
      'null',
      '',
      'http://localhost',
      'http://localhost:7431',
      'https://localhost:7430',
      'http://localhost:7430/',
    ],
    ...['http://localhost:7430.evil.example', 'http://evil.example', 'http://LOCALHOST:7430', 'file://', '*'],
    'http://localhost:7430, http://evil.example',
  ])('%j may not', origin => expect(local.flawOf(origin, undefined)).toBe('bad_origin'))

  test('a browser that says "another site" may not, whatever its origin', () => {
    expect(local.flawOf(undefined, 'cross-site')).toBe('cross_site')
    expect(local.flawOf('http://localhost:7430', 'cross-site')).toBe('cross_site')
  })

  test('another port of the same machine is the same site, and needs an origin of ours', () => {
    expect(local.flawOf(undefined, 'same-site')).toBe('cross_site')
    expect(local.flawOf('http://localhost:7430', 'same-site')).toBeUndefined()
    expect(local.flawOf(undefined, 'none')).toBeUndefined()
  })

  test('only what is configured may come where origins are configured', () => {
    const entrance = new Entrance({ ...LOCAL, origins: ['https://ide.example'] }, 7430)
    expect(entrance.flawOf('https://ide.example', undefined)).toBeUndefined()
    expect(entrance.flawOf('http://localhost:7430', undefined)).toBe('bad_origin')
  })

  test('nothing but the set may come, however near', () => {
    const set = ['http://127.0.0.1:7430', 'http://[::1]:7430', 'http://localhost:7430']
    const near = fc.tuple(fc.string(), fc.constantFrom(...set), fc.string()).map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), origin => {
        expect(local.flawOf(origin, undefined) === undefined).toBe(set.includes(origin))
      }),
    )
  })
})
