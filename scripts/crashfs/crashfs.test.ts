import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('whatever a crash leaves, everything acknowledged is there and nothing else', {
  timeout: 60_000,
}, () => {
  const args = ['scripts/dist/crashfs.js', '--images', '2000', '--seed', '1']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 55_000 })
  expect(stdout + stderr).toContain('nothing lost, nothing made up')
  for (const kind of ['synced torn', 'unsynced zeroed', 'again while mending']) expect(stdout).toContain(kind)
  expect(status).toBe(0)
})
