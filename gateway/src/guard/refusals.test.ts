import { expect, test } from 'vitest'
import { toRefusal } from './refusals.js'

test.each([
  'too_many_strangers',
  'too_many_failures',
  'too_many_requests',
  'too_many_connections',
  'too_many_tickets',
  'too_many_tokens',
] as const)('%s says when to come again', reason => {
  expect(toRefusal(reason)).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
  expect(toRefusal(reason, 1_200).headers).toEqual({ 'retry-after': '2' })
})

test('who may not come at all is not asked to come again', () => {
  expect(toRefusal('forbidden').headers).toEqual({})
})
