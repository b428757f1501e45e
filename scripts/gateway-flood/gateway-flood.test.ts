import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a gateway that is sent halves of everything keeps little of it, and says why', {
  timeout: 90_000,
}, () => {
  const floods = [
    '--only',
    'usual halfPosts,raised halfFrames',
    '--share',
    '0.3',
    '--seconds',
    '1',
    '--rounds',
    '1',
  ]
  // How long others wait is for a machine that does nothing else to say.
  const args = ['scripts/dist/gateway-flood.js', ...floods, '--ratio', '0']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 85_000 })
  expect(stdout + stderr).toContain(
    'it stands, the culprit knows why, and how long others wait was not looked at',
  )
  expect(status).toBe(0)
})
