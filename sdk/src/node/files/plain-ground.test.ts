import { execFileSync } from 'node:child_process'
import {
  type BigIntStats,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { heldBelow, openPlace } from './place.fixture.js'
import { isSameThing, plainGround, READING } from './plain-ground.js'

const place = openPlace('best-effort')
afterAll(async () => (await place).end())

const put = async (name: string, content = ''): Promise<string> => {
  const path = join((await place).root, name)
  writeFileSync(path, content)
  return path
}

test('names are all that is asked', () => expect(plainGround.strength).toBe('best-effort'))

test('a file is known by its real path, and is nowhere once it is deleted', async () => {
  const path = await put('file', 'text')
  symlinkSync('file', join((await place).root, 'alias'))
  const pin = await plainGround.pin(join((await place).root, 'alias'), 'any')
  expect(await pin.place()).toBe(path)
  expect((await pin.status()).size).toBe(4n)
  rmSync(path)
  expect(await pin.place()).toBeUndefined()
  await pin.close()
})

test('another file at the same path is not the one that was found, and is not opened', async () => {
  const path = await put('swapped', 'old')
  const pin = await plainGround.pin(path, 'any')
  renameSync(path, `${path}-away`)
  await put('swapped', 'new')
  expect(await pin.place()).toBeUndefined()
  await expect(pin.open()).rejects.toMatchObject({ code: 'ELOOP' })
  expect(heldBelow(path)).toEqual([])
})

test('the same file behind a link that was put on its way is nowhere, and is not opened', async () => {
  const { root } = await place
  mkdirSync(join(root, 'folder'))
  const path = await put('folder/file', 'text')
  const pin = await plainGround.pin(path, 'any')
  renameSync(join(root, 'folder'), join(root, 'folder-away'))
  symlinkSync('folder-away', join(root, 'folder'))
  expect(await pin.place()).toBeUndefined()
  await expect(pin.open()).rejects.toMatchObject({ code: 'ELOOP' })
  expect(heldBelow(join(root, 'folder'))).toEqual([])
})

test('what is still there is opened', async () => {
  const pin = await plainGround.pin(await put('still', 'text'), 'any')
  const file = await pin.open()
  expect(await file.readFile('utf8')).toBe('text')
  await file.close()
})

test('entries are those of the directory', async () => {
  const { root } = await place
  const pin = await plainGround.pin(root, 'folder')
  expect(pin.entry('name')).toBe(join(root, 'name'))
})

test('a file is no directory, and a link is none where none is followed', async () => {
  const { root } = await place
  mkdirSync(join(root, 'real'))
  symlinkSync('real', join(root, 'link'))
  const file = await put('plain')
  for (const wanted of ['folder', 'own-folder'] as const)
    await expect(plainGround.pin(file, wanted)).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect(plainGround.pin(join(root, 'link'), 'own-folder')).rejects.toMatchObject({ code: 'ELOOP' })
  expect(await (await plainGround.pin(join(root, 'link'), 'folder')).place()).toBe(join(root, 'real'))
  expect(await (await plainGround.pin(join(root, 'real'), 'own-folder')).place()).toBe(join(root, 'real'))
})

test('two things are the same by device and by number, and not by one of the two', () => {
  const thing = (dev: bigint, ino: bigint) => ({ dev, ino }) as BigIntStats
  expect(isSameThing(thing(1n, 2n), thing(1n, 2n))).toBe(true)
  expect(isSameThing(thing(1n, 2n), thing(3n, 2n))).toBe(false)
  expect(isSameThing(thing(1n, 2n), thing(1n, 3n))).toBe(false)
})

test('to open a file for reading follows no link at its name and waits for no pipe', async () => {
  const { root } = await place
  symlinkSync(await put('target'), join(root, 'to-target'))
  await expect(open(join(root, 'to-target'), READING)).rejects.toMatchObject({ code: 'ELOOP' })
  const pipe = join(root, 'pipe')
  execFileSync('mkfifo', [pipe])
  const opening = open(pipe, READING)
  const first = await Promise.race([opening, after(2_000, 'nobody came')])
  // So that nothing waits for ever where the test fails.
  if (first === 'nobody came') closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK))
  await (await opening).close()
  expect(first).not.toBe('nobody came')
})
