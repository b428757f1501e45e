import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shareOf } from './share.js'
import { TWINS } from './twins.js'

test('a share is the same for a commit, and over some commits every row has its turn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-share-'))
  // The same commits every time: of twelve others, some share may now and then have no turn.
  const date = '2026-01-01T00:00:00Z'
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], { cwd: folder, env })
  try {
    git('init', '-q')
    const seen = new Set<string>()
    for (let commit = 0; commit < 12; commit++) {
      git('commit', '-q', '--allow-empty', '-m', `${commit}`)
      const share = shareOf(TWINS, { parts: 3, folder })
      expect(share).toEqual(shareOf(TWINS, { parts: 3, folder }))
      expect(share.length).toBeGreaterThan(TWINS.length / 5)
      expect(share.length).toBeLessThan(TWINS.length / 2)
      for (const { name } of share) seen.add(name)
    }
    expect(seen.size).toBe(TWINS.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a share of one is everything, and one of nothing is refused', () => {
  expect(shareOf(TWINS, { parts: 1, folder: '/' })).toEqual(TWINS)
  expect(() => shareOf(TWINS, { parts: Number('half'), folder: '/' })).toThrow('whole number')
})
