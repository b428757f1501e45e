import { expect, test } from 'vitest'
import { boundedLines } from './bounded-lines.js'

async function read(chunks: readonly Uint8Array[]) {
  const told: string[] = []
  let lines = 0
  const source = (async function* () {
    yield* chunks
  })()
  for await (const { bytes } of boundedLines(source, { onExcess: what => void told.push(what) }))
    lines += Math.sign(bytes.length)
  return { told, lines }
}

const megabyte = Buffer.alloc(1 << 20, 120)
const line = Buffer.concat([megabyte, Buffer.from('\n')])

test('a line that never ends is not waited for, and what it was is said', async () => {
  const { told, lines } = await read(Array.from({ length: 80 }, () => megabyte))
  expect([told, lines]).toEqual([[expect.stringContaining('a line above 64 MB')], 0])
})

test('whoever says too much in all is not listened to any longer', async () => {
  const { told, lines } = await read(Array.from({ length: 200 }, () => line))
  expect(told).toEqual([expect.stringContaining('more than 128 MB')])
  expect(lines).toBeLessThan(130)
})

test('what is bearable is read to its end, also without the end of a line', async () => {
  expect(await read([line, Buffer.from('a\nb'), Buffer.from('c\nd')])).toEqual({ told: [], lines: 4 })
})
