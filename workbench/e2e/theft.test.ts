import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { Served } from './served.fixture.js'
import { begin, composer, say } from './talk.fixture.js'
import { closeBrowser, openPage, visit } from './visit.fixture.js'

afterAll(closeBrowser)

/** Somebody else's server on another port of the same host, which writes down what browsers bring. */
class Thief implements AsyncDisposable {
  cookie = ''
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      this.cookie = request.headers.cookie ?? this.cookie
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Something else</title>')
    })
  }

  static async open(): Promise<Thief> {
    const thief = new Thief()
    await new Promise<void>(resolve => thief.#server.listen(0, '127.0.0.1', resolve))
    return thief
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

const OPENING = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 1, clientCapabilities: {} },
}

/** What a program gets that comes as if it were the page. */
function pretend(url: string, cookie: string, params: object = {}): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/acp`, { headers: { cookie, origin: url } })
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      socket.send(JSON.stringify({ ...OPENING, params: { ...OPENING.params, ...params } }))
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: '_parley/agents/list', params: {} }))
    })
    socket.on('message', data => resolve(`told ${data}`))
    socket.on('close', (code, reason) => resolve(`closed ${code} ${reason}`))
    socket.on('error', reject)
  })
}

test('a server on another port that the browser brings the cookie to gets nowhere with it', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start()
  await using thief = await Thief.open()
  const { page, context, faults } = await visit(served)
  await page.getByRole('heading', { name: /Work with an agent/ }).waitFor()
  const lure = await context.newPage()
  await lure.goto(thief.url)
  // The browser did bring it: that is what the rest of this is for.
  expect(thief.cookie).toMatch(/^parley-\d+=parley_/)
  expect(await pretend(served.url, thief.cookie)).toBe('closed 1008 proof_required')
  const headers = {
    ...{ cookie: thief.cookie, origin: served.url, 'x-parley-csrf': '1' },
    'content-type': 'application/json',
  }
  const ask = async (path: string, body: object): Promise<readonly [number, Record<string, unknown>]> => {
    const answer = await fetch(`${served.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return [answer.status, (await answer.json()) as Record<string, unknown>]
  }
  expect((await ask('/acp', OPENING))[0]).toBe(403)
  expect((await ask('/auth/ticket', { role: 'editor' }))[0]).toBe(403)
  // It may ask what to sign, and has nothing to sign it with; nor has its page, in the same browser.
  const [, { challenge }] = await ask('/auth/challenge', {})
  const names = await lure.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).toEqual([])
  const key = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']))
    .privateKey
  const signing = { name: 'ECDSA', hash: 'SHA-256' }
  const text = Buffer.from(`parley.dev/proof:${served.url} ${challenge}`)
  const signed = await crypto.subtle.sign(signing, key, text)
  const signature = Buffer.from(signed).toString('base64url')
  const _meta = { 'parley.dev/proof': { challenge, signature } }
  expect(await pretend(served.url, thief.cookie, { _meta })).toBe('closed 1008 proof_required')
  // Whoever was let in is not disturbed.
  await begin(page)
  await say(page, 'hello')
  expect(faults).toEqual([])
})

test('the key outlasts a reload, another tab and the server, cannot be read out, and its loss is said', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start()
  const { page, context, faults } = await visit(served)
  const welcome = /Work with an agent/
  await page.getByRole('heading', { name: welcome }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: welcome }).waitFor()
  const second = await openPage(context, served, served.url)
  await second.page.getByRole('heading', { name: welcome }).waitFor()
  const kept = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open('parley')
      request.onsuccess = () => resolve(request.result)
    })
    const keys = await new Promise<CryptoKey[]>(resolve => {
      const request = database.transaction('keys').objectStore('keys').getAll()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    const told = await Promise.all(
      keys.map(key =>
        crypto.subtle.exportKey('pkcs8', key).then(
          () => 'told',
          () => 'refused',
        ),
      ),
    )
    return { told, extractable: keys.map(({ extractable }) => extractable) }
  })
  expect(kept).toEqual({ told: ['refused'], extractable: [false] })
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
    /proof|challenge|"key"/i,
  )
  expect(faults).toEqual([])
  await served.kill()
  await served.restart()
  await begin(page)
  await page.evaluate(() => indexedDB.deleteDatabase('parley'))
  await second.page.close()
  await page.reload()
  await page.getByText(/lost the key/).waitFor()
  await page.getByText(/open the new link/).waitFor()
  await page.goto(await served.link())
  await composer(page).waitFor()
})
