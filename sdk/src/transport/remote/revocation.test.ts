import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onRevoked } from './revocation.js'

test('all who came with a right leave when it is taken back, in the order in which they came', () => {
  const right = new AbortController()
  const left: number[] = []
  for (const index of [1, 2, 3]) onRevoked(right.signal, () => void left.push(index))
  right.abort()
  right.abort()
  expect(left).toEqual([1, 2, 3])
})

test('whoever has left by itself is not told', () => {
  const right = new AbortController()
  const left: string[] = []
  const leave = (): void => void left.push('twice')
  const unwatch = onRevoked(right.signal, leave)
  onRevoked(right.signal, leave)
  unwatch()
  unwatch()
  right.abort()
  expect(left).toEqual(['twice'])
})

test('whoever leaves because another one does is not told, and whoever comes then leaves at once', () => {
  const right = new AbortController()
  const left: string[] = []
  let unwatch = (): void => {}
  onRevoked(right.signal, () => {
    left.push('first')
    unwatch()
    onRevoked(right.signal, () => void left.push('late'))
  })
  unwatch = onRevoked(right.signal, () => void left.push('second'))
  right.abort()
  expect(left).toEqual(['first', 'late'])
})

test('one who comes behind the end leaves at once', () => {
  let hasLeft = false
  onRevoked(AbortSignal.abort(), () => {
    hasLeft = true
  })
  expect(hasLeft).toBe(true)
})

test('a signal has one listener for all, and none when nobody is left', () => {
  const { signal } = new AbortController()
  const unwatch = Array.from({ length: 1_000 }, () => onRevoked(signal, () => {}))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  for (const each of unwatch) each()
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  onRevoked(signal, () => {})()
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('nobody stays because another one cannot leave, and that is not silent', () => {
  const right = new AbortController()
  const left: string[] = []
  const later: (() => void)[] = []
  vi.stubGlobal('queueMicrotask', (call: () => void) => void later.push(call))
  onTestFinished(() => void vi.unstubAllGlobals())
  onRevoked(right.signal, () => {
    throw new Error('cannot')
  })
  onRevoked(right.signal, () => void left.push('second'))
  right.abort()
  expect(left).toEqual(['second'])
  expect(later).toHaveLength(1)
  expect(later[0]).toThrow('cannot')
})
