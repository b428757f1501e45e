import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.js'
import { reachOf } from './network-address.js'

const listen = async (handle: RequestListener) => {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

test('this machine is not reached where that was ruled out, whatever it is called', async () => {
  const { port, close } = await listen((_, response) => response.end('here'))
  const get = guardedFetch({ loopback: false })
  for (const host of ['localhost', '127.0.0.1'])
    await expect(get(`http://${host}:${port}/`)).rejects.toThrow('is this machine')
  close()
})

test('addresses are told apart by where they lead, however they are written', () => {
  const reaches = (...addresses: string[]) => addresses.map(reachOf)
  expect(new Set(reaches('127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'))).toEqual(new Set(['loopback']))
  expect(
    new Set(
      reaches(
        '0.0.0.0',
        '10.1.2.3',
        '100.64.0.1',
        '169.254.169.254',
        '172.31.255.255',
        '192.168.1.1',
        '224.0.0.1',
        '255.255.255.255',
        '::',
        '::ffff:10.0.0.1',
        '::ffff:a9fe:a9fe',
        '64:ff9b::a00:1',
        '2002:a00:1::',
        'fd12::1',
        'fe80::1',
        'ff02::1',
      ),
    ),
  ).toEqual(new Set(['inner']))
  expect(new Set(reaches('1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'))).toEqual(
    new Set(['public']),
  )
})

test('a name is judged by the address it resolves to at that moment', async () => {
  const { port, close } = await listen((request, response) => response.end(request.headers.host))
  expect(await (await guardedFetch()(`http://localhost:${port}/`)).text()).toBe(`localhost:${port}`)
  const dns = process.getBuiltinModule('node:dns')
  const { lookup } = dns
  const pointed = (address: string) => {
    Object.assign(dns, {
      lookup: (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [{ address, family: 4 }]),
    })
  }
  try {
    pointed('10.0.0.7')
    await expect(guardedFetch()('https://public.test/')).rejects.toThrow(
      'refused to reach public.test: 10.0.0.7 is inside a private network and not listed',
    )
    const listed = guardedFetch({ innerHosts: ['public.test'] })
    const reached = listed('https://public.test/', { signal: AbortSignal.timeout(50) })
    await expect(reached).rejects.not.toThrow('refused to reach')
    pointed('127.0.0.1')
    expect(await (await guardedFetch()(`http://public.test:${port}/`)).text()).toBe(`public.test:${port}`)
    pointed('93.184.216.34')
    await expect(guardedFetch()('http://public.test/')).rejects.toThrow('without TLS')
  } finally {
    Object.assign(dns, { lookup })
    close()
  }
})

test('redirects are answers, bodies and headers arrive, and a signal ends it', async () => {
  const { port, close } = await listen((request, response) => {
    if (request.url === '/away') return response.writeHead(302, { location: 'https://else.test' }).end()
    if (request.url === '/none') return response.writeHead(204).end()
    if (request.url === '/never') return response.writeHead(200).write('begun')
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-key': String(request.headers['x-key']) })
    request.pipe(response)
  })
  const get = guardedFetch()
  const base = `http://127.0.0.1:${port}`
  expect((await get(`${base}/away`)).status).toBe(302)
  expect((await get(`${base}/none`)).body).toBe(null)
  const echoed = await get(base, { method: 'POST', body: 'é'.repeat(100_000), headers: { 'x-key': 'k' } })
  expect([echoed.status, echoed.headers.get('x-key'), echoed.headers.getSetCookie()]).toEqual([
    201,
    'k',
    ['a=1', 'b=2'],
  ])
  expect(await echoed.text()).toBe('é'.repeat(100_000))
  const controller = new AbortController()
  const endless = await get(`${base}/never`, { signal: controller.signal })
  const reading = endless.text()
  controller.abort()
  await expect(reading).rejects.toThrow()
  const left = await get(`${base}/never`)
  await left.body?.cancel()
  await expect(get('ftp://127.0.0.1/')).rejects.toThrow('cannot fetch over "ftp:"')
  close()
})
