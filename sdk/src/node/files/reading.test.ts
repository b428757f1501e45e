import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { heldBelow, openPlace, watchingWarden } from './place.fixture.js'
import { type ReadRequest, readInside } from './reading.js'
import { pinRoot } from './root.js'
import type { InsideOptions } from './territory.js'

const DENIED = { code: -32005, data: { reason: 'resource_access_denied' } }
const ABSENT = { code: -32002, data: { reason: 'resource_not_found' } }
const INVALID = { code: -32602, data: { reason: 'invalid_params' } }
const MEBIBYTE = 1_024 * 1_024

describe.each(['kernel', 'best-effort'] as const)('reading with a boundary of strength %s', boundary => {
  const place = openPlace(boundary)
  afterAll(async () => (await place).end())

  const read = async (request: Partial<ReadRequest>, options: InsideOptions = {}) =>
    readInside({ path: '', ...request }, (await place).lent, { boundary, ...options })

  /** A file inside the root. */
  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join((await place).root, name)
    writeFileSync(path, content)
    return path
  }

  const link = async (target: string, name: string): Promise<string> => {
    const path = join((await place).root, name)
    symlinkSync(target, path)
    return path
  }

  test('a file inside is read', async () => {
    expect(await read({ path: await put('plain', 'one\ntwo\n') })).toBe('one\ntwo\n')
  })

  test('an empty file is empty text', async () => {
    const path = await put('empty', '')
    expect(await read({ path })).toBe('')
    expect(await read({ path, line: 3, limit: 2 })).toBe('')
  })

  test('a window of lines is counted from one, and beyond the end there is nothing', async () => {
    const path = await put('lines', 'one\ntwo\nthree')
    expect(await read({ path, line: 2, limit: 1 })).toBe('two\n')
    expect(await read({ path, line: 0, limit: 1 })).toBe('one\n')
    expect(await read({ path, line: 2 })).toBe('two\nthree')
    expect(await read({ path, limit: 0 })).toBe('')
    expect(await read({ path, line: 4_294_967_295, limit: 4_294_967_295 })).toBe('')
    await expect(read({ path, line: -1 })).rejects.toMatchObject(INVALID)
    await expect(read({ path, limit: 0.5 })).rejects.toMatchObject(INVALID)
  })

  test('ends of lines and a mark at the beginning are kept', async () => {
    expect(await read({ path: await put('crlf', '\ufeffone\r\ntwo\r\n') })).toBe('\ufeffone\r\ntwo\r\n')
  })

  test('what is not there is not found', async () => {
    const { root } = await place
    await expect(read({ path: join(root, 'absent') })).rejects.toMatchObject(ABSENT)
    await expect(read({ path: join(root, 'absent/deep/er') })).rejects.toMatchObject(ABSENT)
    await expect(read({ path: `${root}/absent/../plain` })).rejects.toMatchObject(ABSENT)
  })

  test('outside, what is there is not told from what is not', async () => {
    const { base, outside } = await place
    const messages = new Set<string>()
    for (const path of [
      join(outside, 'secret'),
      join(outside, 'absent'),
      join(base, 'no/such/place'),
      '/etc/passwd/x',
    ])
      await read({ path }).catch((error: Error) => messages.add(error.message))
    expect([...messages]).toEqual(['The file is outside the directories of this session'])
  })

  test('no error says where a link leads', async () => {
    const { outside } = await place
    const error = await read({ path: await link(join(outside, 'secret'), 'telling') }).catch(String)
    expect(error).not.toContain(outside)
  })

  test('two dots lead out, and what they lead to is refused', async () => {
    const { root } = await place
    for (const path of [
      `${root}/../outside/secret`,
      `${root}/./../outside/secret`,
      `${root}//..//outside/secret`,
    ])
      await expect(read({ path })).rejects.toMatchObject(DENIED)
  })

  test('two dots that stay inside are fine', async () => {
    const path = await put('around', 'here')
    mkdirSync(join((await place).root, 'sub'))
    expect(await read({ path: `${(await place).root}/sub/../around` })).toBe('here')
    expect(await read({ path: `${path.slice(0, -'around'.length)}../work/around` })).toBe('here')
  })

  test('a directory whose name only begins like a root is outside', async () => {
    const { base } = await place
    mkdirSync(join(base, 'work-evil'))
    writeFileSync(join(base, 'work-evil/file'), 'secret')
    await expect(read({ path: join(base, 'work-evil/file') })).rejects.toMatchObject(DENIED)
  })

  test('a link to a file outside is refused', async () => {
    const path = await link('../outside/secret', 'link-out')
    await expect(read({ path })).rejects.toMatchObject(DENIED)
  })

  test('a link to a directory outside is refused, however deep', async () => {
    const path = await link('../outside', 'folder-out')
    await expect(read({ path: `${path}/secret` })).rejects.toMatchObject(DENIED)
    await expect(read({ path: `${path}/folder/inner` })).rejects.toMatchObject(DENIED)
    await expect(read({ path: `${path}/folder/../secret` })).rejects.toMatchObject(DENIED)
  })

  test('a chain of links is followed to its end', async () => {
    await link('../outside/secret', 'chain-1')
    await link('chain-1', 'chain-2')
    await expect(read({ path: await link('chain-2', 'chain-3') })).rejects.toMatchObject(DENIED)
  })

  test('two dots behind a link lead where the link leads', async () => {
    const path = await link('../outside/folder', 'jump')
    await put('secret', 'harmless')
    await expect(read({ path: `${path}/../secret` })).rejects.toMatchObject(DENIED)
  })

  test('F5: a link whose target is inside is fine, and the target is what is decided about', async () => {
    const target = await put('target', 'fine')
    const warden = watchingWarden()
    const path = await link('target', 'link-in')
    const admit: InsideOptions['admit'] = action =>
      warden.admit(action, { sessionId: '', roots: [], signal: new AbortController().signal })
    expect(await read({ path }, { admit })).toBe('fine')
    expect(warden.asked).toEqual([{ action: 'fs.read', at: { path: target, root: (await place).root } }])
    expect(warden.outcomes).toEqual(['done'])
  })

  test('a link that leads nowhere is refused, wherever nowhere is', async () => {
    await expect(read({ path: await link('../outside/nothing', 'dangling') })).rejects.toMatchObject({
      ...DENIED,
      message: 'A link on the way leads nowhere, or a file is in the way',
    })
    await expect(read({ path: `${await link('../outside/none', 'dangling-2')}/x` })).rejects.toMatchObject(
      DENIED,
    )
  })

  test('a link that leads in a circle is refused', async () => {
    await expect(read({ path: await link('circle', 'circle') })).rejects.toMatchObject({
      ...DENIED,
      message: 'A link leads in a circle, or stands where none is followed',
    })
  })

  test('F5: a file with several names is read, or refused where that is wished', async () => {
    const path = join((await place).root, 'hard')
    linkSync(join((await place).outside, 'folder/inner'), path)
    const asked: object[] = []
    const admit: InsideOptions['admit'] = async action => {
      asked.push(action)
      return { finish: async () => {} }
    }
    expect(await read({ path }, { admit })).toBe('secret\n')
    expect(asked).toMatchObject([{ hasOtherNames: true }])
    await expect(read({ path }, { hardLinks: 'refuse' })).rejects.toMatchObject({
      ...DENIED,
      message: 'The file has other names, which may lie outside the directories of this session',
    })
    expect(await read({ path: await put('single', 'x') }, { hardLinks: 'refuse' })).toBe('x')
  })

  test('what the system tells of processes is outside, by whatever name', async () => {
    const { root } = await place
    for (const path of [
      '/proc/self/environ',
      '/proc/self/root/etc/passwd',
      '/proc/self/cwd/package.json',
      `/proc/self/root${root}/../outside/secret`,
      '/dev/fd/0',
      '/dev/stdin',
    ])
      await expect(read({ path })).rejects.toMatchObject(DENIED)
    await expect(read({ path: await link('/proc/self/environ', 'environ') })).rejects.toMatchObject(DENIED)
  })

  test('devices are refused and not read', async () => {
    for (const path of ['/dev/zero', '/dev/random', '/dev/tty', await link('/dev/zero', 'zero')])
      await expect(read({ path })).rejects.toMatchObject(DENIED)
  })

  test('a pipe is refused and nobody waits for its other end', { timeout: 3_000 }, async () => {
    const path = join((await place).root, 'pipe')
    execFileSync('mkfifo', [path])
    await expect(read({ path })).rejects.toMatchObject({ ...DENIED, message: 'Not a regular file' })
  })

  test('a socket is refused', async () => {
    const path = join((await place).root, 'socket')
    const server = createServer().listen(path)
    await new Promise(resolve => server.once('listening', resolve))
    await expect(read({ path })).rejects.toMatchObject({ message: 'Not a regular file' })
    await new Promise(resolve => server.close(resolve))
  })

  test('a directory is refused, the root included', async () => {
    const { root } = await place
    mkdirSync(join(root, 'folder'))
    for (const path of [root, `${root}/`, join(root, 'folder'), `${root}/folder/.`])
      await expect(read({ path })).rejects.toMatchObject({ ...DENIED, message: 'Not a regular file' })
  })

  test('escapes of URLs are letters like any other', async () => {
    const { root } = await place
    for (const name of ['%2e%2e/outside/secret', '..%2foutside%2fsecret', '%00'])
      await expect(read({ path: `${root}/${name}` })).rejects.toMatchObject(ABSENT)
    expect(await read({ path: await put('%2e', 'percent') })).toBe('percent')
  })

  test.runIf(process.platform === 'linux')('a backslash and another case make another name', async () => {
    const { root } = await place
    await put('Readme', 'x')
    for (const path of [`${root}/..\\outside\\secret`, `${root}\\..\\outside\\secret`, join(root, 'README')])
      await expect(read({ path })).rejects.toMatchObject({
        code: expect.toSatisfy((code: number) => code === -32002 || code === -32005),
      })
    expect(await read({ path: await put('a\\b', 'back') })).toBe('back')
    await expect(read({ path: root.toUpperCase() })).rejects.toMatchObject(DENIED)
  })

  test('names with spaces, newlines and other scripts are read', async () => {
    for (const name of ['a b', 'a\nb', 'ärger', '日本語', '-rf', '~', '$HOME', 'x (1)'])
      expect(await read({ path: await put(name, name) })).toBe(name)
  })

  test('F6: of a file of 60 MB the lines that are near are read, and the whole is too large', async () => {
    const path = await put('huge', `one\ntwo\n${'x'.repeat(9_000)}`)
    truncateSync(path, 60 * MEBIBYTE)
    const begun = process.memoryUsage().arrayBuffers
    expect(await read({ path, line: 2, limit: 1 })).toBe('two\n')
    await expect(read({ path })).rejects.toMatchObject({ code: -32600, data: { reason: 'too_large' } })
    await expect(read({ path, line: 9, limit: 1 })).rejects.toMatchObject({ data: { reason: 'too_large' } })
    expect(process.memoryUsage().arrayBuffers - begun).toBeLessThan(48 * MEBIBYTE)
  })

  test('F6: text up to 8 MiB is answered, and not a byte more', async () => {
    const path = await put('eight', Buffer.alloc(8 * MEBIBYTE, 'a\n'))
    expect(await read({ path })).toHaveLength(8 * MEBIBYTE)
    appendFileSync(path, 'b')
    await expect(read({ path })).rejects.toMatchObject({ data: { reason: 'too_large' } })
    expect(await read({ path, line: 2 })).toHaveLength(8 * MEBIBYTE - 1)
  })

  test('F6: no further than 10 MiB are read to find a line', async () => {
    const path = await put(
      'far',
      Buffer.concat([Buffer.alloc(10 * MEBIBYTE, 'a'), Buffer.from('\ntwo\n'), Buffer.alloc(MEBIBYTE, 'b')]),
    )
    await expect(read({ path, line: 3, limit: 1 })).rejects.toMatchObject({ data: { reason: 'too_large' } })
    await expect(read({ path, line: 2 })).rejects.toMatchObject({ data: { reason: 'too_large' } })
  })

  test('F6: a limit is the last that is allowed, and the error says which it is', async () => {
    const path = await put('limited', 'ääää\n')
    const limits = { readBytes: 9, contentBytes: 9 }
    const buffers = { read: () => 'ääää\n' }
    for (const options of [{}, { buffers }]) {
      expect(await read({ path }, { limits, ...options })).toBe('ääää\n')
      await expect(
        read({ path }, { limits: { ...limits, contentBytes: 8 }, ...options }),
      ).rejects.toMatchObject({
        message: 'No more than 8 bytes are answered, from the first 9 of a file: ask for fewer lines',
        data: { reason: 'too_large', path },
      })
    }
    await expect(read({ path }, { limits: { ...limits, readBytes: 8 } })).rejects.toMatchObject({
      data: { reason: 'too_large' },
    })
  })

  test('a file that grows or shrinks while its question is open is read as it is then', async () => {
    for (const [before, after] of [
      [256 * 1_024, 256 * 1_024 + 1],
      [5, 100],
      [9_000, 10],
    ] as const) {
      const path = await put('changing', 'x'.repeat(before))
      const admit = async () => {
        if (after < before) truncateSync(path, after)
        else appendFileSync(path, 'y'.repeat(after - before))
        return { finish: async () => {} }
      }
      expect(await read({ path }, { admit })).toHaveLength(after)
    }
  })

  test('a file that grows while its question is open is refused at the limit', async () => {
    const path = await put('growing', 'small')
    const admit = async () => {
      appendFileSync(path, Buffer.alloc(11 * MEBIBYTE, 'x'))
      return { finish: async () => {} }
    }
    await expect(read({ path }, { admit })).rejects.toMatchObject({ data: { reason: 'too_large' } })
  })

  test('F6: bytes that are no text are refused, and a window before them is not', async () => {
    const path = await put('latin', Buffer.concat([Buffer.from('fine\n'), Buffer.from([0xe4, 0x0a])]))
    await expect(read({ path })).rejects.toMatchObject({
      code: -32602,
      message: 'The file is not UTF-8 text',
      data: { reason: 'not_text', path },
    })
    expect(await read({ path, limit: 1 })).toBe('fine\n')
    await expect(read({ path, line: 2 })).rejects.toMatchObject({ data: { reason: 'not_text' } })
  })

  test('F6: a NUL near the beginning makes a file no text, also for a window', async () => {
    const path = await put('binary', 'fine\n\0\n')
    await expect(read({ path })).rejects.toMatchObject({ data: { reason: 'not_text' } })
    await expect(read({ path, limit: 1 })).rejects.toMatchObject({ data: { reason: 'not_text' } })
    expect(await read({ path: await put('late-nul', `${'a'.repeat(9_000)}\0`) })).toHaveLength(9_001)
  })

  test('a character across the pieces that are read is whole', async () => {
    const text = 'ä'.repeat(300_001)
    expect(await read({ path: await put('pieces', `x${text}`) })).toBe(`x${text}`)
  })

  test('nothing is opened before it is allowed, and a refusal is passed on', async () => {
    const path = await put('asked', 'x')
    const admit = () => Promise.reject(Object.assign(new Error('no'), { code: -32004 }))
    await expect(read({ path }, { admit })).rejects.toMatchObject({ code: -32004 })
  })

  test('a file that is swapped for a link while the question is open is not read', async () => {
    const { outside, root } = await place
    const path = await put('swapped', 'harmless')
    const warden = watchingWarden(() => {
      rmSync(path)
      symlinkSync(join(outside, 'secret'), path)
    })
    const admit: InsideOptions['admit'] = action =>
      warden.admit(action, { sessionId: '', roots: [root], signal: new AbortController().signal })
    await expect(read({ path }, { admit })).rejects.toMatchObject(DENIED)
    expect(warden.outcomes).toEqual(['failed'])
  })

  test('leave to read one file is not leave to read another that takes its place by a link', async () => {
    const path = await put('harmless', 'x')
    await put('.env', 'TOKEN=1')
    const admit = async () => {
      rmSync(path)
      symlinkSync('.env', path)
      return { finish: async () => {} }
    }
    await expect(read({ path }, { admit })).rejects.toMatchObject({
      ...DENIED,
      message:
        boundary === 'kernel'
          ? 'The path led elsewhere by the time it was allowed'
          : 'A link leads in a circle, or stands where none is followed',
    })
  })

  test('leave for a file in one directory is no leave for one that lies in another by then', async () => {
    const { root, lent } = await place
    const [inner, path] = [join(root, 'inner'), join(root, 'inner/file')]
    mkdirSync(inner)
    writeFileSync(path, 'x')
    const within = await pinRoot(inner, { boundary })
    const admit = async () => {
      renameSync(inner, `${inner}-away`)
      mkdirSync(inner)
      writeFileSync(path, 'y')
      return { finish: async () => {} }
    }
    await expect(readInside({ path }, [...lent, within], { boundary, admit })).rejects.toMatchObject(DENIED)
    await within.close()
  })

  test('a directory that is swapped for a link while the question is open is not read through', async () => {
    const { outside, root } = await place
    mkdirSync(join(root, 'dir'))
    const path = await put('dir/secret', 'harmless')
    const admit = async () => {
      renameSync(join(root, 'dir'), join(root, 'dir-away'))
      symlinkSync(outside, join(root, 'dir'))
      return { finish: async () => {} }
    }
    await expect(read({ path }, { admit })).rejects.toMatchObject(DENIED)
  })

  test('a file that its editor saves while the question is open is read as saved, or refused', async () => {
    const path = await put('saved', 'old')
    const admit = async () => {
      writeFileSync(`${path}~`, 'new')
      renameSync(`${path}~`, path)
      return { finish: async () => {} }
    }
    const answer = read({ path }, { admit })
    if (boundary === 'kernel') expect(await answer).toBe('new')
    else await expect(answer).rejects.toMatchObject(DENIED)
    expect(heldBelow(path)).toEqual([])
  })

  test('a file that is deleted while the question is open is not found', async () => {
    const path = await put('deleted', 'x')
    const admit = async () => {
      rmSync(path)
      return { finish: async () => {} }
    }
    await expect(read({ path }, { admit })).rejects.toMatchObject(ABSENT)
  })

  test('a root that is swapped for another directory is not lent any more', async () => {
    const { base } = await place
    const root = join(base, 'replaced')
    mkdirSync(root)
    writeFileSync(join(root, 'file'), 'mine')
    const roots = [await pinRoot(root, { boundary })]
    expect(await readInside({ path: join(root, 'file') }, roots, { boundary })).toBe('mine')
    renameSync(root, join(base, 'replaced-away'))
    mkdirSync(root)
    writeFileSync(join(root, 'file'), 'theirs')
    await expect(readInside({ path: join(root, 'file') }, roots, { boundary })).rejects.toMatchObject(DENIED)
    for (const each of roots) await each.close()
  })

  test('a place outside is asked about where that is wished, without a root', async () => {
    const { outside } = await place
    const warden = watchingWarden()
    const admit: InsideOptions['admit'] = action =>
      warden.admit(action, { sessionId: '', roots: [], signal: new AbortController().signal })
    const path = join(outside, 'secret')
    expect(await read({ path }, { admit, isAskingOutside: true })).toBe('secret\n')
    expect(warden.asked).toEqual([{ action: 'fs.read', at: { path } }])
    await expect(readInside({ path }, [], { admit, boundary, isAskingOutside: true })).rejects.toMatchObject(
      DENIED,
    )
    await expect(
      read({ path: join(outside, 'absent') }, { admit, isAskingOutside: true }),
    ).rejects.toMatchObject(DENIED)
    expect(warden.asked).toHaveLength(1)
  })

  test('unsaved text is what a read sees, also of a file that is not there yet', async () => {
    const path = await put('edited', 'saved')
    const fresh = join((await place).root, 'untitled')
    const buffers = {
      read: async (real: string) => (real === path || real === fresh ? 'one\nunsaved\n' : undefined),
    }
    expect(await read({ path }, { buffers })).toBe('one\nunsaved\n')
    expect(await read({ path, line: 2 }, { buffers })).toBe('unsaved\n')
    const asked: object[] = []
    const admit: InsideOptions['admit'] = async action => {
      asked.push(action)
      return { finish: async () => {} }
    }
    expect(await read({ path: fresh }, { buffers, admit })).toBe('one\nunsaved\n')
    expect(asked).toEqual([{ action: 'fs.read', at: { path: fresh, root: (await place).root } }])
    expect(await read({ path: await put('other', 'on disk') }, { buffers })).toBe('on disk')
  })

  test('unsaved text of a file outside is not lent either, and nothing is without leave', async () => {
    const { outside, root } = await place
    const buffers = { read: () => 'unsaved' }
    for (const path of [join(outside, 'secret'), join(outside, 'untitled')])
      await expect(read({ path }, { buffers })).rejects.toMatchObject(DENIED)
    await expect(read({ path: `${root}/missing/../../outside/secret` }, { buffers })).rejects.toMatchObject(
      ABSENT,
    )
    const admit = () => Promise.reject(Object.assign(new Error('no'), { code: -32004 }))
    await expect(read({ path: join(root, 'not-saved') }, { buffers, admit })).rejects.toMatchObject({
      code: -32004,
    })
    await expect(
      read({ path: join(root, 'not-saved') }, { buffers, limits: { contentBytes: 3 } }),
    ).rejects.toMatchObject({
      data: { reason: 'too_large' },
    })
  })

  test('a read that is called off stops', async () => {
    const path = await put('called-off', 'x')
    const controller = new AbortController()
    const outcomes: string[] = []
    const admit = async () => {
      controller.abort()
      return { finish: async (outcome: string) => void outcomes.push(outcome) }
    }
    await expect(read({ path }, { admit, signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(outcomes).toEqual(['failed'])
    await expect(read({ path }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('an editor that does not answer keeps nobody else waiting', async () => {
    const path = join((await place).root, 'plain')
    let answer = (): void => {}
    const hanging = new Promise<undefined>(resolve => {
      answer = () => resolve(undefined)
    })
    const held = Array.from({ length: 20 }, () => read({ path }, { buffers: { read: () => hanging } }))
    const text = await read({ path })
    answer()
    expect(await Promise.all(held)).toEqual(Array.from({ length: 20 }, () => text))
  })

  test('no descriptor is left behind', async () => {
    const { root, base, lent } = await place
    for (const each of lent) await each.close()
    for (const name of ['plain', 'absent', 'link-out', 'pipe', 'latin', 'circle'])
      await read({ path: join(root, name) }).catch(() => {})
    expect(heldBelow(base)).toEqual([])
  })
})
