import { readFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2'
import { request as secureRequest } from 'node:https'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gateway } from '../gateway.js'
import { configIn } from '../guard/gate.fixture.js'
import { openHouse } from '../hostile/house.fixture.js'
import { openGateway, tryRequest } from '../serving/gate.fixture.js'
import { ASSET, get, INDEX, makePage, openPage, SCRIPT, SECRET, say } from './page.fixture.js'

const STRANGERS = { unauthenticatedPerMinute: 1_000, failedTokens: 5, backOffSeconds: 60 }

const PROTECTION = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
    "require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

test('the page comes without a token, with exactly the headers that protect it', async () => {
  const opened = await openPage()
  const index = await get(opened, '/')
  expect(index.body.toString()).toBe(INDEX)
  const { date, connection, ...headers } = index.headers
  expect([date, connection]).toEqual([expect.any(String), 'close'])
  expect([index.status, headers]).toEqual([
    200,
    {
      ...PROTECTION,
      ...{ 'content-type': 'text/html; charset=utf-8', 'content-length': String(INDEX.length) },
      ...{ 'cache-control': 'no-cache', vary: 'accept-encoding' },
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    },
  ])
  expect((await get(opened, '/?folder=a')).body.toString()).toBe(INDEX)
  expect((await get(opened, ASSET)).headers).toMatchObject({
    ...PROTECTION,
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect((await get(opened, '/icon.svg')).headers).toMatchObject({ 'content-type': 'image/svg+xml' })
})

test('also who is refused is told what protects the page', async () => {
  const opened = await openPage()
  const { status, headers, body } = await get(opened, '/nothing')
  expect([status, headers, JSON.parse(body.toString())]).toMatchObject([
    404,
    { ...PROTECTION, 'cache-control': 'no-store' },
    { error: 'not_found', correlationId: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ])
})

const TRICKS = [
  ...['/../outside/secret.js', '/assets/../../outside/secret.js', '/%2e%2e/outside/secret.js'],
  ...['/..%2foutside%2fsecret.js', '/assets/..%5c..%5coutside%5csecret.js', '//outside/secret.js'],
  ...['/..\\outside\\secret.js', '/%252e%252e/outside/secret.js', '/icon.svg%00.js', '/%69con.svg'],
  ...['/./icon.svg', '//icon.svg', '/icon.svg/', '/assets', '/assets/', '/index.html', '/INDEX.HTML'],
  ...[
    '/.hidden.js',
    '/notes.txt',
    '/assets/outside/secret.js',
    '/link.js',
    '/package.json',
    '/auth',
    '/acpx',
  ],
  ...['/constructor', '/__proto__', '/file:///etc/passwd', '/C:/outside/secret.js'],
]

test('nothing but the files of the page is there, however its address is spelt', async () => {
  const opened = await openPage({ strangers: STRANGERS })
  for (const path of TRICKS) {
    const { status, body } = await get(opened, path)
    expect([path, status, body.includes(SECRET)]).toEqual([path, 404, false])
  }
  for (const target of [
    '/icon.svg\0',
    '/\0',
    '/../outside/secret.js',
    'http://evil.example/',
    '*',
    'icon.svg',
  ])
    expect(await say(opened, target)).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('a link in the page leads nowhere, also to a file beside it', async () => {
  const opened = await openPage()
  for (const path of ['/link.js', '/assets/outside/secret.js'])
    expect((await get(opened, path)).status).toBe(404)
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('the page takes no %s', async method => {
  const { status, headers } = await get(await openPage(), '/', { method })
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('HEAD tells what GET would, without the file', async () => {
  const opened = await openPage()
  const [head, whole] = [await get(opened, ASSET, { method: 'HEAD' }), await get(opened, ASSET)]
  const [told, { date }] = [{ ...head.headers }, whole.headers]
  expect({ ...told, date }).toEqual(whole.headers)
  expect(head.body).toHaveLength(0)
  expect(head.headers['content-length']).toBe(String(SCRIPT.length))
})

test('a file that is named by its content is kept for ever, others are asked for again and not sent again', async () => {
  const opened = await openPage()
  expect((await get(opened, ASSET)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const { headers } = await get(opened, '/')
  for (const tag of [`${headers.etag}`, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
    const again = await get(opened, '/', { headers: { 'if-none-match': tag } })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    expect(again.headers).toMatchObject(PROTECTION)
    expect(again.headers['content-length']).toBeUndefined()
  }
  expect((await get(opened, '/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['deflate', undefined],
  ['', undefined],
])('of a client that takes "%s" the script is sent as %s', async (accepted, encoding) => {
  const opened = await openPage()
  const headers = { 'accept-encoding': accepted }
  const { headers: told, body } = await get(opened, ASSET, { headers })
  expect([told['content-encoding'], told.vary]).toEqual([encoding, 'accept-encoding'])
  expect(told['content-length']).toBe(String(body.length))
  const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  expect(text.toString()).toBe(SCRIPT)
  // Another form of it is another thing to be kept.
  const plain = await get(opened, ASSET)
  expect(told.etag === plain.headers.etag).toBe(encoding === undefined)
  expect(
    (await get(opened, ASSET, { headers: { ...headers, 'if-none-match': `${told.etag}` } })).status,
  ).toBe(304)
})

test('the page is for the same names and pages as everything else, and for no token in its address', async () => {
  const opened = await openPage({ strangers: STRANGERS })
  const cases: readonly (readonly [Record<string, string>, number])[] = [
    [{ host: 'evil.example' }, 421],
    [{ host: `evil.example:${opened.gateway.port}` }, 421],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ host: `localhost:${opened.gateway.port}`, 'sec-fetch-site': 'none' }, 200],
  ]
  for (const [headers, status] of cases) expect((await get(opened, '/', { headers })).status).toBe(status)
  expect((await get(opened, `/?ticket=${opened.gateway.makeTicket()}`)).status).toBe(400)
  expect((await get(opened, `/${opened.token}`)).status).toBe(400)
})

test('while a ticket waits, and only then, a browser may be led to the page from elsewhere: in a window of its own', async () => {
  const opened = await openPage({ strangers: STRANGERS })
  const led = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const statusOf = async (more: Record<string, string> = {}, path = '/'): Promise<number> =>
    (await get(opened, path, { headers: { ...led, ...more } })).status
  expect(await statusOf()).toBe(403)
  opened.gateway.makeTicket()
  expect(await statusOf()).toBe(200)
  const others = [
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'no-cors' },
    { origin: 'https://evil.example' },
  ]
  for (const other of others) expect([other, await statusOf(other)]).toEqual([other, 403])
  expect(await statusOf({}, ASSET)).toBe(403)
  expect(await statusOf({}, '/acp')).toBe(403)
})

test('a stranger who asks for what is not there is soon told to wait, and still gets the page', async () => {
  const opened = await openPage()
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push((await get(opened, `/${count}`)).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(404))
  expect(statuses[10]).toBe(429)
  expect((await get(opened, '/')).status).toBe(200)
  const refusals = await readFile(join(opened.folder, 'state/audit/refusals.ndjson'), 'utf8')
  for (const reason of ['not_found', 'too_many_strangers']) expect(refusals).toContain(`"${reason}"`)
})

/** A request over HTTP/2. */
function request(session: ClientHttp2Session, headers: OutgoingHttpHeaders) {
  return new Promise<{ readonly headers: object; readonly text: string }>((resolve, reject) => {
    const stream = session.request(headers)
    let [text, told] = ['', {}]
    stream.on('response', received => {
      told = received
    })
    stream.setEncoding('utf8').on('data', piece => (text += piece))
    stream.on('end', () => resolve({ headers: told, text })).on('error', reject)
  })
}

test('over TLS the page comes by HTTP/2, too, and browsers are told to use nothing else', async () => {
  await using house = await openHouse({ isSecure: true }, { page: await makePage() })
  const protection = { ...PROTECTION, 'strict-transport-security': 'max-age=31536000' }
  const headers = await new Promise<object>((resolve, reject) =>
    secureRequest(house.url, { rejectUnauthorized: false }, response => resolve(response.headers))
      .on('error', reject)
      .end(),
  )
  expect(headers).toMatchObject(protection)
  const session = connect(house.url, { rejectUnauthorized: false })
  const whole = await request(session, { ':path': '/' })
  expect([whole.text, whole.headers]).toEqual([
    INDEX,
    expect.objectContaining({ ':status': 200, ...protection }),
  ])
  const head = await request(session, { ':path': '/', ':method': 'HEAD' })
  expect([head.text, head.headers]).toEqual([
    '',
    expect.objectContaining({ ':status': 200, 'content-length': String(INDEX.length) }),
  ])
  expect((await request(session, { ':path': '/nothing' })).headers).toMatchObject({
    ':status': 404,
    ...protection,
  })
  session.close()
})

test('a gateway without a page has none', async () => {
  const opened = await openGateway()
  expect((await tryRequest(opened, {}, { method: 'GET', path: '/' })).status).toBe(401)
})

test('a folder that holds no page is no reason to wait: it is said what to do', async () => {
  const page = await makePage()
  const open = (folder: string) => gateway({ config: configIn(page), page: folder })
  await expect(open(join(page, 'nowhere'))).rejects.toMatchObject({
    ...{ name: 'PageError', reason: 'no_page', cure: expect.stringContaining('npm run build') },
  })
  await expect(open(join(page, 'assets'))).rejects.toThrow('it has no index.html')
})
