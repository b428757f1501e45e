import { expect, test } from 'vitest'
import { machineForEach } from './machine.fixture.js'
import { readBounded } from './private-file.js'

const person = machineForEach()

test('a file takes the memory of its size, not that of the most it may have', async () => {
  const path = person.machine.write('small', 'words')
  const before = process.memoryUsage().arrayBuffers
  expect(await readBounded(path, 512 * 1024 * 1024)).toBe('words')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  await expect(readBounded(path, 4)).rejects.toThrow('it has 5 bytes, and at most 4 are read')
})

test('what the kernel writes while it is read, and calls empty, is read to its end', async () => {
  expect(await readBounded('/proc/self/status', 65_536)).toMatch(/^Name:.*Threads:/s)
  await expect(readBounded('/proc/self/status', 100)).rejects.toThrow('more than 100 bytes')
})
