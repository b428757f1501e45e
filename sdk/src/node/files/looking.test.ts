import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lookAtFile, lookIntoFolder } from './looking.js'
import { heldBelow, openPlace } from './place.fixture.js'
import { removeInside } from './removal.js'

const DENIED = { data: { reason: 'resource_access_denied' } }
const ABSENT = { data: { reason: 'resource_not_found' } }
const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe.each(['kernel', 'best-effort'] as const)('looking with a boundary of strength %s', boundary => {
  const place = openPlace(boundary)
  afterAll(async () => (await place).end())
  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join((await place).root, name)
    writeFileSync(path, content)
    return path
  }
  const look = async (path: string, textBytes?: number) =>
    lookAtFile(path, (await place).lent, { boundary, textBytes })
  const list = async (path: string, entries?: number) =>
    lookIntoFolder(path, (await place).lent, { boundary, entries })
  const remove = async (path: string, admit?: (path: string) => Promise<void>) =>
    removeInside(path, (await place).lent, { boundary, admit })

  test('a file is shown whole, with the digest of its bytes', async () => {
    const path = await put('plain', '\ufeffa€b\n')
    const bytes = readFileSync(path)
    const shown = { path, size: bytes.length, sha256: digest(bytes), text: '\ufeffa€b\n', isCut: false }
    expect(await look(path)).toEqual(shown)
  })

  test('a large file is cut between two characters, and its digest is that of all of it', async () => {
    const path = await put('large', 'a€€')
    const shown = { size: 7, sha256: digest('a€€'), text: 'a€', isCut: true }
    expect(await look(path, 6)).toMatchObject(shown)
  })

  test('what is no text has a size and a digest, and nothing else', async () => {
    for (const bytes of [Buffer.from([0x61, 0, 0x62]), Buffer.from([0xff, 0xfe])]) {
      const { text, ...rest } = await look(await put('binary', bytes))
      expect([text, rest.size, rest.sha256]).toEqual([undefined, bytes.length, digest(bytes)])
    }
  })

  test('a folder tells what it holds, in order, and does not follow links', async () => {
    const { root, outside } = await place
    const folder = join(root, 'folder')
    mkdirSync(join(folder, 'b'), { recursive: true })
    writeFileSync(join(folder, 'c'), '123')
    symlinkSync(outside, join(folder, 'a'))
    const entries = [
      { name: 'a', kind: 'link' },
      { name: 'b', kind: 'folder' },
      { name: 'c', kind: 'file', size: 3 },
    ]
    expect(await list(folder)).toEqual({ path: folder, entries, isCut: false })
    expect(await list(folder, 2)).toMatchObject({ isCut: true, entries: { length: 2 } })
    expect((await list(root)).entries).toContainEqual({ name: 'folder', kind: 'folder' })
  })

  test('nothing outside is shown or taken away, by whatever name', async () => {
    const { root, outside } = await place
    symlinkSync(outside, join(root, 'way'))
    const ways = [outside, join(root, '..', 'outside'), join(root, 'way')]
    for (const way of ways) {
      await expect(list(way)).rejects.toMatchObject(DENIED)
      await expect(look(join(way, 'secret'))).rejects.toMatchObject(DENIED)
      await expect(remove(join(way, 'secret'))).rejects.toMatchObject(DENIED)
    }
    expect(existsSync(join(outside, 'secret'))).toBe(true)
  })

  test('what is not there, and what is no file, is said to be so', async () => {
    const { root } = await place
    await expect(look(join(root, 'nothing'))).rejects.toMatchObject(ABSENT)
    await expect(list(join(root, 'nothing'))).rejects.toMatchObject(ABSENT)
    await expect(remove(join(root, 'nothing'))).rejects.toMatchObject(ABSENT)
    await expect(look(root)).rejects.toMatchObject(DENIED)
    execFileSync('mkfifo', [join(root, 'pipe')])
    await expect(look(join(root, 'pipe'))).rejects.toMatchObject(DENIED)
  })

  test('a file is taken away once it may be, and stays where somebody changed it meanwhile', async () => {
    const path = await put('doomed', 'one')
    const refuse = async (): Promise<void> => {
      throw new Error('no')
    }
    await expect(remove(path, refuse)).rejects.toThrow('no')
    const change = async (at: string): Promise<void> => writeFileSync(at, 'somebody else')
    await expect(remove(path, change)).rejects.toMatchObject(DENIED)
    expect(readFileSync(path, 'utf8')).toBe('somebody else')
    expect(await remove(path)).toBe(path)
    expect(existsSync(path)).toBe(false)
  })

  test('nothing is held when all of it is over', async () => {
    expect(heldBelow((await place).root).length).toBeLessThanOrEqual(1)
  })
})
