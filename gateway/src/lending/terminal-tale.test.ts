import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { emptyThread, outputOf, reduce, terminalOf } from '@parley/acp/thread'
import { expect, test, vi } from 'vitest'
import { TerminalTale } from './terminal-tale.js'

const EXIT = { exitCode: 0, signal: null }
const KIBIBYTE = 1_024

interface Told {
  readonly sessionUpdate: string
  readonly data?: string
  readonly output?: { readonly data: string }
}

function listen(): { readonly told: Told[]; readonly tale: TerminalTale; output(): string } {
  const told: Told[] = []
  const tale = new TerminalTale('t', update => void told.push(update as Told))
  const output = (): string => {
    const thread = told.reduce((all, update) => reduce(all, update as never), emptyThread(1))
    const terminal = terminalOf(thread, 't')
    return terminal === undefined ? '' : outputOf(terminal).text
  }
  return { told, tale, output }
}

const logged = (told: readonly Told[]): number =>
  told.reduce((sum, update) => sum + JSON.stringify(update).length, 0)

test('what is printed is told at once, and everything before the end', () => {
  const { told, tale, output } = listen()
  tale.take('one\n', 0)
  expect(output()).toBe('one\n')
  tale.take('two €\n', 0)
  expect(told).toHaveLength(1)
  tale.end(EXIT)
  expect(output()).toBe('one\ntwo €\n')
  expect(told.at(-1)).toEqual({
    terminalId: 't',
    sessionUpdate: '_parley/terminal_update',
    exitStatus: EXIT,
  })
})

test('much at once is told in pieces of 16 KiB, about thirty a second, and is whole', async () => {
  vi.useFakeTimers()
  try {
    const { told, tale, output } = listen()
    const text = '0123456789abcdef'.repeat(4 * KIBIBYTE)
    tale.take(text, 0)
    await vi.advanceTimersByTimeAsync(50)
    expect(told).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(output()).toBe(text)
    for (const { data = '' } of told)
      expect(Buffer.from(data, 'base64').length).toBeLessThanOrEqual(16 * KIBIBYTE)
    for (let count = 0; count < 1_000; count++) {
      tale.take('.', 0)
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(told.length).toBeLessThanOrEqual(6 + 10 * 31)
    tale.end(EXIT)
    expect(output()).toBe(text + '.'.repeat(1_000))
  } finally {
    vi.useRealTimers()
  }
})

test('a flood is told up to a mebibyte, then only its end, and fits into two', () => {
  const { told, tale, output } = listen()
  for (let line = 0; line < 200_000; line++) tale.take(`line ${line} of very many lines\n`, 0)
  tale.end(EXIT)
  expect(logged(told)).toBeLessThan(2 * KIBIBYTE * KIBIBYTE)
  expect(output()).toMatch(/^\[\d+ bytes are left out here\]\n/)
  expect(output()).toMatch(/line 199999 of very many lines\n$/)
  expect(told.filter(({ output: end }) => end !== undefined)).toHaveLength(1)
})

test('who prints a dot at a time for half an hour does not fill the log either', async () => {
  vi.useFakeTimers()
  try {
    const { told, tale, output } = listen()
    for (let second = 0; second < 30 * 60; second++) {
      for (let count = 0; count < 10; count++) tale.take('.', 0)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(output().length).toBeGreaterThan(17_000)
    tale.end(EXIT)
    expect(logged(told) + told.length * 300).toBeLessThan(2 * KIBIBYTE * KIBIBYTE)
    expect(output()).toBe('.'.repeat(18_000))
  } finally {
    vi.useRealTimers()
  }
})

test('where something got lost on the way, the end is told in the place of all that was', () => {
  const { tale, output } = listen()
  tale.take('one ', 0)
  tale.take('three', 1_000)
  tale.end(EXIT)
  expect(output()).toBe('[1004 bytes are left out here]\nthree')
})

test('what is printed a byte at a time costs its bytes, and not an object for each', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = (): number => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const { tale, output } = listen()
  const before = used()
  for (let count = 0; count < 500 * KIBIBYTE; count++) tale.take(count % 64 === 63 ? '\n' : '.', 0)
  // What waits to be told, and the end that is kept: twice each, as rooms grow.
  expect(used() - before).toBeLessThan(8 * KIBIBYTE * KIBIBYTE)
  tale.end(EXIT)
  expect(output()).toHaveLength(500 * KIBIBYTE)
})
