import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { FLAG } from './tidying.js'

const startWith = (flag: string) => spawnSync(process.execPath, [flag, '--eval', '']).status

test('this Node knows the flag by which its memory is tidied seldom', () => {
  expect(startWith(FLAG)).toBe(0)
  expect(startWith('--no-such-percent=300')).not.toBe(0)
})
