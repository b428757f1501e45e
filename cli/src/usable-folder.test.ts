import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { demandFolder } from './usable-folder.js'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})
const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-usable-'))
  made.push(folder)
  return folder
}

test('a folder and those above it are made for nobody else, and one that is there is taken', async () => {
  const path = join(aFolder(), 'one', 'two')
  await demandFolder(path)
  await demandFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('what stands in its place is named', async () => {
  const path = join(aFolder(), 'file')
  writeFileSync(path, '')
  await expect(demandFolder(path)).rejects.toThrow(`kept in ${path}, which cannot be used: EEXIST`)
})

test('one that does not answer is not waited for', async () => {
  // So many folders take much longer than that to make.
  const deep = join(aFolder(), ...Array.from({ length: 500 }, () => 'a'))
  await expect(demandFolder(deep, { milliseconds: 1 })).rejects.toThrow('it did not answer within 0.001 s')
  // Nobody waits for it, and the place must still be there as long as it is being made.
  await expect.poll(() => existsSync(deep), { timeout: 10_000 }).toBe(true)
})
