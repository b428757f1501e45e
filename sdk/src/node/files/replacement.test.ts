import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Pin } from './ground.js'
import { heldBelow, openPlace } from './place.fixture.js'
import { type Replacement, replace } from './replacement.js'
import { groundOf } from './root.js'

const place = openPlace()
afterAll(async () => (await place).end())

const folder = async (): Promise<Pin> => groundOf().pin((await place).root, 'folder')
const leftovers = async (): Promise<string[]> =>
  readdirSync((await place).root).filter(name => name.startsWith('.parley-'))

/** Puts `text` at that name, as if nobody had anything against it. */
async function put(name: string, text: string, more: Partial<Replacement> = {}): Promise<string> {
  const path = join((await place).root, name)
  const pin = await folder()
  const before = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  try {
    await replace({
      folder: pin,
      name,
      bytes: Buffer.from(text),
      before,
      check: async () => {},
      ...more,
    })
    return path
  } finally {
    await pin.close()
  }
}

test('a new file has the rights that are usual, and one that was there keeps its own', async () => {
  const { root } = await place
  writeFileSync(join(root, 'usual'), '')
  expect(statSync(await put('new', 'text')).mode).toBe(statSync(join(root, 'usual')).mode)
  writeFileSync(join(root, 'old'), 'old')
  chmodSync(join(root, 'old'), 0o6751)
  const path = await put('old', 'new')
  expect(statSync(path).mode & 0o7777).toBe(0o751)
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(await leftovers()).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'while it is being written, a file is nobody else’s to read',
  async () => {
    const { root } = await place
    writeFileSync(join(root, 'open-to-all'), '')
    chmodSync(join(root, 'open-to-all'), 0o666)
    const modes: number[] = []
    /** Bytes that look at the file they are written to. */
    async function* watching() {
      for (const name of await leftovers()) modes.push(statSync(join(root, name)).mode & 0o7777)
      yield Buffer.from('text')
    }
    for (const name of ['fresh', 'open-to-all'])
      await put(name, '', { bytes: watching() as unknown as Uint8Array })
    expect(modes).toEqual([0o600, 0o600])
    expect(readFileSync(join(root, 'fresh'), 'utf8')).toBe('text')
    expect(statSync(join(root, 'open-to-all')).mode & 0o7777).toBe(0o666)
  },
)

test.runIf(process.getuid?.() === 0)(
  "somebody else's file stays theirs, as does that of a group",
  async () => {
    const { root } = await place
    for (const [uid, gid] of [
      [1_234, 1_235],
      [0, 1_235],
      [1_234, 0],
    ] as const) {
      writeFileSync(join(root, 'theirs'), '')
      chownSync(join(root, 'theirs'), uid, gid)
      expect(statSync(await put('theirs', 'new'))).toMatchObject({ uid, gid })
    }
  },
)

test('what is refused at the last moment leaves nothing behind', async () => {
  const { root } = await place
  writeFileSync(join(root, 'refused'), 'old')
  const seen: string[] = []
  const check = async () => {
    for (const name of await leftovers()) seen.push(readFileSync(join(root, name), 'utf8'))
    throw new Error('not after all')
  }
  await expect(put('refused', 'new', { check })).rejects.toThrow('not after all')
  expect(seen).toEqual(['new'])
  expect(readFileSync(join(root, 'refused'), 'utf8')).toBe('old')
  expect(await leftovers()).toEqual([])
})

test('the directory is made to last, and let go', async () => {
  const { root, lent } = await place
  for (const each of lent) await each.close()
  const pin = await folder()
  let synced = 0
  const open = async (): Promise<FileHandle> => {
    const handle = await pin.open()
    const sync = handle.sync.bind(handle)
    handle.sync = () => {
      synced++
      return sync()
    }
    return handle
  }
  await put('lasting', 'text', { folder: { ...held(pin), open } })
  expect(synced).toBe(1)
  await pin.close()
  expect(heldBelow(root)).toEqual([])
})

const held = (pin: Pin): Pin => ({
  place: () => pin.place(),
  status: () => pin.status(),
  entry: name => pin.entry(name),
  open: () => pin.open(),
  close: () => pin.close(),
})

test('a directory that cannot be made to last is no failure, and a disk that fails is one', async () => {
  const pin = await folder()
  const failing = (code: string): Pin => ({
    ...held(pin),
    open: () => Promise.reject(Object.assign(new Error(code), { code })),
  })
  for (const code of ['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EBADF'])
    expect(readFileSync(await put(code, code, { folder: failing(code) }), 'utf8')).toBe(code)
  await expect(put('broken', 'text', { folder: failing('EIO') })).rejects.toMatchObject({ code: 'EIO' })
  await pin.close()
})
