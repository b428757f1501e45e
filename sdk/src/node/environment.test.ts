import { expect, test } from 'vitest'
import { allowedEnvironment } from './environment.js'

test('what is not on the list is not passed on, unless it is named', () => {
  const from = {
    PATH: '/bin',
    HOME: '/me',
    LC_ALL: 'C',
    AWS_SECRET_ACCESS_KEY: 'x',
    NODE_OPTIONS: '--inspect',
    Path: '/w',
  }
  expect(allowedEnvironment({}, from)).toEqual({ PATH: '/bin', HOME: '/me', LC_ALL: 'C', Path: '/w' })
  expect(allowedEnvironment({ TOKEN: 'given', HOME: '/other', GONE: undefined }, from)).toMatchObject({
    TOKEN: 'given',
    HOME: '/other',
  })
  expect(allowedEnvironment({ GONE: undefined }, from)).not.toHaveProperty('GONE')
})

test('a folder that depends on where one stands is no place to look for programs', () => {
  expect(allowedEnvironment({}, { PATH: '.:/bin::bin:./x:/usr/bin:' })).toEqual({ PATH: '/bin:/usr/bin' })
})
