import { type BigIntStats, chmodSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPlace } from './place.fixture.js'
import { stateOf, toState } from './state.js'

const place = openPlace()
afterAll(async () => (await place).end())

test('a file that nobody touches stays in its state, and every change makes another', async () => {
  const path = join((await place).root, 'file')
  writeFileSync(path, 'one')
  const states = [await stateOf(path)]
  expect(await stateOf(path)).toBe(states[0])
  for (const change of [
    () => writeFileSync(path, 'more'),
    () => chmodSync(path, 0o600),
    () => utimesSync(path, 1, 1),
    () => {
      writeFileSync(`${path}.new`, 'more')
      renameSync(`${path}.new`, path)
    },
  ]) {
    change()
    states.push(await stateOf(path))
  }
  expect(states).toEqual(states.map(() => expect.any(String)))
  expect(new Set(states).size).toBe(5)
})

test('where nothing stands there is no state', async () => {
  expect(await stateOf(join((await place).root, 'absent'))).toBeUndefined()
})

test('no two states are spelled alike, whatever their numbers are', () => {
  const spell = (dev: bigint, ino: bigint): string =>
    toState({ dev, ino, size: 0n, mode: 0n, mtimeNs: 0n, ctimeNs: 0n } as BigIntStats)
  expect(spell(1n, 23n)).not.toBe(spell(12n, 3n))
})
