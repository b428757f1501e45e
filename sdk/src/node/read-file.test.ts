import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readAtMost, readTextFile } from './read-file.js'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'parley-read-')))
const root = join(place, 'root')
mkdirSync(root)
writeFileSync(join(place, 'secret'), 'outside')
writeFileSync(join(root, 'lines'), 'one\ntwo\nthree\n')
symlinkSync(join(place, 'secret'), join(root, 'link'))
afterAll(() => rmSync(place, { recursive: true }))

test('a window of lines is counted from one', async () => {
  expect(await readTextFile(join(root, 'lines'), [root])).toBe('one\ntwo\nthree\n')
  expect(await readTextFile(join(root, 'lines'), [root], { line: 2, limit: 1 })).toBe('two\n')
  expect(await readTextFile(join(root, 'lines'), [root], { line: 9 })).toBe('')
})

test('what lies outside is refused, whatever name leads to it', async () => {
  for (const name of ['link', '../secret'])
    await expect(readTextFile(`${root}/${name}`, [root])).rejects.toMatchObject({ code: -32005 })
  await expect(readTextFile(join(root, 'absent'), [root])).rejects.toMatchObject({ code: -32002 })
})

test('a file that grows while it is read is refused at the limit', async () => {
  const path = join(root, 'growing')
  writeFileSync(path, 'small')
  const file = await open(path)
  appendFileSync(path, Buffer.alloc(11 * 1024 * 1024, 'x'))
  expect(await readAtMost(file, 5)).toBeUndefined()
  await file.close()
})
