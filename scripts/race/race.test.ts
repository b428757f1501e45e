import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('nothing outside is read or changed while links and directories are swapped', {
  timeout: 90_000,
}, () => {
  const args = ['scripts/dist/race.js', '--tries', '4000']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 85_000 })
  expect(stdout + stderr).toMatch(/^kernel: 4\d{3} tries .*: 0 escapes/m)
  expect(stdout).toMatch(/^naive: .* escapes \([1-9]\d* read, [1-9]\d* written\)/m)
  expect(status, stdout).toBe(0)
})
