import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { boundAnswer } from './bounded-answer.js'
import { isPassing, toTrouble } from './failure.js'
import type { Source } from './providers.js'
import { loadPackage, openModel } from './wires.js'

/** A server that writes this again and again, as long as somebody reads. */
async function startTalking(piece: string, opening = '', isPacked = false) {
  const seen = { bytes: 0, isClosed: false }
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    })
    const packer = createGzip()
    if (isPacked) packer.pipe(response)
    const target = isPacked ? packer : response
    response.once('close', () => {
      seen.isClosed = true
    })
    target.write(opening)
    pour(target as ServerResponse, piece, seen)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function pour(target: ServerResponse, piece: string, seen: { bytes: number; isClosed: boolean }): void {
  if (seen.isClosed) return
  seen.bytes += piece.length
  if (target.write(piece)) setImmediate(() => pour(target, piece, seen))
  else target.once('drain', () => pour(target, piece, seen))
}

const KIBIBYTES = 'x'.repeat(64 * 1_024)
const bounds = { lineBytes: 1_024 * 1_024, answerBytes: 4 * 1_024 * 1_024 }

test('an answer without the end of a line is given up, and the connection closed', async () => {
  const { url, seen } = await startTalking(KIBIBYTES, 'data: short\n\ndata: ')
  await expect(boundAnswer(await fetch(url), undefined, bounds).text()).rejects.toThrow(
    'More than 1 MiB came without the end of a line',
  )
  await expect.poll(() => seen.isClosed).toBe(true)
  expect(seen.bytes).toBeLessThan(32 * 1_024 * 1_024)
})

test('an answer of very many lines is given up, and what is packed is counted unpacked', async () => {
  for (const isPacked of [false, true]) {
    const { url, seen } = await startTalking(`data: ${KIBIBYTES}\n\n`, '', isPacked)
    await expect(boundAnswer(await fetch(url), undefined, bounds).text()).rejects.toThrow(
      'More than 4 MiB came in one',
    )
    await expect.poll(() => seen.isClosed).toBe(true)
  }
})

test('lines are counted across pieces, and an answer within the bounds is as it was', async () => {
  const line = `${'y'.repeat(bounds.lineBytes)}\n`
  const pieces = (text: string, size: number) =>
    new Response(
      new ReadableStream({
        start(controller) {
          const bytes = new TextEncoder().encode(text)
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
          controller.close()
        },
      }),
      { status: 201, headers: { 'x-kept': 'yes' } },
    )
  const answer = boundAnswer(pieces(line + line, 1_000), undefined, bounds)
  expect([answer.status, answer.headers.get('x-kept')]).toEqual([201, 'yes'])
  expect(await answer.text()).toBe(line + line)
  await expect(boundAnswer(pieces(`a\ny${line}`, 1_000), undefined, bounds).text()).rejects.toThrow(
    'without the end',
  )
  await expect(boundAnswer(pieces(`y${line}a\n`, 9_999_999), undefined, bounds).text()).rejects.toThrow(
    'without',
  )
  const empty = new Response(null, { status: 204 })
  expect(boundAnswer(empty, undefined)).toBe(empty)
})

test('a model whose server never ends a line costs no more memory than the bound', async () => {
  const { url, seen } = await startTalking(KIBIBYTES, 'data: {"choices":[{"delta":{"content":"')
  const source = { wire: 'openai', baseUrl: url, key: undefined, id: 'x/y', isOfficial: false }
  const { streamText } = await loadPackage()
  const model = await openModel(source as unknown as Source, 'y')
  const { fullStream } = streamText({ model, prompt: 'hello', maxRetries: 0, onError: () => {} })
  const errors: unknown[] = []
  try {
    for await (const part of fullStream) if (part.type === 'error') errors.push(part.error)
  } catch (error) {
    errors.push(error)
  }
  const trouble = toTrouble(errors[0])
  expect(trouble.words).toContain('More than 8 MiB came without the end of a line')
  expect(isPassing(trouble)).toBe(false)
  await expect.poll(() => seen.isClosed).toBe(true)
  expect(seen.bytes).toBeLessThan(64 * 1_024 * 1_024)
})
