import { expect, test } from 'vitest'
import { Cancellation } from './cancellation.js'

test('everybody hears of it once, in the order of their coming, and nobody who has left', () => {
  const cancellation = new Cancellation()
  const heard: string[] = []
  const first = (): void => void heard.push('first')
  const second = (): void => void heard.push('second')
  const third = (): void => void heard.push('third')
  const fourth = (): void => void heard.push('fourth')
  for (const listener of [first, second, third, fourth, first]) cancellation.onCancel(listener)
  cancellation.offCancel(first)
  cancellation.offCancel(third)
  cancellation.offCancel(third)
  cancellation.onCancel(first)
  cancellation.cancel()
  cancellation.cancel()
  expect(heard).toEqual(['second', 'fourth', 'first'])
})

test('who is taken away while it is told hears nothing, and who comes meanwhile does', () => {
  const cancellation = new Cancellation()
  const heard: string[] = []
  const gone = (): void => void heard.push('gone')
  const busy = (): void => {
    heard.push('busy')
    cancellation.offCancel(busy)
    cancellation.offCancel(gone)
    cancellation.onCancel(() => heard.push('late'))
  }
  cancellation.onCancel(busy)
  cancellation.onCancel(gone)
  cancellation.onCancel(() => heard.push('last'))
  cancellation.cancel()
  expect(heard).toEqual(['busy', 'last', 'late'])
})

test('whoever watched and left, even twice, is in nobody’s way and can watch again', () => {
  const cancellation = new Cancellation()
  const heard: string[] = []
  const watch = {
    cancelled: () => void heard.push('watch'),
    previousWatch: undefined,
    nextWatch: undefined,
  }
  cancellation.onCancel(() => heard.push('first'))
  cancellation.watch(watch)
  cancellation.unwatch(watch)
  cancellation.unwatch(watch)
  cancellation.onCancel(() => heard.push('second'))
  cancellation.watch(watch)
  cancellation.cancel()
  expect(heard).toEqual(['first', 'second', 'watch'])
})
