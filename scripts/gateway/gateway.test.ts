import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a gateway that is killed under load loses nothing, and three screens see the same', {
  timeout: 120_000,
}, () => {
  const words = ['--kills', '1', '--sessions', '4', '--screens', '5', '--within', '30000']
  const args = ['scripts/dist/gateway.js', ...words]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 115_000 })
  expect(stdout + stderr).toContain('nothing lost, nothing twice, nothing fresh')
  expect(stdout).toMatch(/^a twin that forgets: .*; [1-9]\d* flaws$/m)
  expect(status).toBe(0)
})
