import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopback, parseAddress, toNeighbourhood, toPlainAddress } from './address.js'

const four = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })))

describe('loopback', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:127.9.9.9',
  ])('%s is this machine', address => expect(isLoopback(address)).toBe(true))

  test.each([
    ...[
      '0.0.0.0',
      '0',
      '0x0',
      '00.0.0.0',
      '0.0',
      '::',
      '0:0:0:0:0:0:0:0',
      '::0',
      '::ffff:0.0.0.0',
      '[::]',
      '*',
      '',
    ],
    ...[
      '127.evil.example',
      '127.0.0.1.evil.example',
      '127.1',
      '0177.0.0.1',
      '2130706433',
      'localhost',
      '128.0.0.1',
    ],
    ...[
      '::2',
      '::ffff:128.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '::1%lo',
      ' 127.0.0.1',
      '127.0.0.1\n',
      '10.0.0.1',
    ],
  ])('%s is not', address => expect(isLoopback(address)).toBe(false))

  test('nobody known is not', () => expect(isLoopback(undefined)).toBe(false))

  test('of version 4 exactly those that begin with 127, alone and inside version 6', () => {
    fc.assert(
      fc.property(four, bytes => {
        expect(isLoopback(bytes.join('.'))).toBe(bytes[0] === 127)
        expect(isLoopback(`::ffff:${bytes.join('.')}`)).toBe(bytes[0] === 127)
      }),
    )
  })

  test('whatever else a text is, it is no address and not this machine', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        fc.pre(isIP(text) === 0)
        expect(parseAddress(text)).toBeUndefined()
        expect(isLoopback(text)).toBe(false)
        expect(isLoopback(`127.${text}`)).toBe(isIP(`127.${text}`) !== 0)
      }),
    )
  })
})

describe('one spelling', () => {
  test('every spelling of an address of version 6 becomes the same', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xff_ff }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(groups, fc.integer({ min: 0, max: 7 }), (numbers, at) => {
        const plain = numbers.map(each => each.toString(16)).join(':')
        const long = numbers.map(each => each.toString(16).padStart(4, '0').toUpperCase()).join(':')
        expect(toPlainAddress(long)).toBe(toPlainAddress(plain))
        const holed = numbers.with(at, 0)
        const parts = holed.map(each => each.toString(16))
        const short = `${parts.slice(0, at).join(':')}::${parts.slice(at + 1).join(':')}`
        expect(toPlainAddress(short)).toBe(toPlainAddress(parts.join(':')))
      }),
    )
  })

  test('an address of version 4 inside version 6 is that address', () => {
    expect(toPlainAddress('::ffff:10.1.2.3')).toBe('10.1.2.3')
    expect(toPlainAddress('::ffff:a01:203')).toBe('10.1.2.3')
  })

  test('neighbours of version 6 are counted as one, those of version 4 each for itself', () => {
    expect(toNeighbourhood('2001:db8:1:2::1')).toBe(toNeighbourhood('2001:db8:1:2:ffff::9'))
    expect(toNeighbourhood('2001:db8:1:2::1')).not.toBe(toNeighbourhood('2001:db8:1:3::1'))
    expect(toNeighbourhood('10.0.0.1')).not.toBe(toNeighbourhood('10.0.0.2'))
  })

  test('whoever comes from this machine by version 4 is one, by whichever of its addresses', () => {
    const place = toNeighbourhood('127.0.0.1')
    for (const other of ['127.0.0.2', '127.255.255.254', '::ffff:127.9.9.9', '::ffff:7f01:203'])
      expect(toNeighbourhood(other)).toBe(place)
    for (const other of ['126.255.255.255', '128.0.0.1']) expect(toNeighbourhood(other)).toBe(other)
    expect(toNeighbourhood('127.evil.example')).toBe('unknown')
  })
})
