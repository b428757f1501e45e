import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isCaseBlind, toOtherCase } from './case-probe.js'
import { openPlace } from './place.fixture.js'

const place = await openPlace()
afterAll(() => place.end())

test('a letter is turned round, everything else stays', () => {
  expect(toOtherCase('ReadMe-1.md')).toBe('rEADmE-1.MD')
  expect(toOtherCase('123')).toBe('123')
})

test.runIf(process.platform === 'linux')('a volume that tells capitals apart is found to do so', async () => {
  writeFileSync(join(place.root, 'ReadMe'), '')
  expect(await isCaseBlind(place.root, 'darwin')).toBe(false)
  // Its own name says nothing: what is in it does.
  const folder = join(place.base, '456')
  mkdirSync(folder)
  expect(await isCaseBlind(folder, 'darwin')).toBe(true)
  writeFileSync(join(folder, 'ReadMe'), '')
  expect(await isCaseBlind(folder, 'darwin')).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'two directories whose names differ in case alone are told apart, also when they are empty',
  async () => {
    for (const name of ['Empty', 'eMPTY']) mkdirSync(join(place.base, name))
    expect(await isCaseBlind(join(place.base, 'Empty'), 'darwin')).toBe(false)
  },
)

test.runIf(process.platform === 'linux')(
  'two hard links whose names differ in case alone prove nothing',
  async () => {
    const folder = join(place.base, 'LINKED')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a'), '')
    linkSync(join(folder, 'a'), join(folder, 'A'))
    expect(await isCaseBlind(folder, 'darwin')).toBe(false)
  },
)

test('a volume on which both spellings lead to the same is blind to case', async () => {
  // Such a volume is not at hand everywhere; two names of one file look the same from here.
  writeFileSync(join(place.base, 'BLIND'), '')
  linkSync(join(place.base, 'BLIND'), join(place.base, 'blind'))
  expect(await isCaseBlind(join(place.base, 'BLIND'), 'linux')).toBe(true)
})

test('where nothing tells, the platform does', async () => {
  expect(await isCaseBlind('/', 'win32').catch(() => 'failed')).toBeTypeOf('boolean')
  const nowhere = join(place.base, '123')
  expect(await isCaseBlind(nowhere, 'darwin')).toBe(true)
  expect(await isCaseBlind(nowhere, 'win32')).toBe(true)
  expect(await isCaseBlind(nowhere, 'linux')).toBe(false)
})
