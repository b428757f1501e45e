import { expect, test } from 'vitest'
import { findOptionsFlaw, isProperOptions, leastLasting } from './options.js'

const option = (kind: string, optionId = kind) => ({ optionId, kind })
const FOUR = ['allow_once', 'allow_always', 'reject_once', 'reject_always'].map(kind => option(kind))

test('a fair question has one to sixteen answers of known kinds with ids of their own, and a no', () => {
  const rejects = (count: number) =>
    Array.from({ length: count }, (_, index) => option('reject_once', `${index}`))
  for (const options of [
    FOUR,
    rejects(1),
    rejects(16),
    [option('reject_always')],
    [option('allow_always'), option('reject_always')],
  ]) {
    expect(findOptionsFlaw(options)).toBeUndefined()
    expect(isProperOptions(options)).toBe(true)
  }
  const flaws: [ReturnType<typeof option>[], string][] = [
    [[], 'no options'],
    [rejects(17), 'more than 16 options'],
    [[option('allow_once', 'x'), option('reject_once', 'x')], 'two options with one id'],
    [[option('allow_forever'), option('reject_once')], 'an option of unknown kind'],
    [[option('reject_'), option('reject_once')], 'an option of unknown kind'],
    [[option('allow_once')], 'no option to reject'],
    [[option('allow_once'), option('allow_always')], 'no option to reject'],
  ]
  for (const [options, flaw] of flaws) {
    expect(findOptionsFlaw(options)).toBe(flaw)
    expect(isProperOptions(options)).toBe(false)
  }
})

const answer = (
  kinds: readonly string[],
  yes: 'allow' | 'reject',
  more: { delegateAlways?: boolean; picked?: string } = {},
) =>
  leastLasting(
    kinds.map((kind, index) => option(kind, `${kind}${index}`)),
    yes,
    { delegateAlways: false, ...more },
  )?.optionId

test('a yes is said for once, whatever stands first', () => {
  expect(answer(['allow_always', 'allow_once', 'reject_once'], 'allow')).toBe('allow_once1')
  expect(answer(['reject_once', 'allow_once'], 'allow')).toBe('allow_once1')
})

test('allow_always is sent only when the user picked it and the policy delegates it', () => {
  const kinds = ['allow_always', 'allow_once', 'reject_once']
  expect(answer(kinds, 'allow', { picked: 'allow_always0' })).toBe('allow_once1')
  expect(answer(kinds, 'allow', { delegateAlways: true })).toBe('allow_once1')
  expect(answer(kinds, 'allow', { delegateAlways: true, picked: 'allow_always0' })).toBe('allow_always0')
  expect(answer(['allow_always', 'reject_once'], 'allow')).toBeUndefined()
  expect(answer(['allow_always', 'reject_once'], 'allow', { delegateAlways: true })).toBeUndefined()
  expect(answer(['allow_always', 'reject_once'], 'allow', { picked: 'allow_always0' })).toBeUndefined()
})

test('of two ways to say yes once, only the user can choose', () => {
  const kinds = ['allow_once', 'allow_once', 'reject_once']
  expect(answer(kinds, 'allow')).toBeUndefined()
  expect(answer(kinds, 'allow', { picked: 'allow_once1' })).toBe('allow_once1')
  expect(answer(kinds, 'allow', { picked: 'unknown' })).toBeUndefined()
})

test('an option that was picked for a no never says yes, and the other way round', () => {
  const kinds = ['allow_once', 'reject_once', 'allow_always', 'reject_always']
  const delegateAlways = true
  expect(answer(kinds, 'reject', { picked: 'allow_once0', delegateAlways })).toBe('reject_once1')
  expect(answer(kinds, 'reject', { picked: 'allow_always2', delegateAlways })).toBe('reject_once1')
  expect(answer(kinds, 'allow', { picked: 'reject_always3', delegateAlways })).toBe('allow_once0')
})

test('a no is said for once where that is offered, and for always where nothing else is', () => {
  expect(answer(['reject_always', 'reject_once'], 'reject')).toBe('reject_once1')
  expect(answer(['reject_once', 'reject_once'], 'reject')).toBe('reject_once0')
  expect(answer(['reject_once', 'reject_once'], 'reject', { picked: 'reject_once1' })).toBe('reject_once1')
  expect(answer(['allow_once', 'reject_always'], 'reject')).toBe('reject_always1')
  expect(answer(['reject_always', 'reject_once'], 'reject', { picked: 'reject_always0' })).toBe(
    'reject_once1',
  )
  expect(
    answer(['reject_always', 'reject_once'], 'reject', { picked: 'reject_always0', delegateAlways: true }),
  ).toBe('reject_always0')
  expect(answer(['allow_once'], 'reject')).toBeUndefined()
})
