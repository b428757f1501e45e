import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a writer that is killed again and again loses nothing it acknowledged', { timeout: 60_000 }, () => {
  const args = ['scripts/dist/kill.js', '--rounds', '12', '--sessions', '20']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 55_000 })
  expect(stdout + stderr).toContain('none lost, none twice, none out of order')
  expect(status).toBe(0)
})
