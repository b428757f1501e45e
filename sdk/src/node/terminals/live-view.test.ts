import { expect, test } from 'vitest'
import { LiveView } from './live-view.js'
import type { TerminalEnd, TerminalPiece } from './options.js'
import { workshop } from './terminals.fixture.js'

test('output is told as it comes, and the end after it', async () => {
  const heard: (TerminalPiece | TerminalEnd)[] = []
  await using shop = workshop({
    onOutput: piece => void heard.push(piece),
    onEnd: end => void heard.push(end),
  })
  const terminal = await shop.start('sh', '-c', 'echo one; sleep 0.2; echo two')
  await shop.terminals.waitForExit(terminal, shop.here)
  await expect.poll(() => heard.length).toBe(3)
  expect(heard).toEqual([
    { ...terminal, text: 'one\n', missedBytes: 0 },
    { ...terminal, text: 'two\n', missedBytes: 0 },
    { ...terminal, exitCode: 0, signal: null },
  ])
})

test('the end is told after the last of the output, also to a listener that is slow', async () => {
  const heard: string[] = []
  await using shop = workshop({
    async onOutput({ text }) {
      await new Promise(resolve => setTimeout(resolve, 300))
      heard.push(text)
    },
    onEnd: () => void heard.push('END'),
  })
  await shop.run({ command: 'echo one; sleep 0.1; echo two' })
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(3)
  expect(heard).toEqual(['one\n', 'two\n', 'END'])
})

test('a listener that never comes to an end does not keep a terminal from being released', async () => {
  await using shop = workshop({ limits: { patience: 50 }, onOutput: () => new Promise(() => {}) })
  const terminal = await shop.start('echo', 'one')
  await shop.terminals.waitForExit(terminal, shop.here)
  expect(await shop.terminals.release(terminal, shop.here)).toEqual({})
})

test('a slow listener misses the oldest, learns how much, and costs no memory', async () => {
  const heard: { text: string; missed: number }[] = []
  let letGo = (): void => {}
  const view = new LiveView((text, missed) => {
    heard.push({ text, missed })
    return new Promise(resolve => {
      letGo = resolve
    })
  })
  view.push(new TextEncoder().encode('first'))
  await expect.poll(() => heard.length).toBe(1)
  const chunk = new TextEncoder().encode('0123456789'.repeat(10_000))
  for (let count = 0; count < 10; count++) view.push(chunk)
  letGo()
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[0]).toEqual({ text: 'first', missed: 0 })
  expect(heard[1]?.text).toHaveLength(256 * 1024)
  expect(heard[1]?.missed).toBe(1_000_000 - 256 * 1024)
  letGo()
})

test('a listener that fails harms neither the command nor what it hears next', async () => {
  const heard: string[] = []
  await using shop = workshop({
    onOutput({ text }) {
      heard.push(text)
      throw new Error('a fault of the listener')
    },
    onEnd() {
      throw new Error('another')
    },
  })
  expect((await shop.run({ command: 'echo one; sleep 0.1; echo two' })).output).toBe('one\ntwo\n')
  await expect.poll(() => heard.join('')).toBe('one\ntwo\n')
})
