import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFileSystem } from '../journal/file-system.js'
import { makeFolder } from '../journal/place.fixture.js'
import { PrivateFolder } from './private-folder.js'

function open(path: string): PrivateFolder {
  const folder = new PrivateFolder(path, nodeFileSystem())
  onTestFinished(() => folder.leave())
  return folder
}

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))

test('one at a time is at work, also where two hold the folder, and a failure lets the next one in', async () => {
  const path = join(makeFolder(), 'private')
  const [one, other] = [open(path), open(path)]
  let working = 0
  const work = async (): Promise<number> => {
    working++
    const seen = working
    await pause()
    working--
    return seen
  }
  const failing = one.alone(() => Promise.reject(new Error('as the test wants it')))
  const rest = [one, other, one, other, other].map(folder => folder.alone(work))
  await expect(failing).rejects.toThrow('as the test wants it')
  expect(await Promise.all(rest)).toEqual([1, 1, 1, 1, 1])
})

test('names of the dead are swept away, and one that is just being written is not', async () => {
  const path = join(makeFolder(), 'private')
  const owners = join(path, '.owners')
  mkdirSync(owners, { recursive: true, mode: 0o700 })
  for (const name of ['fresh.draft', 'stale.draft', '00000000-0000']) writeFileSync(join(owners, name), '')
  const past = new Date(Date.now() - 120_000)
  for (const name of ['stale.draft', '00000000-0000']) utimesSync(join(owners, name), past, past)
  const folder = open(path)
  await folder.alone(async () => {})
  await folder.leave()
  expect(readdirSync(owners)).toEqual(['fresh.draft'])
})

test('a folder that others can write is refused', async () => {
  const path = join(makeFolder(), 'private')
  mkdirSync(path)
  chmodSync(path, 0o777)
  await expect(open(path).alone(async () => {})).rejects.toThrow('can be written by others')
})

test('who never gets a turn is told that another process has it', async () => {
  const path = join(makeFolder(), 'private')
  const one = open(path)
  const other = new PrivateFolder(path, nodeFileSystem(), 50)
  onTestFinished(() => other.leave())
  let release = (): void => {}
  const held = one.alone(() => new Promise<void>(resolve => (release = resolve)))
  await pause()
  await expect(other.alone(async () => {})).rejects.toThrow(`${path}/.lock is held by another process`)
  release()
  await held
  expect(await other.alone(async () => 'now')).toBe('now')
})

test('it is looked through for the dead once, and not before every turn', async () => {
  const path = join(makeFolder(), 'private')
  const files = nodeFileSystem()
  let looks = 0
  const counting = Object.assign(Object.create(files), {
    list: (folder: string) => {
      looks++
      return files.list(folder)
    },
  })
  const folder = new PrivateFolder(path, counting)
  onTestFinished(() => folder.leave())
  await folder.alone(async () => {})
  await folder.alone(async () => {})
  expect(looks).toBe(1)
})
