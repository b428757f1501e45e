import { expect, test } from 'vitest'
import { addPass, type EditPass, findPass, usePass } from './edit-pass.js'
import { WRITE } from './setting.fixture.js'

const CHANGE = { sessionId: 'one', path: WRITE.at.path, sha256: 'c0' }
const MINUTES = 60_000
const at = { sessionId: 'one', now: 1_000 }

test('a pass lasts ten minutes', () => {
  const passes = addPass([], CHANGE, 1_000)
  expect(passes).toEqual([{ ...CHANGE, expiresAt: 1_000 + 10 * MINUTES }])
  expect(findPass(passes, WRITE, { ...at, now: 999 + 10 * MINUTES })).toBe(passes[0])
  expect(findPass(passes, WRITE, { ...at, now: 1_000 + 10 * MINUTES })).toBeUndefined()
})

test('a pass is for what stood there when the user said yes', () => {
  const passes = addPass([], { ...CHANGE, before: 'as it was' }, 1_000)
  expect(findPass(passes, { ...WRITE, before: 'as it was' }, at)).toBe(passes[0])
  for (const before of ['saved since', undefined])
    expect(findPass(passes, { ...WRITE, before }, at)).toBeUndefined()
  expect(findPass(addPass([], CHANGE, 1_000), { ...WRITE, before: 'there by now' }, at)).toBeUndefined()
})

test('two approvals of the same change are good for two writes', () => {
  const two = addPass(addPass([], CHANGE, 1_000), CHANGE, 1_000)
  const one = usePass(two, WRITE, at)
  expect(one).toHaveLength(1)
  expect(usePass(one, WRITE, at)).toEqual([])
})

test('using up one pass leaves the others, and without one nothing changes', () => {
  const passes = addPass(addPass([], { ...CHANGE, path: '/w/other' }, 1_000), CHANGE, 1_000)
  expect(usePass(passes, WRITE, at).map(({ path }) => path)).toEqual(['/w/other'])
  expect(usePass(passes, { ...WRITE, sha256: 'c9' }, at)).toEqual(passes)
  expect(usePass(passes, WRITE, { ...at, sessionId: 'two' })).toEqual(passes)
})

test('passes that are over go when one is added, and the oldest when there are too many', () => {
  expect(addPass([{ ...CHANGE, expiresAt: 1_000 }], CHANGE, 1_000)).toHaveLength(1)
  expect(addPass([{ ...CHANGE, expiresAt: 1_001 }], CHANGE, 1_000)).toHaveLength(2)
  let passes: readonly EditPass[] = []
  for (let index = 0; index < 300; index++)
    passes = addPass(passes, { ...CHANGE, path: `/w/${index}` }, 1_000)
  expect(passes).toHaveLength(256)
  expect(passes[0]?.path).toBe('/w/44')
  expect(passes.at(-1)?.path).toBe('/w/299')
})
