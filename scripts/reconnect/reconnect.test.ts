import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a network that is reset in the middle of messages loses nothing, and tells nothing twice', {
  timeout: 90_000,
}, () => {
  const args = ['scripts/dist/reconnect.js', '--rounds', '40', '--within', '10000']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 85_000 })
  expect(stdout + stderr).toMatch(/^a deaf server, sockets: .*, [1-9]\d* lost/m)
  expect(stdout).toMatch(/^a deaf server, HTTP: .*, [1-9]\d* lost/m)
  expect(stdout).toMatch(/^a forgetful client: .*, [1-9]\d* twice/m)
  expect(stdout).toContain('none lost, none twice, all in time')
  expect(status).toBe(0)
})
