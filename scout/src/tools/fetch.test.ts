import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { asking, converse, makeProject } from './errand.fixture.js'
import { toText } from './html-text.js'
import { useTool } from './use-tool.js'

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function fetching(kind: 'allow_once' | 'allow_always' = 'allow_once') {
  const { asked, permission } = asking(kind)
  const { order, say, start, session } = await converse({ work: makeProject(), host: { permission } })
  const get = async (url: string) => (await order(errand => useTool(errand, 'fetch', { url }))).result
  return { asked, get, say, start, session }
}

test('a page is given as text, and a page of this machine is asked about whatever is approved', async () => {
  const page =
    '<html><head><title>T</title></head><body><h1>Hello &amp; welcome</h1><p>a<script>x()</script> b</p></body>'
  const base = await listen(({ url }, response) => {
    if (url === '/there') return response.writeHead(302, { location: '/' }).end()
    if (url === '/away') return response.writeHead(302, { location: 'https://example.org/x' }).end()
    if (url === '/gone') return response.writeHead(404, { 'content-type': 'text/plain' }).end('not here')
    if (url === '/image') return response.writeHead(200, { 'content-type': 'image/png' }).end('png')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const { get, asked, say } = await fetching('allow_always')
  await say('set true')
  expect(await get(`${base}/`)).toEqual({ text: 'Hello & welcome\n\na b' })
  expect(await get(`${base}/there`)).toEqual({ text: 'Hello & welcome\n\na b' })
  expect(await get(`${base}/away`)).toEqual({
    text: expect.stringContaining('leads to https://example.org/x'),
  })
  expect(await get(`${base}/gone`)).toEqual({ text: 'The server answered 404.\n\nnot here', isError: true })
  expect(await get(`${base}/image`)).toMatchObject({
    text: expect.stringContaining('is no text'),
    isError: true,
  })
  expect(asked).toHaveLength(5)
})

test('other schemes, passwords, private networks and names that lead to this machine are refused', async () => {
  const { get } = await fetching()
  const refused = {
    'file:///etc/passwd': 'Only http and https',
    'https://me:secret@example.org/': 'without them',
    'no address': 'no address',
    'https://10.0.0.1/': 'inside a private network',
    'http://169.254.169.254/latest': 'inside a private network',
    'https://[::ffff:127.0.0.1]/': 'is this machine',
    'http://0x7f.1:9/': 'Cannot fetch',
  }
  for (const [url, why] of Object.entries(refused))
    expect(await get(url), url).toMatchObject({ text: expect.stringContaining(why), isError: true })
})

test('a page without an end is cut, and one that is too long for a model is cut in the middle', async () => {
  const base = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      response.once('drain', write)
    }
    write()
  })
  const { get } = await fetching()
  const { text } = await get(`${base}/`)
  expect(text.length).toBeLessThan(51_000)
  expect(text).toContain('characters left out')
  expect(text).toContain('bytes were fetched')
})

test('a cancel ends a fetch that nobody answers', async () => {
  let isAsked = (): void => {}
  const arrived = new Promise<void>(resolve => {
    isAsked = resolve
  })
  const base = await listen(() => isAsked())
  const { start, session } = await fetching()
  const turn = start(errand => useTool(errand, 'fetch', { url: `${base}/` }))
  await arrived
  await session.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
})

test('markup becomes lines, and what never ends does no harm', () => {
  expect(toText('<ul><li>one</li><li>two&nbsp;&#x263a;</li></ul><!-- no --><style>p{}</style>')).toBe(
    '- one\n\n- two ☺',
  )
  expect(toText('a < b')).toBe('a')
  const before = performance.now()
  toText('<script>'.repeat(50_000))
  toText('<'.repeat(200_000))
  toText('<!--'.repeat(100_000))
  expect(performance.now() - before).toBeLessThan(2_000)
})
