import { dialectNames } from '@parley/acp/dialect'
import { expect, test } from 'vitest'
import { DIALECTS, dialectOption } from './dialect-option.js'

test('the command offers the dialects that the library has', () => {
  expect(DIALECTS).toEqual(dialectNames)
  expect(dialectOption().argChoices).toEqual(dialectNames)
})
