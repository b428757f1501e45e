import fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, itemAt, itemsOf, replaceAt, type Sequence, sequenceOf } from './sequence.js'

test('a sequence of any length holds what was put into it, in order', () => {
  let sequence: Sequence<number> = sequenceOf([])
  const length = 32 ** 2 * 3 + 5
  for (let index = 0; index < length; index++) sequence = append(sequence, index)
  expect(sequence.length).toBe(length)
  expect(itemsOf(sequence)).toEqual(Array.from({ length }, (_, index) => index))
  expect([itemAt(sequence, 0), itemAt(sequence, 1024), itemAt(sequence, length - 1)]).toEqual([
    0,
    1024,
    length - 1,
  ])
  expect([itemAt(sequence, -1), itemAt(sequence, length)]).toEqual([undefined, undefined])
})

test('whatever is added or replaced, a sequence does what an array does and its older values stay', () => {
  const steps = fc.array(fc.record({ at: fc.option(fc.nat(2_000)), item: fc.nat() }), { maxLength: 100 })
  fc.assert(
    fc.property(fc.nat(1_100), steps, (size, script) => {
      let model = Array.from({ length: size }, (_, index) => index)
      let sequence = sequenceOf(model)
      const older: [Sequence<number>, number[]][] = []
      for (const { at, item } of script) {
        older.push([sequence, model])
        if (at !== null && at < model.length) {
          sequence = replaceAt(sequence, at, item)
          model = model.with(at, item)
        } else {
          sequence = append(sequence, item)
          model = [...model, item]
        }
      }
      for (const [kept, items] of [...older, [sequence, model] as const]) expect(itemsOf(kept)).toEqual(items)
    }),
  )
})
