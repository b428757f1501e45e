import { tmpdir } from 'node:os'
import process from 'node:process'
import { expect, test } from 'vitest'
import { Lender } from './lender.js'

const SHELL = {
  ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  ...{ env: {}, cwd: tmpdir() },
}
const program = (...argv: readonly string[]) => ({ argv, cwd: tmpdir(), env: {} })

test('an interrupt is meant for a program while it runs, and 250 ms longer', async () => {
  let now = 1_000
  const lender = new Lender(SHELL, () => now)
  expect(lender.takesInterrupts).toBe(false)
  const running = lender.lend(program(process.execPath, '-e', 'process.exitCode = 3'))
  now = 5_000
  expect(lender.takesInterrupts).toBe(true)
  expect(await running).toBe(3)
  now = 5_249
  expect(lender.takesInterrupts).toBe(true)
  now = 5_250
  expect(lender.takesInterrupts).toBe(false)
})

test('a program that could not be started takes no interrupt', async () => {
  const lender = new Lender(SHELL, () => 1_000)
  await expect(lender.lend(program('/nowhere/no-such-editor'))).rejects.toThrow('ENOENT')
  expect(lender.isLent).toBe(false)
  expect(lender.takesInterrupts).toBe(false)
})
