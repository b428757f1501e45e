import { expect, test } from 'vitest'
import { toArguments } from './prompts.js'

const two = { arguments: [{ name: 'city', required: true }, { name: 'state' }] }

test('the text behind a slash command becomes arguments, by name or in order', () => {
  expect(toArguments(two, 'Austin Texas')).toEqual({ city: 'Austin', state: 'Texas' })
  expect(toArguments(two, '"New York" New York State')).toEqual({ city: 'New York', state: 'New York State' })
  expect(toArguments(two, "state='New York' Albany")).toEqual({ city: 'Albany', state: 'New York' })
  expect(toArguments(two, 'x=1')).toEqual({ city: 'x=1' })
  expect(toArguments(two, '  ')).toEqual({})
})

test('a command with one argument takes the text as it is, and one with none takes nothing', () => {
  expect(toArguments({ arguments: [{ name: 'code' }] }, ' let x = "1" ')).toEqual({ code: 'let x = "1"' })
  expect(toArguments({}, 'anything')).toEqual({})
})
