import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HeldSessionRoots } from '../files/session-roots.js'
import { openDirectory } from './directory.js'
import { workshop } from './terminals.fixture.js'

let base = ''
let root = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-directory-')))
  root = join(base, 'root')
  mkdirSync(join(root, 'inner'), { recursive: true })
  mkdirSync(join(base, 'root-twin'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const placeOf = async (path: string | undefined, roots = [root]) => {
  const directories = new HeldSessionRoots({})
  try {
    const directory = await openDirectory(path, { sessionId: 's1', roots }, directories)
    await directory.close()
    return directory.place
  } finally {
    directories.close()
    await Promise.resolve()
  }
}

const refused = (code: number) => expect.objectContaining({ code })

test('a directory inside a root is where it really is, and the first root where none is named', async () => {
  expect(await placeOf(join(root, 'inner'))).toEqual({ path: join(root, 'inner'), root })
  expect(await placeOf(undefined)).toEqual({ path: root, root })
  expect(await placeOf(`${root}/inner/../inner/.`)).toEqual({ path: join(root, 'inner'), root })
  symlinkSync(root, join(base, 'other-name'))
  expect(await placeOf(join(base, 'other-name/inner'))).toEqual({ path: join(root, 'inner'), root })
  expect(await placeOf(join(root, 'inner'), [join(base, 'other-name')])).toEqual({
    path: join(root, 'inner'),
    root,
  })
})

test('a directory outside the roots is refused, by whatever name it is called', async () => {
  symlinkSync('/', join(root, 'way-out'))
  const outside = [base, '/', join(base, 'root-twin'), `${root}/..`, join(root, 'way-out'), '/proc/self/cwd']
  for (const path of outside) await expect(placeOf(path), path).rejects.toEqual(refused(-32005))
  await expect(placeOf(undefined, [])).rejects.toEqual(refused(-32005))
})

test('what is no directory, or no absolute path, or not there, is said to be so', async () => {
  writeFileSync(join(root, 'file'), '')
  await expect(placeOf(join(root, 'file'))).rejects.toEqual(refused(-32602))
  await expect(placeOf('inner')).rejects.toEqual(refused(-32602))
  await expect(placeOf('')).rejects.toEqual(refused(-32602))
  await expect(placeOf(`${root}/a\0b`)).rejects.toEqual(refused(-32602))
  await expect(placeOf(`/${'a/'.repeat(3_000)}`)).rejects.toEqual(refused(-32602))
  await expect(placeOf(join(root, 'nowhere'))).rejects.toEqual(refused(-32002))
})

test('a directory that is swapped while the user is asked is not the one the command runs in', async () => {
  await using shop = workshop({
    warden: {
      async admit() {
        renameSync(join(shop.root, 'inner'), join(shop.root, 'moved'))
        symlinkSync('/', join(shop.root, 'inner'))
        return { finish: async () => {} }
      },
    },
  })
  mkdirSync(join(shop.root, 'inner'))
  const { output } = await shop.run({ command: 'pwd', cwd: join(shop.root, 'inner') })
  expect(output).toBe(`${join(shop.root, 'moved')}\n`)
})

test('no directory is held once the command runs, or was refused', async () => {
  const held = () => readdirSync('/proc/self/fd').length
  await expect(placeOf(base)).rejects.toThrow()
  const before = held()
  for (let count = 0; count < 5; count++) {
    await placeOf(root)
    await expect(placeOf(base)).rejects.toThrow()
  }
  expect(held()).toBe(before)
})
