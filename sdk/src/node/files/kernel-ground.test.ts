import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { kernelGround } from './kernel-ground.js'
import { heldBelow, openPlace } from './place.fixture.js'

const place = await openPlace()
afterAll(() => place.end())
const { root, outside } = place

test('the kernel is asked', () => expect(kernelGround.strength).toBe('kernel'))

test('a file that was deleted is nowhere', async () => {
  const path = join(root, 'deleted')
  writeFileSync(path, '')
  const pin = await kernelGround.pin(path, 'any')
  expect(await pin.place()).toBe(path)
  rmSync(path)
  expect(await pin.place()).toBeUndefined()
  await pin.close()
})

test('a name that reads like a deleted one cannot be decided about', async () => {
  writeFileSync(join(root, 'x (deleted)'), '')
  const pin = await kernelGround.pin(join(root, 'x (deleted)'), 'any')
  expect(await pin.place()).toBeUndefined()
  await pin.close()
})

test('a name that is no text cannot be decided about', async () => {
  const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])])
  mkdirSync(folder)
  symlinkSync(folder, join(root, 'to-bytes'))
  const pin = await kernelGround.pin(join(root, 'to-bytes'), 'folder')
  expect(await pin.place()).toBeUndefined()
  await pin.close()
})

test('entries are those of the directory that is held, whatever became of its path', async () => {
  const folder = join(root, 'held')
  mkdirSync(folder)
  writeFileSync(join(folder, 'secret'), 'mine')
  const pin = await kernelGround.pin(folder, 'folder')
  renameSync(folder, join(root, 'held-away'))
  symlinkSync(outside, folder)
  expect(readFileSync(pin.entry('secret'), 'utf8')).toBe('mine')
  expect(await pin.place()).toBe(join(root, 'held-away'))
  await pin.close()
})

test('what is held is asked and opened, whatever stands at its path by now', async () => {
  const path = join(root, 'opened')
  writeFileSync(path, 'mine')
  const pin = await kernelGround.pin(path, 'any')
  expect(heldBelow(path)).toEqual([path])
  renameSync(path, `${path}-away`)
  writeFileSync(path, 'of somebody else')
  expect(await pin.status()).toMatchObject({ size: 4n, nlink: 1n })
  const file = await pin.open()
  expect(await file.readFile('utf8')).toBe('mine')
  await file.close()
  await pin.close()
  expect(heldBelow(path)).toEqual([])
})

test('a pipe is held and opened, and nobody waits for its other end', { timeout: 3_000 }, async () => {
  const path = join(root, 'pipe')
  execFileSync('mkfifo', [path])
  const pin = await kernelGround.pin(path, 'any')
  expect((await pin.status()).isFIFO()).toBe(true)
  await (await pin.open()).close()
  await pin.close()
})

test('a directory behind a link is not taken where none is followed', async () => {
  symlinkSync(root, join(root, 'own'))
  await expect(kernelGround.pin(join(root, 'own'), 'own-folder')).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect(kernelGround.pin(join(outside, 'secret'), 'folder')).rejects.toMatchObject({ code: 'ENOTDIR' })
})

// Not every system lets its users make mounts of their own; where none may be made, none can deceive us either.
const canMount = spawnSync('unshare', ['-Urm', 'true']).status === 0

test.skipIf(!canMount)('a name in another world of mounts is no name here', async () => {
  const path = join(root, 'covered')
  writeFileSync(path, 'mine')
  const script = `mount --bind ${join(outside, 'secret')} ${path} && echo ready && exec sleep 60`
  const other = spawn('unshare', ['-Urm', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  const pin = await kernelGround.pin(`/proc/${other.pid}/root${path}`, 'any')
  onTestFinished(() => pin.close())
  expect(await pin.place()).toBeUndefined()
})
