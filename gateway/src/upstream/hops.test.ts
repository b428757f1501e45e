import { expect, test } from 'vitest'
import { toGreeting } from './greeting.js'

const opening = (hops: unknown, more: object = {}) => ({
  protocolVersion: 1,
  clientCapabilities: {},
  _meta: { 'parley.dev/hops': hops, ...more },
})

const reasonOf = (hops: unknown): unknown => {
  try {
    return toGreeting(opening(hops), { hop: 'here' }).fingerprint.length
  } catch (error) {
    return (error as { data: { reason: string } }).data.reason
  }
}

test('an opening says through which gateways it came, and each adds itself; nothing else of ours is passed on', () => {
  const more = { 'parley.dev/delivery': true, 'example.org/own': 1 }
  const { params } = toGreeting(opening(['a', 'b'], more), { hop: 'here' })
  expect(params._meta).toEqual({ 'parley.dev/hops': ['a', 'b', 'here'], 'example.org/own': 1 })
  expect(toGreeting({ protocolVersion: 1 }, { hop: 'here' }).params._meta).toEqual({
    'parley.dev/hops': ['here'],
  })
})

test('the ninth gateway in a row refuses, and so does one that the opening has passed before', () => {
  const seven = [...'abcdefg']
  expect(reasonOf(seven)).toBe(32)
  expect(reasonOf([...seven, 'h'])).toBe('too_many_hops')
  expect(reasonOf(['a', 'here', 'b'])).toBe('loop_detected')
  expect(reasonOf([...seven, 'h', 'here'])).toBe('loop_detected')
})

test.each([['no list'], [{}], [[1]], [['']], [['a b']], [['x'.repeat(65)]], [[['a']]]])(
  '%j is no list of gateways',
  hops => {
    expect(reasonOf(hops)).toBe('invalid_params')
  },
)

test('clients share a process of the agent when they are equally far away, whichever way they came', () => {
  const [direct, one, other, far] = [[], ['a'], ['b'], ['a', 'b']].map(
    hops => toGreeting(opening(hops), { hop: 'here' }).fingerprint,
  )
  expect(one).toBe(other)
  expect(new Set([direct, one, far]).size).toBe(3)
  expect(toGreeting({ protocolVersion: 1, clientCapabilities: {} }, { hop: 'here' }).fingerprint).toBe(direct)
})
