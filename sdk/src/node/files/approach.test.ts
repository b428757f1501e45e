import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { approach, placeBehind } from './approach.js'
import { heldBelow, openPlace } from './place.fixture.js'
import { groundOf } from './root.js'

const DENIED = { code: -32005, data: { reason: 'resource_access_denied' } }

describe.each(['kernel', 'best-effort'] as const)('the way to a file, with strength %s', boundary => {
  const place = openPlace(boundary)
  afterAll(async () => (await place).end())

  const ground = groundOf(boundary)

  /** The way, with the place of what is held in place of it. */
  const come = async (path: string) => {
    const { folder, missing, name, found } = await approach(path, ground)
    const at = await folder.place()
    await folder.close()
    return { at, missing, name, isFound: found !== undefined }
  }

  test('the last directory that is there is found, and what is missing behind it', async () => {
    const { root } = await place
    mkdirSync(join(root, 'a'))
    writeFileSync(join(root, 'a/file'), '')
    expect(await come(join(root, 'a/file'))).toEqual({
      at: join(root, 'a'),
      missing: [],
      name: 'file',
      isFound: true,
    })
    expect(await come(join(root, 'a/none'))).toMatchObject({ at: join(root, 'a'), isFound: false })
    expect(await come(`${root}/a/b/./c//file`)).toEqual({
      at: join(root, 'a'),
      missing: ['b', 'c'],
      name: 'file',
      isFound: false,
    })
    expect(await come('/parley-is-not-here/file')).toEqual({
      at: '/',
      missing: ['parley-is-not-here'],
      name: 'file',
      isFound: false,
    })
  })

  test('a link at the last name is found and not followed, and so is what is in the way', async () => {
    const { root, outside } = await place
    symlinkSync(join(outside, 'secret'), join(root, 'link'))
    writeFileSync(join(root, 'in-the-way'), '')
    const { folder, found } = await approach(join(root, 'link'), ground)
    expect(found?.isSymbolicLink()).toBe(true)
    await folder.close()
    expect(await come(join(root, 'in-the-way/file'))).toEqual({
      at: root,
      missing: ['in-the-way'],
      name: 'file',
      isFound: true,
    })
  })

  test('the path of a directory is not that of a file', async () => {
    const { root } = await place
    for (const path of ['/', `${root}/`, `${root}/x/`, `${root}/x/.`, `${root}/x/..`])
      await expect(approach(path, ground)).rejects.toMatchObject({
        ...DENIED,
        message: 'The path is that of a directory',
      })
  })

  test('64 directories may be missing, and not one more', async () => {
    const { root } = await place
    expect(await come(join(root, `${'m/'.repeat(64)}file`))).toMatchObject({
      at: root,
      missing: Array.from({ length: 64 }, () => 'm'),
    })
    await expect(approach(join(root, `${'m/'.repeat(65)}file`), ground)).rejects.toMatchObject({
      ...DENIED,
      message: 'Too many directories on the way to the file are missing',
    })
  })

  test('what the system refuses to look at is no absence, and nothing stays held', async () => {
    const { root, base, lent } = await place
    for (const each of lent) await each.close()
    const long = 'x'.repeat(300)
    for (const name of [long, `${long}/file`])
      await expect(approach(join(root, name), ground)).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
    symlinkSync('circle', join(root, 'circle'))
    await expect(approach(join(root, 'circle/file'), ground)).rejects.toMatchObject({ code: 'ELOOP' })
    expect(heldBelow(base)).toEqual([])
  })

  test('the place is below the folder, and two dots behind a missing directory lead nowhere', async () => {
    const { root } = await place
    const [way, dots] = [
      await approach(join(root, 'n/o/file'), ground),
      await approach(`${root}/n/../file`, ground),
    ]
    expect(placeBehind(root, way, 'asked')).toBe(join(root, 'n/o/file'))
    expect(() => placeBehind(root, dots, 'asked')).toThrow(
      expect.objectContaining({ code: -32002, data: { reason: 'resource_not_found', path: 'asked' } }),
    )
    await way.folder.close()
    await dots.folder.close()
  })
})
