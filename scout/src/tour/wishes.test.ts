import { expect, test } from 'vitest'
import { toWishes, usualWishes } from './wishes.js'

test('an answer that does not fit the form is read as far as it makes sense', () => {
  expect(toWishes({})).toEqual(usualWishes)
  const odd = { name: ' ', marks: 99, volume: -1, languages: ['Klingon'], keeps: 'no', colour: 'toString' }
  expect(toWishes(odd)).toEqual({ ...usualWishes, marks: 5, volume: 0 })
  expect(toWishes({ name: ' Ada ', languages: ['Hola', 'Hello'], keeps: false })).toMatchObject({
    name: 'Ada',
    languages: ['Hello', 'Hola'],
    keeps: false,
  })
})
