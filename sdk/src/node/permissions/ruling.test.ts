import { expect, test } from 'vitest'
import { BY_USER, cancelled, denied, toRuling } from './ruling.js'

test('a ruling says on whose word it is, and is nobody’s answer unless that is said', () => {
  expect(BY_USER).toBe('user')
  expect(cancelled('Gone.')).toEqual({ effect: 'cancelled', by: 'default:cancelled', reason: 'Gone.' })
  expect(cancelled('Late.', 'default:timeout')).toMatchObject({ effect: 'cancelled', by: 'default:timeout' })
  expect(denied('Too much.')).toEqual({ effect: 'deny', by: 'builtin:too-large', reason: 'Too much.' })
  expect(denied('No.', BY_USER)).toMatchObject({ effect: 'deny', by: 'user' })
})

test('a decision is a ruling unless somebody has to be asked', () => {
  const decision = { by: 'user:0', reason: 'So it stands.', scopes: ['once'] } as const
  const ruling = { by: 'user:0', reason: 'So it stands.' }
  expect(toRuling({ ...decision, effect: 'allow' })).toEqual({ ...ruling, effect: 'allow' })
  expect(toRuling({ ...decision, effect: 'deny' })).toEqual({ ...ruling, effect: 'deny' })
  expect(toRuling({ ...decision, effect: 'ask' })).toBeUndefined()
})
