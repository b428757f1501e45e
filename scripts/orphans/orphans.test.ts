import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 55_000 })

test('nobody outlives a client, however it is ended, and without the guard somebody would', {
  timeout: 90_000,
}, () => {
  const { status, stdout, stderr } = run('scripts/dist/orphans.js', '--kills', '2', '--others', '1')
  expect(stdout + stderr).toContain('nobody outlives the client')
  expect(stdout).toMatch(/without the guard [5-7] of 7 live on/)
  expect(status).toBe(0)
})

test('a flood of output costs little time and memory, and its end is whole', { timeout: 60_000 }, () => {
  const { status, stdout, stderr } = run('scripts/dist/flood.js', '--megabytes', '100')
  expect(stdout + stderr).toContain('the end is whole')
  expect(status).toBe(0)
})
