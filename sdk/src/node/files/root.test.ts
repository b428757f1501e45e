import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { boundary } from './boundary.js'
import { heldBelow, openPlace } from './place.fixture.js'
import { groundOf, pinRoot, placeIn } from './root.js'

const place = await openPlace()
afterAll(() => place.end())

test('a root is known by its real path', async () => {
  symlinkSync(place.root, join(place.base, 'alias'))
  expect(await pinRoot(join(place.base, 'alias'))).toEqual(place.lent[0])
})

test('F2: the whole disk, the home directory, what lies above it and the one for temporary files need a word', async () => {
  symlinkSync('/', join(place.base, 'disk'))
  for (const path of [
    '/',
    homedir(),
    join(homedir(), '..'),
    tmpdir(),
    '/tmp',
    '/var/tmp',
    join(place.base, 'disk'),
  ]) {
    await expect(pinRoot(path)).rejects.toMatchObject({
      code: -32005,
      message: 'The directory is too broad to be lent without saying so (allowBroadRoots)',
      data: { path },
    })
    const root = await pinRoot(path, { allowBroadRoots: true })
    expect(root).toHaveProperty('inode')
    await root.close()
  }
})

test('what is no directory, or not there, or no path is not lent', async () => {
  writeFileSync(join(place.root, 'file'), '')
  await expect(pinRoot(join(place.root, 'file'))).rejects.toMatchObject({ code: -32002 })
  await expect(pinRoot(join(place.base, 'absent'))).rejects.toMatchObject({ code: -32002 })
  await expect(pinRoot('work')).rejects.toMatchObject({ code: -32602 })
})

test('a file belongs to the innermost of the roots it lies in', async () => {
  mkdirSync(join(place.root, 'inner'))
  const inner = await pinRoot(join(place.root, 'inner'))
  for (const roots of [
    [...place.lent, inner],
    [inner, ...place.lent],
  ])
    expect(await placeIn(join(place.root, 'inner/x'), roots)).toMatchObject({ root: inner.path })
  expect(await placeIn(join(place.root, 'x'), [inner])).toEqual({ path: join(place.root, 'x') })
})

test.runIf(process.platform === 'linux')('the kernel is asked where it can be', () => {
  expect(boundary()).toBe('kernel')
  expect(groundOf().strength).toBe('kernel')
  expect(groundOf('best-effort').strength).toBe('best-effort')
})

test('F2: a directory that is made where a root was deleted is never taken for it', async () => {
  for (const boundary of ['kernel', 'best-effort'] as const) {
    const path = join(place.base, `deleted-${boundary}`)
    mkdirSync(path)
    const root = await pinRoot(path, { boundary })
    // A number that is free is often given to the next that is made: it must not be free.
    for (let count = 0; count < 20; count++) {
      rmdirSync(path)
      mkdirSync(path)
      expect(await placeIn(join(path, 'x'), [root])).toEqual({ path: join(path, 'x') })
    }
    await root.close()
  }
})

test('a root that is closed, once or twice, holds no descriptor any more', async () => {
  const path = join(place.base, 'closed')
  mkdirSync(path)
  const held = (): number => heldBelow(path).length
  for (const boundary of ['kernel', 'best-effort'] as const) {
    const root = await pinRoot(path, { boundary })
    expect(held()).toBe(1)
    await root.close()
    await root.close()
    expect(held()).toBe(0)
  }
})

test('a directory that is refused is let go, and one that cannot be told is refused', async () => {
  const path = join(place.base, 'told (deleted)')
  mkdirSync(path)
  await expect(pinRoot(path, { boundary: 'kernel' })).rejects.toMatchObject({
    code: -32005,
    message: 'It cannot be told where the directory is',
  })
  expect(heldBelow(path)).toEqual([])
  await expect(pinRoot('/var/tmp')).rejects.toMatchObject({ code: -32005 })
  expect(heldBelow('/var/tmp')).toEqual([])
})

test('a place that is outside, or in a root that is another or gone by now, has no root', async () => {
  const path = join(place.base, 'going')
  mkdirSync(path)
  const root = await pinRoot(path)
  const at = join(path, 'x')
  expect(await placeIn(at, [root])).toEqual({ path: at, root: path })
  expect(await placeIn(join(place.base, 'x'), [root])).toEqual({ path: join(place.base, 'x') })
  const elsewhere = { ...root, close: () => root.close(), device: root.device + 1n }
  expect(await placeIn(at, [elsewhere])).toEqual({ path: at })
  rmdirSync(path)
  expect(await placeIn(at, [root])).toEqual({ path: at })
  await root.close()
})
