import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type Gateway, gateway } from '../gateway.js'
import { agentNamed, configIn } from '../guard/gate.fixture.js'
import { challengeOf, openingWith, PageKey } from '../guard/page-key.fixture.js'
import { AGENT, openGateway } from '../serving/gate.fixture.js'

const JSON_TYPE = { 'content-type': 'application/json', 'x-parley-csrf': '1' }

async function enter({ url, makeTicket }: Gateway, key: PageKey): Promise<string> {
  const answer = await fetch(`${url}/auth/exchange`, {
    ...{ method: 'POST', headers: { ...JSON_TYPE, origin: url } },
    body: JSON.stringify({ ticket: makeTicket({ role: 'editor' }), as: 'cookie', key: key.name }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Hands on to the gateway what a browser says to it, under the name that the cookie has there, and back what is answered. */
async function relay(request: IncomingMessage, { url, port }: Gateway): Promise<[number, string]> {
  const cookie = `parley-${port}=${request.headers.cookie?.split('=')[1]}`
  const headers = { ...JSON_TYPE, cookie, accept: 'application/json, text/event-stream' }
  const body = await textOf(request)
  const answer = await fetch(`${url}${request.url}`, { method: 'POST', headers, body })
  return [answer.status, await answer.text()]
}

test('who takes the port that the gateway had gets in nowhere with what an open tab says to it there', async () => {
  const first = await openGateway()
  const { port, url: old } = first.gateway
  const key = new PageKey()
  const cookie = await enter(first.gateway, key)
  await first.gateway.close(0)
  let moved: Gateway | undefined
  const heard: string[] = []
  const squatter = createServer(async (request, response) => {
    const [status, text] = moved === undefined ? [503, ''] : await relay(request, moved)
    heard.push(`${request.url} ${status} ${JSON.parse(text).error}`)
    response.writeHead(status).end(text)
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void squatter.close())
  await once(squatter, 'listening')
  const main = { ...agentNamed('main'), command: process.execPath, args: [AGENT] }
  const config = { ...configIn(first.folder), agents: new Map([['main', main]]) }
  const second = await gateway({ config })
  moved = second
  onTestFinished(() => second.close(0))
  // The tab goes on by itself, and signs what it gets to sign.
  const challenge = await challengeOf(old, cookie).catch(() => 'none')
  // A page of the squatter's own would have the key as well, and sign any name.
  for (const origin of [old, second.url]) {
    const body = openingWith(key.sign(challenge, origin))
    await fetch(`${old}/acp`, { method: 'POST', headers: { ...JSON_TYPE, cookie }, body })
  }
  expect(heard).toEqual([
    '/auth/challenge 403 other_address',
    ...['/acp 403 other_address', '/acp 403 other_address'],
  ])
})
