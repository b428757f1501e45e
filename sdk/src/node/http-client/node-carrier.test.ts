import { createServer as createPlainHttp2, createSecureServer } from 'node:http2'
import { createServer as createSecureHttp1 } from 'node:https'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type HttpCarrier, httpLinks } from '../../transport/index.js'
import { selfSigned } from '../http-server/certificate.fixture.js'
import { FarEnd, type MakeServer } from './far-end.fixture.js'
import { HeardLink, opening } from './heard-link.fixture.js'
import { nodeHttpCarrier } from './node-carrier.js'
import type { NodeHttpOptions } from './options.js'

const { key, cert } = selfSigned()

/** Servers of HTTP/2 speak the words of `node:http` too, as far as these tests go. */
const kinds: Record<
  string,
  { make: MakeServer; scheme: string; options: NodeHttpOptions; isShared: boolean }
> = {
  'HTTP/2 that was agreed on under TLS': {
    make: handle => createSecureServer({ key, cert, allowHTTP1: true }, handle as never),
    scheme: 'https',
    options: { ca: cert },
    isShared: true,
  },
  'HTTP/2 without TLS': {
    make: handle => createPlainHttp2(handle as never),
    scheme: 'http',
    options: { protocol: 'http2' },
    isShared: true,
  },
  'HTTP/1.1 with a server that knows no other': {
    make: handle => createSecureHttp1({ key, cert }, handle),
    scheme: 'https',
    options: { ca: cert },
    isShared: false,
  },
  'HTTP/1.1 by choice': {
    make: handle => createSecureServer({ key, cert, allowHTTP1: true }, handle as never),
    scheme: 'https',
    options: { ca: cert, protocol: 'http1' },
    isShared: false,
  },
}

const ends: AsyncDisposable[] = []
const dispose = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end[Symbol.asyncDispose]()
}
afterEach(dispose)
afterAll(dispose)

const openOver = async (far: FarEnd, carrier: HttpCarrier): Promise<HeardLink> => {
  const heard = await HeardLink.with(httpLinks(carrier, { url: far.url }))
  ends.push(heard)
  return heard
}

describe.each(Object.entries(kinds))('%s', (_, { make, scheme, options, isShared }) => {
  const start = async (answer?: FarEnd['answer']): Promise<FarEnd> => {
    const far = await FarEnd.start(answer, make, scheme)
    ends.push(far)
    return far
  }

  test('carries messages and streams', async () => {
    const far = await start()
    const heard = await openOver(far, nodeHttpCarrier(options))
    for (let session = 0; session < 5; session++) heard.request(session + 1, 'tried', `s${session}`)
    await far.until(() => far.posted().length === 6)
    const said = '\u00e9\u20ac\u{1f600}'.repeat(50_000)
    far.tell('s3', { jsonrpc: '2.0', id: 4, result: said })
    expect(await heard.answer(4)).toMatchObject({ result: said })
    const streams = 6
    if (isShared) expect(far.sockets).toBe(1)
    else expect(far.sockets).toBeGreaterThan(streams)
  })

  test('goes on when the socket broke', async () => {
    const far = await start()
    const heard = await openOver(far, nodeHttpCarrier(options))
    await far.until(() => far.streams.has(''))
    far.streams.get('')?.write('id: own.1\n\n')
    await expect.poll(() => heard.link.isRecoverable).toBe(true)
    far.breakAll()
    await far.until(() => far.seen.some(({ after }) => after === 'own.1'))
    heard.request(1, 'tried', 's1')
    await far.until(() => far.posted().includes('tried'))
  })

  test('takes the end of a server for a broken network', async () => {
    const far = await start()
    const heard = await openOver(far, nodeHttpCarrier(options))
    // Nothing is sent before the stream is heard.
    heard.request(1, 'tried')
    await far.until(() => far.posted().includes('tried'))
    await far[Symbol.asyncDispose]()
    expect(await heard.lost).toMatchObject({ end: 'dropped' })
    await expect(httpLinks(nodeHttpCarrier(options), { url: far.url })(opening)).rejects.toMatchObject({
      end: 'dropped',
    })
  })

  test('does not take in more than the reader wants', async () => {
    const far = await start()
    const link = await httpLinks(nodeHttpCarrier(options), { url: far.url })(opening)
    await far.until(() => far.streams.has(''))
    const stream = far.streams.get('')
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'said', params: 'x'.repeat(100_000) })}\n\n`
    const all = 500
    let written = 0
    const writeAll = async (): Promise<void> => {
      for (; written < all; written++)
        if (!stream?.write(event)) await new Promise(resolve => stream?.once('drain', resolve))
    }
    const writing = writeAll()
    for (let before = -1; before !== written; ) {
      before = written
      await new Promise(resolve => setTimeout(resolve, 400))
    }
    expect(written).toBeLessThan(all / 2)
    ends.push(new HeardLink(link))
    await writing
    expect(written).toBe(all)
  })
})

test('sockets for messages are used again', async () => {
  const far = await FarEnd.start()
  ends.push(far)
  const heard = await openOver(far, nodeHttpCarrier())
  for (let number = 1; number <= 50; number++) heard.request(number, 'tried')
  await far.until(() => far.posted().length === 51)
  expect(far.sockets).toBeLessThanOrEqual(3)
})

test.each(['auto', 'http1', 'http2'] as const)(
  'a certificate that nobody vouches for is refused for good (%s)',
  async protocol => {
    const far = await FarEnd.start(
      undefined,
      handle => createSecureServer({ key, cert, allowHTTP1: true }, handle as never),
      'https',
    )
    ends.push(far)
    const links = httpLinks(nodeHttpCarrier({ protocol }), { url: far.url })
    await expect(links(opening)).rejects.toMatchObject({
      end: 'refused',
      message: expect.stringContaining('certificate'),
    })
    expect(far.seen).toEqual([])
  },
)
