import { afterEach, expect, test } from 'vitest'
import { fetchCarrier, httpLinks } from '../../transport/index.js'
import { FarEnd } from './far-end.fixture.js'
import { HeardLink, opening } from './heard-link.fixture.js'

const ends: AsyncDisposable[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end[Symbol.asyncDispose]()
})

const start = async (answer?: FarEnd['answer']): Promise<FarEnd> => {
  const far = await FarEnd.start(answer)
  ends.push(far)
  return far
}

const open = async (far: FarEnd): Promise<HeardLink> => {
  const heard = await HeardLink.with(httpLinks(fetchCarrier(), { url: far.url }))
  ends.push(heard)
  return heard
}

test('fetch carries messages, streams and cookies, and goes on behind the last event of a stream that broke', async () => {
  const far = await start((_, response) => {
    response.setHeader('set-cookie', 'node=n1')
    return false
  })
  const heard = await open(far)
  heard.request(1, 'tried', 's1')
  await far.until(() => far.posted().includes('tried'))
  far.tell('s1', { jsonrpc: '2.0', id: 1, result: 'done' }, 'e.1')
  expect(await heard.answer(1)).toMatchObject({ result: 'done' })
  far.reset('s1')
  await far.until(() => far.seen.some(({ after }) => after === 'e.1'))
  expect(far.seen.at(-1)?.headers.cookie).toBe('node=n1')
})

test('fetch follows no redirect', async () => {
  const elsewhere = await start()
  const far = await start((_, response) => response.writeHead(307, { location: elsewhere.url }).end())
  await expect(httpLinks(fetchCarrier(), { url: far.url })(opening)).rejects.toMatchObject({ end: 'refused' })
  expect(elsewhere.seen).toEqual([])
})

test('fetch takes no answer that is larger than a message may be', async () => {
  const far = await start((_, response) =>
    response.writeHead(200, { 'acp-connection-id': 'c1' }).end(`{"result":"${'x'.repeat(5_000)}"}`),
  )
  const links = httpLinks(fetchCarrier(), { url: far.url, limits: { messageBytes: 1_000 } })
  await expect(links(opening)).rejects.toMatchObject({ end: 'refused' })
})

test('fetch that fails is a network that broke, and a link that closes gives up what fetch still does', async () => {
  const far = await start((seen, response) => (seen.method === 'GET' ? undefined : void response.destroy()))
  await expect(httpLinks(fetchCarrier(), { url: far.url })(opening)).rejects.toMatchObject({ end: 'dropped' })
  far.answer = () => false
  const heard = await open(far)
  await far.until(() => far.streams.has(''))
  await heard.link.close()
  await far.until(() => far.streams.size === 0)
})
