import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Action, FileWrite } from '../../guard/index.js'
import { heldBelow, openPlace, watchingWarden } from './place.fixture.js'
import type { InsideOptions } from './territory.js'
import { writeInside } from './writing.js'

const DENIED = { code: -32005, data: { reason: 'resource_access_denied' } }
const CHANGED = { message: 'The file changed before the write was allowed: read it again' }
const MOVED = { message: 'The directory was moved before the write was allowed' }
const ABSENT = { code: -32002, data: { reason: 'resource_not_found' } }

describe.each(['kernel', 'best-effort'] as const)('writing with a boundary of strength %s', boundary => {
  const place = openPlace(boundary)
  afterAll(async () => (await place).end())

  const write = async (path: string, content: string, options: InsideOptions = {}) =>
    writeInside({ path, content }, (await place).lent, { boundary, ...options })

  const inside = async (name: string): Promise<string> => join((await place).root, name)

  /** What the warden is asked, and something that happens while its question is open. */
  const watch = (during: (action: Action) => void | Promise<void> = () => {}) => {
    const warden = watchingWarden(during)
    const admit: InsideOptions['admit'] = action =>
      warden.admit(action, { sessionId: '', roots: [], signal: new AbortController().signal })
    return { ...warden, admit }
  }

  const leftovers = async (folder?: string): Promise<string[]> =>
    readdirSync(folder ?? (await place).root).filter(name => name.startsWith('.parley-'))

  const expectUntouched = async (): Promise<void> => {
    const { outside } = await place
    expect(readdirSync(outside).sort()).toEqual(['folder', 'secret'])
    expect(readdirSync(join(outside, 'folder'))).toEqual(['inner'])
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret\n')
  }

  test('a new file is created with the rights that are usual', async () => {
    const path = await inside('new')
    expect(await write(path, 'ä\n')).toEqual({ path, isNew: true })
    expect(readFileSync(path, 'utf8')).toBe('ä\n')
    writeFileSync(await inside('usual'), '')
    expect(statSync(path).mode).toBe(statSync(await inside('usual')).mode)
    expect(await leftovers()).toEqual([])
  })

  test('a file is replaced as a whole, and keeps its rights', async () => {
    const path = await inside('script')
    writeFileSync(path, 'a much longer text than before')
    chmodSync(path, 0o750)
    expect(await write(path, 'new')).toEqual({ path, isNew: false })
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o7777).toBe(0o750)
  })

  test('a mark that lets a program run as its owner is not handed on', async () => {
    const path = await inside('setuid')
    writeFileSync(path, 'old')
    chmodSync(path, 0o6755)
    expect(statSync(path).mode & 0o7777).toBe(0o6755)
    await write(path, 'new')
    expect(statSync(path).mode & 0o7777).toBe(0o755)
  })

  test.runIf(process.getuid?.() === 0)("somebody else's file stays theirs", async () => {
    const path = await inside('theirs')
    writeFileSync(path, 'old')
    chownSync(path, 1_234, 1_235)
    await write(path, 'new')
    expect(statSync(path)).toMatchObject({ uid: 1_234, gid: 1_235 })
  })

  test('the warden is asked with the place, the text, its digest and whether the file is new', async () => {
    const warden = watch()
    const path = await inside('asked')
    await write(path, 'text', warden)
    await write(path, 'more', warden)
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
    const at = { path, root: (await place).root }
    expect(warden.asked).toEqual([
      { action: 'fs.write', at, isNew: true, sha256: sha256('text'), text: 'text' },
      {
        action: 'fs.write',
        at,
        isNew: false,
        before: expect.any(String),
        sha256: sha256('more'),
        text: 'more',
      },
    ])
    expect(warden.outcomes).toEqual(['done', 'done'])
  })

  test('nothing is written, made or left behind without leave', async () => {
    const admit = () => Promise.reject(Object.assign(new Error('no'), { code: -32004 }))
    await expect(write(await inside('deep/er/refused'), 'x', { admit })).rejects.toMatchObject({
      code: -32004,
    })
    expect(existsSync(await inside('deep'))).toBe(false)
  })

  test('the directories a file needs are made, one in the other', async () => {
    const path = await inside('a/b/c/file')
    const warden = watch()
    expect(await write(path, 'x', warden)).toEqual({ path, isNew: true })
    expect(readFileSync(path, 'utf8')).toBe('x')
    expect(warden.asked).toMatchObject([{ at: { path, root: (await place).root } }])
    expect(await write(await inside('a/b/d/./file'), 'x')).toMatchObject({ isNew: true })
  })

  test('two dots behind a directory that is missing lead nowhere', async () => {
    await expect(write(`${(await place).root}/missing/../file`, 'x')).rejects.toMatchObject(ABSENT)
    expect(existsSync(await inside('missing'))).toBe(false)
  })

  test('outside is refused: by two dots, by a name that begins alike, by its own name', async () => {
    const { base, outside, root } = await place
    mkdirSync(join(base, 'work-evil'), { recursive: true })
    for (const path of [
      `${root}/../outside/secret`,
      join(outside, 'new'),
      join(outside, 'deep/new'),
      join(base, 'work-evil/file'),
      join(base, 'work-new/file'),
      `${root}/../new`,
    ])
      await expect(write(path, 'x')).rejects.toMatchObject(DENIED)
    expect(readdirSync(join(base, 'work-evil'))).toEqual([])
    expect(existsSync(join(base, 'work-new'))).toBe(false)
    await expectUntouched()
  })

  test('a link is not written through, whether it leads outside, inside or nowhere', async () => {
    const { outside } = await place
    writeFileSync(await inside('target'), 'old')
    for (const [name, target] of [
      ['to-secret', join(outside, 'secret')],
      ['to-nothing', join(outside, 'nothing')],
      ['to-inside', 'target'],
    ] as const) {
      const path = await inside(name)
      symlinkSync(target, path)
      await expect(write(path, 'x')).rejects.toMatchObject({
        ...DENIED,
        message: 'A link is not written through',
      })
      expect(lstatSync(path).isSymbolicLink()).toBe(true)
    }
    expect(readFileSync(await inside('target'), 'utf8')).toBe('old')
    await expectUntouched()
  })

  test('a directory that is a link outside is not written into', async () => {
    symlinkSync((await place).outside, await inside('folder-out'))
    for (const name of [
      'folder-out/secret',
      'folder-out/new',
      'folder-out/folder/inner',
      'folder-out/fresh/new',
    ])
      await expect(write(await inside(name), 'x')).rejects.toMatchObject(DENIED)
    await expectUntouched()
  })

  test('F5: a directory that is a link to another one inside is written into', async () => {
    mkdirSync(await inside('real'))
    symlinkSync('real', await inside('alias'))
    const warden = watch()
    const path = await inside('real/file')
    expect(await write(await inside('alias/file'), 'x', warden)).toEqual({ path, isNew: true })
    expect(warden.asked).toMatchObject([{ at: { path } }])
  })

  test('no directory is made through a link that leads nowhere', async () => {
    const { outside } = await place
    symlinkSync(join(outside, 'made'), await inside('dangling'))
    await expect(write(await inside('dangling/file'), 'x')).rejects.toMatchObject(DENIED)
    await expect(write(await inside('dangling/deep/file'), 'x')).rejects.toMatchObject(DENIED)
    await expectUntouched()
  })

  test('F4: a hard link is cut, and its other name keeps the old text, and the warden is told of it', async () => {
    const path = await inside('hard')
    linkSync(join((await place).outside, 'secret'), path)
    const warden = watch()
    await write(path, 'mine', warden)
    expect(warden.asked).toMatchObject([{ hasOtherNames: true }])
    expect(readFileSync(path, 'utf8')).toBe('mine')
    await expectUntouched()
  })

  test('what is no regular file is refused, and nobody waits for it', { timeout: 3_000 }, async () => {
    execFileSync('mkfifo', [await inside('pipe')])
    mkdirSync(await inside('folder'))
    for (const path of [await inside('pipe'), await inside('folder')])
      await expect(write(path, 'x')).rejects.toMatchObject({ ...DENIED, message: 'Not a regular file' })
    await expect(write('/dev/null', 'x')).rejects.toMatchObject(DENIED)
    await expect(write('/proc/self/comm', 'x')).rejects.toMatchObject(DENIED)
  })

  test('a file in the way of a directory is refused', async () => {
    writeFileSync(await inside('in-the-way'), '')
    await expect(write(await inside('in-the-way/file'), 'x')).rejects.toMatchObject({
      ...DENIED,
      message: 'A link on the way leads nowhere, or a file is in the way',
    })
  })

  test('the path of a directory is refused', async () => {
    const { root } = await place
    for (const path of [root, `${root}/`, `${root}/x/`, `${root}/x/.`, `${root}/x/..`, '/'])
      await expect(write(path, 'x')).rejects.toMatchObject(DENIED)
  })

  test('a file that its owner made read-only is left alone', async () => {
    const path = await inside('read-only')
    writeFileSync(path, 'old')
    chmodSync(path, 0o444)
    await expect(write(path, 'new')).rejects.toMatchObject({ ...DENIED, message: 'The file is read-only' })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  test('too many missing directories are refused before any is made', async () => {
    await expect(write(await inside(`${'m/'.repeat(70)}file`), 'x')).rejects.toMatchObject(DENIED)
    expect(existsSync(await inside('m'))).toBe(false)
  })

  test('text that is too large or has half a character is refused', async () => {
    const path = await inside('large')
    await expect(write(path, 'x'.repeat(11 * 1_024 * 1_024))).rejects.toMatchObject({
      data: { reason: 'too_large' },
    })
    await expect(write(path, 'ääää', { limits: { writeBytes: 7 } })).rejects.toMatchObject({
      code: -32600,
      message: 'No more than 7 bytes are written',
      data: { reason: 'too_large', path },
    })
    await expect(write(path, 'a\ud800')).rejects.toMatchObject({
      message: 'The content has half a character',
      data: { reason: 'not_text', path },
    })
    await expect(write(path, 5 as unknown as string)).rejects.toMatchObject({
      message: 'The content is not text',
      data: { reason: 'invalid_params', path },
    })
    expect(existsSync(path)).toBe(false)
    await write(path, 'ääää', { limits: { writeBytes: 8 } })
    expect(readFileSync(path, 'utf8')).toBe('ääää')
  })

  test('a file that is saved while the question is open is not overwritten', async () => {
    const path = await inside('being-edited')
    writeFileSync(path, 'old')
    const warden = watch(() => writeFileSync(path, 'by hand'))
    await expect(write(path, 'new', warden)).rejects.toMatchObject({ ...DENIED, ...CHANGED })
    expect(readFileSync(path, 'utf8')).toBe('by hand')
    expect(warden.outcomes).toEqual(['failed'])
    expect(await leftovers()).toEqual([])
  })

  test('a file that is deleted while the question is open is not made anew', async () => {
    const path = await inside('being-deleted')
    writeFileSync(path, 'old')
    await expect(
      write(
        path,
        'new',
        watch(() => rmSync(path)),
      ),
    ).rejects.toMatchObject({
      ...DENIED,
      ...CHANGED,
    })
    expect(existsSync(path)).toBe(false)
  })

  test('a file that appears while the question is open is not overwritten', async () => {
    const path = await inside('appearing')
    const warden = watch(() => writeFileSync(path, 'by hand'))
    await expect(write(path, 'new', warden)).rejects.toMatchObject(CHANGED)
    expect(readFileSync(path, 'utf8')).toBe('by hand')
  })

  test('a file that becomes a link while the question is open is not written through', async () => {
    const { outside } = await place
    const path = await inside('becoming')
    const warden = watch(() => symlinkSync(join(outside, 'secret'), path))
    await expect(write(path, 'new', warden)).rejects.toMatchObject(DENIED)
    await expectUntouched()
  })

  test('a directory that becomes a link while the question is open is not written into', async () => {
    const { outside } = await place
    mkdirSync(await inside('dir'))
    const [from, to] = [await inside('dir'), await inside('dir-away')]
    const warden = watch(() => {
      renameSync(from, to)
      symlinkSync(outside, from)
    })
    await expect(write(join(from, 'secret'), 'new', warden)).rejects.toMatchObject(DENIED)
    await expectUntouched()
    expect(readdirSync(to)).toEqual([])
  })

  test('a directory that is moved out of its root while the question is open is not written into', async () => {
    const { base } = await place
    mkdirSync(await inside('leaving'))
    const from = await inside('leaving')
    const warden = watch(() => renameSync(from, join(base, 'left')))
    await expect(write(join(from, 'file'), 'new', warden)).rejects.toMatchObject({ ...DENIED, ...MOVED })
    expect(readdirSync(join(base, 'left'))).toEqual([])
    rmSync(join(base, 'left'), { recursive: true })
  })

  test('no directory is made in one that was moved while the question was open', async () => {
    const { base } = await place
    mkdirSync(await inside('leaving-too'))
    const from = await inside('leaving-too')
    const warden = watch(() => renameSync(from, join(base, 'left-too')))
    await expect(write(join(from, 'deep/file'), 'new', warden)).rejects.toMatchObject({ ...DENIED, ...MOVED })
    expect(readdirSync(join(base, 'left-too'))).toEqual([])
    rmSync(join(base, 'left-too'), { recursive: true })
  })

  test.runIf(process.platform === 'linux')(
    'where the system makes no directories, that is said',
    async () => {
      const outsider = write('/proc/parley/deep/file', 'x', { isAskingOutside: true })
      await expect(outsider).rejects.toMatchObject(ABSENT)
    },
  )

  test('a directory that is to be made and becomes a link meanwhile is not written into', async () => {
    const { outside } = await place
    for (const name of ['to-be-made/file', 'to-be-made-2/deep/file']) {
      const folder = await inside(name.split('/')[0]!)
      const warden = watch(() => symlinkSync(outside, folder))
      await expect(write(await inside(name), 'x', warden)).rejects.toMatchObject(DENIED)
      expect(warden.outcomes).toEqual(['failed'])
    }
    await expectUntouched()
  })

  test('a directory that is to be made and is made by somebody else is used', async () => {
    const folder = await inside('made-by-others')
    const warden = watch(() => void mkdirSync(folder))
    expect(await write(join(folder, 'file'), 'x', warden)).toMatchObject({ isNew: true })
  })

  test('what was written beside the file is removed when the write fails', async () => {
    const path = await inside('called-off')
    writeFileSync(path, 'old')
    const controller = new AbortController()
    const seen: string[] = []
    // The check that comes last, when all is ready, is the second look at the signal after the leave.
    const signal = new Proxy(controller.signal, {
      get: (target, key) => {
        if (key !== 'throwIfAborted') return Reflect.get(target, key, target)
        return () => {
          const beside = readdirSync(join(path, '..')).filter(name => name.startsWith('.parley-'))
          seen.push(...beside)
          if (beside.length > 0) throw new DOMException('off', 'AbortError')
        }
      },
    })
    await expect(write(path, 'new', { signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toHaveLength(1)
    expect(await leftovers()).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  test('a write that is called off while its question is open does not happen', async () => {
    const path = await inside('never')
    const controller = new AbortController()
    const warden = watch(() => controller.abort())
    await expect(write(path, 'x', { ...warden, signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(existsSync(path)).toBe(false)
  })

  test('of two writes that are allowed at once, the second is told that the file changed', async () => {
    // Again and again: where nobody waits for the other, chance may still part them.
    for (let round = 0; round < 16; round++) {
      const path = await inside(`twice-${round}`)
      let isBoth = (): void => {}
      const both = new Promise<void>(resolve => {
        isBoth = resolve
      })
      const warden = watch(() => {
        if (warden.asked.length === 2) isBoth()
        return both
      })
      const results = await Promise.allSettled([write(path, 'one', warden), write(path, 'two', warden)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const winner = results[0]?.status === 'fulfilled' ? 'one' : 'two'
      expect(readFileSync(path, 'utf8')).toBe(winner)
    }
    expect(await leftovers()).toEqual([])
  })

  test('F9: a change of the scripts of a package is told to the warden, and no other change is', async () => {
    const path = await inside('package.json')
    const warden = watch()
    const changes = () => warden.asked.map(action => (action as FileWrite).changesScripts)
    await write(path, '{"name":"x"}', warden)
    await write(path, '{"name":"x","scripts":{"test":"a"}}', warden)
    await write(path, '{"name":"y","scripts":{"test":"a"}}', warden)
    await write(path, '{"name":"y","scripts":{"test":"a","postinstall":"b"}}', warden)
    await write(await inside('pkg/package.json'), '{"scripts":{"a":"b"}}', warden)
    expect(changes()).toEqual([false, true, false, true, true])
  })

  test('F9: a manifest of more than 10 MiB is not read to find out: it counts as a change', async () => {
    const path = await inside('huge/package.json')
    mkdirSync(await inside('huge'))
    const large = Buffer.alloc(10 * 1_024 * 1_024 + 1, ' ')
    large.write('{}')
    const warden = watch()
    for (const content of [large.subarray(1), large]) {
      writeFileSync(path, Buffer.concat([Buffer.from('{}'), content.subarray(2)]))
      await write(path, '{}', warden)
    }
    expect(warden.asked.map(action => (action as FileWrite).changesScripts)).toEqual([false, true])
    expect(heldBelow(path)).toEqual([])
  })

  test('a place outside is asked about where that is wished, without a root', async () => {
    const { base } = await place
    mkdirSync(join(base, 'elsewhere'))
    const path = join(base, 'elsewhere/file')
    const warden = watch()
    await write(path, 'x', { ...warden, isAskingOutside: true })
    expect(warden.asked).toMatchObject([{ at: { path } }])
    expect(warden.asked[0]).not.toHaveProperty('at.root', expect.anything())
  })

  test('a write is told once the file is in its place', async () => {
    const told: object[] = []
    const path = await inside('told')
    await write(path, 'x', {
      onWrite: event => void told.push({ ...event, text: readFileSync(event.path, 'utf8') }),
    })
    expect(told).toEqual([{ path, isNew: true, text: 'x' }])
  })

  test('a listener that fails, at once or later, harms nobody', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown): void => void faults.push(fault)
    process.on('uncaughtException', note).on('unhandledRejection', note)
    const failing = () => {
      throw new Error('a fault of the listener')
    }
    for (const onWrite of [failing, async () => failing()])
      expect(await write(await inside('heard'), 'x', { onWrite })).toHaveProperty('path')
    await new Promise(resolve => setTimeout(resolve, 20))
    process.off('uncaughtException', note).off('unhandledRejection', note)
    expect(faults).toEqual([])
  })

  test('no descriptor is left behind', async () => {
    const { root, base, lent } = await place
    for (const each of lent) await each.close()
    for (const name of ['told', 'x/y/z', 'to-secret', 'dangling/file', 'pipe', 'x/y/w/v'])
      await write(join(root, name), 'x').catch(() => {})
    expect(heldBelow(base)).toEqual([])
  })
})
