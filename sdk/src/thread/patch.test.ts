import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPatch, newFilesIn, toGitPatch } from './git-patch.js'
import { countLines, toPatch } from './patch.js'

test('a patch shows what changed with three lines around it', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n'
  expect(toPatch('/f', before, before.replace('b', 'B').replace('l', 'L')).split('\n')).toEqual([
    '--- /f',
    '+++ /f',
    '@@ -1,5 +1,5 @@',
    ' a',
    '-b',
    '+B',
    ' c',
    ' d',
    ' e',
    '@@ -9,4 +9,4 @@',
    ' i',
    ' j',
    ' k',
    '-l',
    '+L',
  ])
})

test('a new file comes from nowhere, and a missing line break at the end is said', () => {
  expect(toPatch('/f', undefined, 'a').split('\n')).toEqual([
    '--- /dev/null',
    '+++ /f',
    '@@ -0,0 +1,1 @@',
    '+a',
    '\\ No newline at end of file',
  ])
  expect(toPatch('/f', 'a', 'a\n').split('\n').slice(3)).toEqual(['-a', '\\ No newline at end of file', '+a'])
})

test('a path is one line, whatever it holds, and forges no head', () => {
  expect(toPatch('/p\n+++ /etc/passwd\t\u001b[2J', 'a\n', '').split('\n').slice(0, 3)).toEqual([
    '--- /p·+++ /etc/passwd·',
    '+++ /p·+++ /etc/passwd·',
    '@@ -1,1 +0,0 @@',
  ])
})

test('git makes the new text out of the old one and the patch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'))
  const file = join(folder, 'f')
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '--- x', '+++ y'), {
    minLength: 1,
    maxLength: 30,
  })
  try {
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (before, after, isEnded) => {
        const [old, now] = [`${before.join('\n')}\n`, after.join('\n') + (isEnded ? '\n' : '')]
        fc.pre(old !== now)
        writeFileSync(file, old)
        const input = `${toPatch('f', old, now)}\n`
        execFileSync('git', ['apply', '-p0', '-'], { cwd: folder, input, stdio: ['pipe', 'ignore', 'pipe'] })
        expect(readFileSync(file, 'utf8')).toBe(now)
        expect(countPatch(input).get('f')).toEqual(countLines(old, now))
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the lines of a patch are counted for each of its files', () => {
  const patch = [
    'diff --git /a /a',
    '--- /a',
    '+++ /a',
    '@@ -1,2 +1,3 @@',
    ' same',
    '--- not a head',
    '+++ not one either',
    '+more',
    'diff --git /b /b',
    'deleted file mode 100644',
    '--- /b',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-gone',
    '\\ No newline at end of file',
  ].join('\n')
  expect(Object.fromEntries(countPatch(patch))).toEqual({
    '/a': { added: 2, removed: 1 },
    '/b': { added: 0, removed: 1 },
  })
})

test('git takes a patch with a head of its own, for new files and odd names too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'))
  const apply = (patch: string | undefined) =>
    execFileSync('git', ['apply', '-p0', '-'], { cwd: folder, input: patch ?? '', stdio: 'pipe' })
  try {
    for (const name of ['f', 'with blank', 'a "quoted" one', 'back\\slash', 'tab\tand\nline']) {
      for (const [before, after] of [[undefined, 'a\nb'] as const, ['a\nb', 'a\nc\n'] as const]) {
        const patch = toGitPatch(name, before, after)
        apply(patch)
        expect(readFileSync(join(folder, name), 'utf8')).toBe(after)
        expect(countPatch(patch ?? '').get(name)).toEqual(countLines(before, after))
      }
    }
    apply(toGitPatch('empty', undefined, ''))
    expect(readFileSync(join(folder, 'empty'), 'utf8')).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a patch that makes a file holds the whole of it, and one that changes nothing is none', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: fc.constantFrom('a', '\n', '+', '-', '\\', ' ') }), text => {
      expect(newFilesIn(toGitPatch('/f', undefined, text) ?? '').get('/f')).toBe(text)
      expect(toGitPatch('/f', text, text)).toBeUndefined()
    }),
  )
})
