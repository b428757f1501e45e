import { symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from '../tools/errand.fixture.js'
import { Holdings } from './holdings.js'
import { findRipgrep, searchByRipgrep } from './ripgrep.js'
import { searchByHand } from './search-by-hand.js'
import { searchFiles } from './search-files.js'
import type { SearchQuery } from './workspace.js'

const tree = {
  '.gitignore': 'build/\n*.log\n!keep.log\n/top.txt\n',
  'a.ts': 'const needle = 1\nnothing\n  Needle again\r\nneedle needle\n',
  'a-b.ts': 'needle',
  'a/z.ts': 'needle in a\n',
  'a/top.txt': 'needle: only the top one is ignored\n',
  'top.txt': 'needle\n',
  'noise.log': 'needle\n',
  'LOUD.LOG': 'needle: git tells capitals apart\n',
  'keep.log': 'needle kept\n',
  'build/out.js': 'needle\n',
  'src/.gitignore': 'generated.ts\n',
  'src/generated.ts': 'needle\n',
  'src/real.ts': 'a.b needle (x)\nänder needle\n',
  'src/deep/generated.ts': 'needle\n',
  'src/deep/noise.log': 'needle\n',
  'src/build/x.ts': 'needle\n',
  '.hidden/file.txt': 'needle\n',
  '.env': 'SECRET=needle\n',
  'node_modules/p/index.js': 'needle\n',
  '.git/config': 'needle\n',
  'crlf.txt': 'x\r\nneedle\r\n',
  'long.txt': `${'x'.repeat(3000)}needle\n`,
}

function makeTree() {
  const work = makeProject(tree)
  writeFileSync(join(work, 'binary.bin'), Buffer.from('needle\nmore\0needle\n'))
  writeFileSync(join(work, 'late.bin'), `needle\n${'y\n'.repeat(500_000)}\0`)
  writeFileSync(join(work, 'latin.txt'), Buffer.from([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0xe4, 0x0a]))
  writeFileSync(join(work, 'huge.txt'), `needle\n${'y'.repeat(3 * 1024 * 1024)}`)
  writeFileSync(join(dirname(work), 'outside.txt'), 'needle\n')
  symlinkSync(dirname(work), join(work, 'way-out'))
  symlinkSync(join(dirname(work), 'outside.txt'), join(work, 'link.txt'))
  return { work, survey: { holdings: new Holdings([work]), signal: new AbortController().signal } }
}

const queries: readonly SearchQuery[] = [
  { pattern: 'needle' },
  { pattern: 'NEEDLE', ignoreCase: true },
  { pattern: 'a.b needle (x)' },
  { pattern: '^needle$', isRegex: true },
  { pattern: 'n[e]+dle\\s', isRegex: true },
  { pattern: 'needle', path: 'src' },
  { pattern: 'needle', path: 'src/deep' },
  { pattern: 'needle', path: 'build' },
  { pattern: 'needle', path: 'a.ts' },
  { pattern: 'needle', path: 'noise.log' },
  { pattern: 'needle', glob: '*.ts' },
  { pattern: 'needle', glob: 'src/**/*.ts' },
  { pattern: 'needle', limit: 3 },
  { pattern: 'needle', limit: 4, glob: '*.txt' },
  { pattern: '--files' },
  { pattern: '-needle' },
  { pattern: 'not there' },
]

test('ripgrep and JavaScript find the same', async () => {
  const { survey, work } = makeTree()
  const program = await findRipgrep()
  expect(program).toBeDefined()
  for (const query of queries) {
    const byHand = await searchByHand(survey, query)
    expect(await searchByRipgrep(program ?? '', survey, query), JSON.stringify(query)).toEqual(byHand)
  }
  const { items, isCut } = await searchByHand(survey, { pattern: 'needle' })
  expect(isCut).toBe(false)
  expect(items.map(({ path, line }) => `${path.slice(work.length + 1)}:${line}`)).toEqual([
    ...['.hidden/file.txt:1', 'LOUD.LOG:1'],
    ...['a/top.txt:1', 'a/z.ts:1', 'a-b.ts:1', 'a.ts:1', 'a.ts:4', 'crlf.txt:2', 'keep.log:1', 'latin.txt:1'],
    ...['long.txt:1', 'src/real.ts:1', 'src/real.ts:2'],
  ])
})

test('a pattern that only JavaScript knows is searched for in JavaScript', async () => {
  const { survey } = makeTree()
  const { items } = await searchFiles(survey, { pattern: '(?<=const )needle', isRegex: true })
  expect(items).toEqual([expect.objectContaining({ line: 1, text: 'const needle = 1' })])
})

test('a pattern that would take for ever is given up, and the search says how to cure it', async () => {
  const work = makeProject({ 'a.txt': `${'a'.repeat(60)}!\n` })
  const survey = { holdings: new Holdings([work]), signal: new AbortController().signal }
  const slow = searchByHand(survey, { pattern: '^(a+)+$', isRegex: true })
  await expect(slow).rejects.toThrow('takes too long')
})

test('a pattern that is none is told from one that finds nothing', async () => {
  const { survey } = makeTree()
  await expect(searchFiles(survey, { pattern: 'a(', isRegex: true })).rejects.toThrow('cannot be used')
  await expect(searchFiles(survey, { pattern: '' })).rejects.toThrow('empty')
})

test('a file with secrets is not searched, not even by name', async () => {
  const { survey } = makeTree()
  await expect(searchFiles(survey, { pattern: 'needle', path: '.env' })).rejects.toThrow('holds secrets')
})

test('what leads out of the project is not searched', async () => {
  const { survey } = makeTree()
  await expect(searchFiles(survey, { pattern: 'needle', path: 'way-out' })).rejects.toThrow(
    'out of the project',
  )
  await expect(searchByHand(survey, { pattern: 'needle', path: 'way-out' })).rejects.toThrow(
    'out of the project',
  )
  expect(await searchByHand(survey, { pattern: 'needle', path: 'link.txt' })).toEqual({
    items: [],
    isCut: false,
  })
})

test('a search that is called off ends', async () => {
  const { survey } = makeTree()
  const signal = AbortSignal.abort()
  await expect(searchFiles({ ...survey, signal }, { pattern: 'needle' })).rejects.toThrow('abort')
  await expect(searchByHand({ ...survey, signal }, { pattern: 'needle' })).rejects.toThrow('abort')
})
