import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findSecret } from './search.js'

test('secrets of every kind are found in nothing that the sinks let out', { timeout: 180_000 }, () => {
  const args = ['scripts/dist/redact.js', '--secrets', '70', '--seed', '1']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 170_000 })
  expect(stdout + stderr).toContain('none found')
  expect(stdout).toMatch(/^ *4\d\d {2}recordings, exports, what is shown and served of them$/m)
  expect(status).toBe(0)
})

test('who looks for a secret finds it in every spelling', () => {
  const secret = 'canary+7f3a/9c1e-canary'
  for (const before of ['', 'a', 'ab', 'abc'])
    expect(findSecret(Buffer.from(`${before}${secret}def`).toString('base64'), secret)).toBeDefined()
  expect(findSecret(`?a=${encodeURIComponent(secret)}`, secret)).toBeDefined()
  expect(findSecret(JSON.stringify(`"${secret}"`), secret)).toBeDefined()
  expect(findSecret('first half of\nsecond half of', 'first half of it\nsecond half of')).toBe(
    'second half of',
  )
  expect(findSecret('canary', secret)).toBeUndefined()
})
