import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { Gathering } from './gathering.js'

function gathered(pieces: readonly Buffer[]): Gathering {
  const gathering = new Gathering()
  for (const piece of pieces) gathering.add(piece)
  return gathering
}

test('a body of one piece is that piece, and is not copied', () => {
  const piece = Buffer.from('hello')
  expect(gathered([piece]).take()).toBe(piece)
})

test('a body without any piece is empty', () => {
  expect(gathered([]).take()).toHaveLength(0)
})

test('whatever the pieces are, all of them come out in order', () => {
  const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: 150_000 }), fc.integer({ min: 0, max: 255 })), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(pieces, each => {
      const buffers = each.map(([length, byte]) => Buffer.alloc(length, byte))
      const gathering = gathered(buffers)
      expect(gathering.size).toBe(each.reduce((sum, [length]) => sum + length, 0))
      expect(gathering.take().equals(Buffer.concat(buffers))).toBe(true)
      expect(gathering.size).toBe(0)
    }),
    { numRuns: atLeast(50) },
  )
})

test('what was taken stays as it is when the room is used by somebody else', () => {
  const halves = (byte: number): readonly Buffer[] => [Buffer.alloc(70_000, byte), Buffer.alloc(70_000, byte)]
  const first = gathered(halves(1)).take()
  const second = gathered(halves(2))
  expect(first.equals(Buffer.alloc(140_000, 1))).toBe(true)
  second.letGo()
  // Shorter than what was in the room before: nothing of that shows behind its end.
  const third = gathered([Buffer.alloc(10, 3), Buffer.alloc(10, 3)]).take()
  expect(third.equals(Buffer.alloc(20, 3))).toBe(true)
})

test('whoever sends a byte at a time does not get room for a large body', () => {
  const taken = vi.spyOn(Buffer, 'allocUnsafeSlow')
  const drops = Array.from({ length: 300 }, () => gathered([Buffer.alloc(1), Buffer.alloc(1)]))
  expect(taken).not.toHaveBeenCalled()
  for (const drop of drops) expect(drop.take()).toHaveLength(2)
  taken.mockRestore()
})

test('room that nobody needs is given back, also while somebody needs some of it', async () => {
  vi.useFakeTimers()
  vi.resetModules()
  const own = await import('./gathering.js')
  const large = (): Gathering => {
    const gathering = new own.Gathering()
    for (let piece = 0; piece < 2; piece++) gathering.add(Buffer.alloc(100_000))
    return gathering
  }
  const many = Array.from({ length: 50 }, large)
  for (const each of many) each.letGo()
  const taken = vi.spyOn(Buffer, 'allocUnsafeSlow')
  for (let second = 0; second < 25; second++) {
    large().letGo()
    vi.advanceTimersByTime(1_000)
  }
  expect(taken).not.toHaveBeenCalled()
  const two = [large(), large()]
  expect(taken.mock.calls.length).toBe(4)
  for (const each of two) each.letGo()
  taken.mockRestore()
  vi.useRealTimers()
})
