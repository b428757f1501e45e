import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { git, makeProject, type Project, pictureOf, removeProject } from './folder.fixture.js'
import { TurnChanges } from './turn-changes.js'

const projects: Project[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) {
    await project.changes.close()
    removeProject(project)
  }
})

function make(files: Readonly<Record<string, string>>, isRepository: boolean): Project {
  const project = makeProject(files, isRepository)
  projects.push(project)
  return project
}

const texts = async ({ changes, cwd }: Project) =>
  (await changes.compare()).map(({ path, ...rest }) => ({ path: path.slice(cwd.length + 1), ...rest }))

describe.each([
  ['in a repository', true],
  ['in a plain folder', false],
])('%s', (_, isRepository) => {
  test('what a turn changed, made and deleted is told with its texts', async () => {
    const project = make({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n', 'same.txt': 'same\n' }, isRepository)
    const paths = await project.turn(() => {
      project.write('a.txt', 'other\n')
      project.write('sub/new.txt', 'new\n')
      rmSync(join(project.cwd, 'sub/b.txt'))
      // Touched and not changed.
      utimesSync(join(project.cwd, 'same.txt'), 1, 1)
    })
    expect(paths).toEqual(['a.txt', 'sub/b.txt', 'sub/new.txt'])
    expect(await texts(project)).toEqual([
      { path: 'a.txt', oldText: 'a\n', newText: 'other\n' },
      { path: 'sub/b.txt', oldText: 'b\n' },
      { path: 'sub/new.txt', newText: 'new\n' },
    ])
  })

  test('undoing puts everything back, undoing again does it again', async () => {
    const project = make({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n' }, isRepository)
    await project.turn(() => {
      project.write('a.txt', 'other\n')
      project.write('deep/er/new.txt', 'new\n')
      rmSync(join(project.cwd, 'sub'), { recursive: true })
    })
    const undone = await project.changes.undo()
    expect(undone.kept).toEqual([])
    expect(undone.restored.map(path => path.slice(project.cwd.length + 1)).sort()).toEqual([
      'a.txt',
      'deep/er/new.txt',
      'sub/b.txt',
    ])
    expect(project.read('a.txt')).toBe('a\n')
    expect(project.read('sub/b.txt')).toBe('b\n')
    expect(existsSync(join(project.cwd, 'deep'))).toBe(false)
    expect((await project.changes.undo()).kept).toEqual([])
    expect(project.read('a.txt')).toBe('other\n')
    expect(project.read('deep/er/new.txt')).toBe('new\n')
    expect(existsSync(join(project.cwd, 'sub/b.txt'))).toBe(false)
    await project.changes.undo()
    expect(project.read('a.txt')).toBe('a\n')
  })

  test('what was changed since the turn is kept and named', async () => {
    const project = make({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' }, isRepository)
    await project.turn(() => {
      for (const name of ['a.txt', 'b.txt', 'new.txt']) project.write(name, 'by the turn\n')
      rmSync(join(project.cwd, 'c.txt'))
    })
    project.write('a.txt', 'by a person\n')
    project.write('new.txt', 'by a person\n')
    project.write('c.txt', 'by a person\n')
    const { restored, kept } = await project.changes.undo()
    expect(restored).toEqual([join(project.cwd, 'b.txt')])
    expect(kept.map(({ path, why }) => [path.slice(project.cwd.length + 1), why]).sort()).toEqual([
      ['a.txt', 'changed since'],
      ['c.txt', 'changed since'],
      ['new.txt', 'changed since'],
    ])
    for (const name of ['a.txt', 'new.txt', 'c.txt']) expect(project.read(name)).toBe('by a person\n')
  })

  test('a file that was changed before the turn gets that text back, not an older one', async () => {
    const project = make({ 'a.txt': 'committed\n' }, isRepository)
    project.write('a.txt', 'unsaved work\n')
    project.write('untracked.txt', 'mine\n')
    expect(
      await project.turn(() => {
        project.write('a.txt', 'turn\n')
        project.write('untracked.txt', 'turn\n')
      }),
    ).toEqual(['a.txt', 'untracked.txt'])
    await project.changes.undo()
    expect(project.read('a.txt')).toBe('unsaved work\n')
    expect(project.read('untracked.txt')).toBe('mine\n')
  })

  test('only the last turn that changed something is told of', async () => {
    const project = make({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, isRepository)
    await project.turn(() => project.write('a.txt', 'one\n'))
    expect(await project.turn(() => project.write('b.txt', 'two\n'))).toEqual(['b.txt'])
    expect(await project.turn(() => {})).toEqual([])
    expect(await project.changes.compare()).toMatchObject([{ oldText: 'b\n', newText: 'two\n' }])
    expect(await project.changes.undo()).toMatchObject({
      restored: [expect.stringMatching(/b\.txt$/)],
      kept: [],
    })
    expect(project.read('b.txt')).toBe('b\n')
  })

  test('a turn that runs and has changed nothing yet leaves the last one that did in sight', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    await project.turn(() => project.write('a.txt', 'one\n'))
    await project.changes.begin()
    expect(await texts(project)).toEqual([{ path: 'a.txt', oldText: 'a\n', newText: 'one\n' }])
    project.write('b.txt', 'b\n')
    expect(await texts(project)).toEqual([{ path: 'b.txt', newText: 'b\n' }])
  })

  test('a change that keeps size and time is seen, also right after the baseline', async () => {
    const project = make({ 'a.txt': 'aaaa\n' }, isRepository)
    project.write('fresh.txt', 'xxxx\n')
    const { atime, mtime } = statSync(join(project.cwd, 'a.txt'))
    expect(
      await project.turn(() => {
        project.write('a.txt', 'bbbb\n')
        utimesSync(join(project.cwd, 'a.txt'), atime, mtime)
        project.write('fresh.txt', 'yyyy\n')
      }),
    ).toEqual(['a.txt', 'fresh.txt'])
  })

  test('a moved file goes back, names of any kind included', async () => {
    const project = make(
      { 'old name.txt': 'text\n', 'ünïcødé-日本.txt': 'a\n', 'new\nline "quoted"': 'x\n' },
      isRepository,
    )
    const names = ['new\nline "quoted"', 'moved.txt', 'old name.txt', 'ünïcødé-日本.txt']
    expect(
      await project.turn(() => {
        renameSync(join(project.cwd, 'old name.txt'), join(project.cwd, 'moved.txt'))
        project.write('ünïcødé-日本.txt', 'b\n')
        project.write('new\nline "quoted"', 'y\n')
      }),
    ).toEqual([...names].sort())
    expect((await project.changes.undo()).kept).toEqual([])
    expect(existsSync(join(project.cwd, 'moved.txt'))).toBe(false)
    expect(project.read('old name.txt')).toBe('text\n')
    expect(project.read('ünïcødé-日本.txt')).toBe('a\n')
    expect(project.read('new\nline "quoted"')).toBe('x\n')
  })

  test('modes are told and come back', async () => {
    const project = make(
      { 'run.sh': '#!/bin/sh\n', 'gone.sh': '#!/bin/sh\n', 'text.txt': 'a\n' },
      isRepository,
    )
    chmodSync(join(project.cwd, 'run.sh'), 0o755)
    chmodSync(join(project.cwd, 'gone.sh'), 0o755)
    if (isRepository) git(project.cwd, 'add', '.')
    expect(
      await project.turn(() => {
        chmodSync(join(project.cwd, 'run.sh'), 0o644)
        chmodSync(join(project.cwd, 'text.txt'), 0o755)
        rmSync(join(project.cwd, 'gone.sh'))
      }),
    ).toEqual(['gone.sh', 'run.sh', 'text.txt'])
    expect((await texts(project))[1]).toMatchObject({ note: 'mode 755 → 644' })
    expect((await project.changes.undo()).kept).toEqual([])
    const mode = (name: string) => (statSync(join(project.cwd, name)).mode & 0o777).toString(8)
    expect([mode('run.sh'), mode('gone.sh'), mode('text.txt')]).toEqual(['755', '755', '644'])
  })

  test('what is not text is named, and comes back byte by byte', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    const bytes = Uint8Array.from([0, 255, 254, 10, 128])
    project.write('a.bin', bytes)
    project.write('latin.txt', Uint8Array.from([0x66, 0xfc, 0x72]))
    if (isRepository) git(project.cwd, 'add', '.')
    await project.turn(() => {
      project.write('a.bin', Uint8Array.from([0, 1]))
      rmSync(join(project.cwd, 'latin.txt'))
    })
    expect(await texts(project)).toEqual([
      { path: 'a.bin', note: 'changed: it is not text' },
      { path: 'latin.txt', note: 'deleted: it is not text' },
    ])
    expect((await project.changes.undo()).kept).toEqual([])
    expect(Buffer.from(project.read('a.bin'), 'utf8').length).toBeGreaterThan(0)
    expect(statSync(join(project.cwd, 'a.bin')).size).toBe(bytes.length)
    expect(readBytes(project, 'latin.txt')).toEqual([0x66, 0xfc, 0x72])
    expect(readBytes(project, 'a.bin')).toEqual([...bytes])
  })

  test('a huge file is named, never read, and kept by undoing', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    writeFileSync(join(project.cwd, 'old.bin'), '')
    truncateSync(join(project.cwd, 'old.bin'), 5_000_000_000)
    await project.turn(() => {
      writeFileSync(join(project.cwd, 'new.bin'), '')
      truncateSync(join(project.cwd, 'new.bin'), 5_000_000_000)
      truncateSync(join(project.cwd, 'old.bin'), 6_000_000_000)
      project.write('a.txt', 'b\n')
    })
    expect((await texts(project)).map(({ path, note }) => [path, note])).toEqual([
      ['a.txt', undefined],
      ['new.bin', expect.stringMatching(/^new: it is larger than \d MB$/)],
      ['old.bin', expect.stringMatching(/^changed: it is larger than \d MB$/)],
    ])
    const { kept } = await project.changes.undo()
    expect(kept.length).toBe(2)
    expect(project.read('a.txt')).toBe('a\n')
    expect(statSync(join(project.cwd, 'new.bin')).size).toBe(5_000_000_000)
    // Untouched ones are no change.
    expect(await project.turn(() => {})).toEqual([])
  })

  test('undoing never writes or removes through a link that was put in the way', async () => {
    const project = make({ 'sub/a.txt': 'a\n', 'sub/b.txt': 'b\n' }, isRepository)
    const outside = join(project.base, 'outside')
    mkdirSync(outside)
    await project.turn(() => {
      project.write('sub/a.txt', 'turn\n')
      project.write('sub/new.txt', 'turn\n')
      rmSync(join(project.cwd, 'sub/b.txt'))
    })
    // The same texts stand outside: only the way there differs.
    for (const name of ['a.txt', 'new.txt']) writeFileSync(join(outside, name), 'turn\n')
    rmSync(join(project.cwd, 'sub'), { recursive: true })
    symlinkSync(outside, join(project.cwd, 'sub'))
    const before = pictureOf(outside)
    const { restored, kept } = await project.changes.undo()
    expect(restored).toEqual([])
    expect(kept.length).toBe(3)
    expect(pictureOf(outside)).toBe(before)
  })

  test('a link is compared and put back as a link, wherever it leads', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    const secret = join(project.base, 'secret.txt')
    writeFileSync(secret, 'secret\n')
    symlinkSync('a.txt', join(project.cwd, 'link'))
    await project.turn(() => {
      rmSync(join(project.cwd, 'a.txt'))
      symlinkSync(secret, join(project.cwd, 'a.txt'))
      rmSync(join(project.cwd, 'link'))
      project.write('link', 'no link\n')
      symlinkSync(secret, join(project.cwd, 'new-link'))
    })
    expect(JSON.stringify(await texts(project))).not.toContain('secret\\n')
    expect((await project.changes.undo()).kept).toEqual([])
    expect(project.read('a.txt')).toBe('a\n')
    expect(lstatSync(join(project.cwd, 'a.txt')).isFile()).toBe(true)
    expect(readlinkSync(join(project.cwd, 'link'))).toBe('a.txt')
    expect(existsSync(join(project.cwd, 'new-link'))).toBe(false)
    expect(spawnSync('cat', [secret]).stdout.toString()).toBe('secret\n')
  })

  test('another name of a file that lies outside keeps its text', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    const other = join(project.base, 'other-name.txt')
    await project.turn(() => project.write('a.txt', 'turn\n'))
    linkSync(join(project.cwd, 'a.txt'), other)
    await project.changes.undo()
    expect(spawnSync('cat', [other]).stdout.toString()).toBe('turn\n')
    expect(project.read('a.txt')).toBe('a\n')
  })

  test('a folder in the place of a file, and a file in the place of a folder, are put back', async () => {
    const project = make({ file: 'f\n', 'folder/a.txt': 'a\n' }, isRepository)
    await project.turn(() => {
      rmSync(join(project.cwd, 'file'))
      project.write('file/inner.txt', 'i\n')
      rmSync(join(project.cwd, 'folder'), { recursive: true })
      project.write('folder', 'now a file\n')
    })
    expect((await project.changes.undo()).kept).toEqual([])
    expect(project.read('file')).toBe('f\n')
    expect(project.read('folder/a.txt')).toBe('a\n')
  })

  test('a repository inside is left alone, and that is said', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    mkdirSync(join(project.cwd, 'inner'))
    git(join(project.cwd, 'inner'), 'init', '-q')
    project.write('inner/file.txt', 'x\n')
    expect(
      await project.turn(() => {
        project.write('inner/file.txt', 'y\n')
        project.write('a.txt', 'b\n')
      }),
    ).toEqual(['a.txt'])
    expect((await texts(project)).at(-1)).toEqual({
      path: 'inner',
      note: 'a repository of its own: what is in it is not compared',
    })
    await project.changes.undo()
    expect(project.read('inner/file.txt')).toBe('y\n')
  })

  test('copies are for nobody else, and go with the end', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    project.write('b.txt', 'b\n')
    await project.turn(() => project.write('a.txt', 'b\n'))
    const entries = readdirSync(project.state, { recursive: true }).map(String)
    expect(entries.length).toBeGreaterThan(1)
    expect(statSync(project.state).mode & 0o777).toBe(0o700)
    for (const entry of entries) expect(statSync(join(project.state, entry)).mode & 0o077).toBe(0)
    await project.changes.close()
    expect(readdirSync(project.state)).toEqual([])
    expect(await project.changes.end()).toEqual([])
  })

  test('what a dead process left is removed, what a living one keeps is not', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    await project.turn(() => {})
    const [own = ''] = readdirSync(project.state)
    const dead = own.replace(/^\d+/, '999999999').replace(/.{8}$/, '00000000')
    const reborn = own.replace(/^(\d+)\.\d+/, '$1.1').replace(/.{8}$/, '11111111')
    for (const name of [dead, reborn, 'foreign']) mkdirSync(join(project.state, name))
    const second = new TurnChanges({ cwd: project.cwd, state: project.state, env: process.env })
    await second.begin()
    const names = readdirSync(project.state)
    expect(names).toContain(own)
    expect(names).toContain('foreign')
    expect(names).not.toContain(dead)
    expect(names).not.toContain(reborn)
    await second.close()
  })

  test('what was taken back is not done again by undoing after a question', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    await project.turn(() => project.write('w.txt', 'w\n'))
    expect((await project.changes.undo()).isAgain).toBeUndefined()
    expect((await project.changes.undo()).isAgain).toBe(true)
    await project.changes.undo()
    expect(await project.turn(() => {})).toEqual([])
    expect(await project.changes.compare()).toEqual([])
    expect(await project.changes.undo()).toEqual({ restored: [], kept: [] })
    expect(existsSync(join(project.cwd, 'w.txt'))).toBe(false)
  })

  test('nothing is undone while a turn runs; what it has changed so far can be seen', async () => {
    const project = make({ 'a.txt': 'a\n' }, isRepository)
    await project.changes.begin()
    project.write('a.txt', 'half\n')
    expect(await texts(project)).toEqual([{ path: 'a.txt', oldText: 'a\n', newText: 'half\n' }])
    await expect(project.changes.undo()).rejects.toThrow(/still running/)
    project.write('a.txt', 'whole\n')
    await project.changes.end()
    expect(await texts(project)).toEqual([{ path: 'a.txt', oldText: 'a\n', newText: 'whole\n' }])
  })
})

