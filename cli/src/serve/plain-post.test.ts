/** `parley serve --plain-post`: clients of document 003, in its words, over a real network. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'
import { configOf, type Served, serve } from './serving.fixture.js'

type Json = Readonly<Record<string, unknown>>

const send = (
  { url, token }: Served,
  message: object,
  { path = '/plain', ...more }: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })

/** Such clients like to call everything 1. */
const ask = async (served: Served, method: string, params: object): Promise<Json> => {
  const response = await send(served, { id: 1, method, params })
  expect(response.status).toBe(200)
  return response.json() as Promise<Json>
}

const GREETING = {
  protocolVersion: 1,
  clientInfo: { name: 'VS Code', version: '1.80.0' },
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: { create: true, output: true, waitForExit: true, kill: true, release: true },
  },
}
const opening = { id: 1, method: 'initialize', params: GREETING }

/** What is told on a stream, as text that grows. */
const listen = async ({ url, token }: Served): Promise<() => string> => {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const { status, body } = await fetch(`${url}/plain`, { headers })
  expect(status).toBe(200)
  let heard = ''
  const read = async (): Promise<void> => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      heard += new TextDecoder().decode(chunk)
  }
  // It ends with the server.
  read().catch(() => {})
  return () => heard
}

test('a client that only posts holds a conversation in the words of document 003', async () => {
  const place = makePlace()
  const stateFolder = join(place.home, 'state')
  const served = await serve(place, [
    ...configOf(place, { stateFolder }),
    ...['--port', '0', '--plain-post', '003'],
  ])
  const greeted = await ask(served, 'initialize', GREETING)
  expect(greeted).toMatchObject({ id: 1, result: { protocolVersion: 1, authenticationMethods: [] } })
  const heard = await listen(served)
  const made = await ask(served, 'session/new', { cwd: place.cwd, mcpServers: [] })
  const { sessionId } = made.result as { readonly sessionId: string }
  const prompt = [{ type: 'text', text: 'say one two' }]
  const answer = await ask(served, 'session/prompt', { sessionId, prompt })
  expect(answer).toMatchObject({ id: 1, result: { stopReason: 'end_turn' } })
  await expect.poll(heard).toContain('"type":"message"')
  expect(heard()).toContain('one')
  expect(heard()).not.toContain('sessionUpdate')
  const told = await send(served, { method: 'session/cancel', params: { sessionId } })
  expect([told.status, await told.text()]).toEqual([202, ''])
  // Each came by a request of its own, and only one of them opened a connection.
  const folder = join(stateFolder, 'audit')
  const audit = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  expect(audit.join().split('"came"').length - 1).toBe(1)
})

test('the guard stands in front of it as of everything', async () => {
  const place = makePlace()
  const served = await serve(place, [...configOf(place), '--port', '0', '--plain-post'])
  const statuses = async (
    ...tries: readonly Readonly<Record<string, string>>[]
  ): Promise<readonly number[]> =>
    Promise.all(tries.map(async each => (await send(served, opening, each)).status))
  expect(
    await statuses(
      { authorization: '' },
      { authorization: 'Bearer wrong' },
      { origin: 'http://evil.example' },
      { path: '/plain/nobody' },
      { path: '/plainer' },
      { path: '/plain?token=x' },
    ),
  ).toEqual([401, 401, 403, 404, 404, 400])
  expect(await statuses({}, { path: '/plain/fixture' })).toEqual([200, 200])
  expect(await (await send(served, opening)).json()).toMatchObject({ result: { authMethods: [] } })
})

test('there is no such address where nobody asked for it; the config may, and is held to what there is', async () => {
  const place = makePlace()
  const off = await serve(place, [...configOf(place), '--port', '0'])
  expect((await send(off, opening)).status).toBe(404)
  await off.end('SIGTERM')
  const on = await serve(place, [...configOf(place, { plainPost: '003' }), '--port', '0'])
  expect(await (await send(on, opening)).json()).toMatchObject({ result: { authenticationMethods: [] } })
  const wrong = await parley(place, ['serve', ...configOf(place, { plainPost: '005' })])
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('$.plainPost: expected one of 003, 004'),
  })
})
