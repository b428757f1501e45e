import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...args: string[]): { readonly code: number | null; readonly said: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/dist/fuzz.js', ...args], {
    encoding: 'utf8',
    timeout: 55_000,
  })
  return { code: status, said: stdout + stderr }
}

test('a short fuzz run finds nothing, and looks at everything', { timeout: 60_000 }, () => {
  const { code, said } = run('--seconds', '4', '--seed', '1')
  if (code !== 0) console.log(said)
  expect(said).toMatch(/\d passed, 0 failed/)
  expect(said).not.toContain('FAIL')
  for (const target of ['agent v1 ', 'client v1 ']) expect(said).toContain(target)
  expect(code).toBe(0)
})