test('more text than can be looked at is named without its text, and more files are counted', async () => {
  const project = make({ 'a.txt': 'a\n' }, true)
  await project.turn(() => {
    for (let at = 10; at < 30; at++) project.write(`big/${at}.txt`, 'x'.repeat(1_900_000))
  })
  const told = await texts(project)
  expect(told.length).toBe(20)
  expect(told.filter(({ newText }) => newText !== undefined).length).toBe(12)
  expect(told.at(-1)?.note).toBe('new: there is too much to show it all')
  const many = await project.turn(() => {
    for (let at = 0; at < 250; at++) project.write(`many/${at}.txt`, 'x\n')
  })
  expect(many.length).toBe(250)
  const shown = await project.changes.compare()
  expect(shown.length).toBe(201)
  expect(shown.at(-1)).toEqual({ path: project.cwd, note: '50 more files changed: they are not shown' })
  expect((await project.changes.undo()).restored.length).toBe(250)
  expect(existsSync(join(project.cwd, 'many'))).toBe(false)
})

const readBytes = ({ cwd }: Project, path: string): number[] => [
  ...spawnSync('cat', [join(cwd, path)]).stdout,
]

test('a turn of which nothing is known takes nothing away from what is known of the one before', async () => {
  const project = make({ 'a.txt': 'a\n' }, false)
  await project.turn(() => project.write('a.txt', 'turn\n'))
  const many = join(project.cwd, 'many')
  mkdirSync(many)
  for (let at = 0; at < 5_001; at++) writeFileSync(join(many, `${at}`), '')
  expect(await project.turn(() => {})).toEqual([])
  expect(project.changes.absence).toMatch(/more than 5,000 files/)
  rmSync(many, { recursive: true })
  expect(await project.turn(() => {})).toEqual([])
  expect(project.changes.absence).toBeUndefined()
  expect((await project.changes.undo()).restored).toEqual([join(project.cwd, 'a.txt')])
  expect(project.read('a.txt')).toBe('a\n')
})
