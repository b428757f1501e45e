/** A model that plays the part written in the prompt, on this machine only: real agents need one, and no network. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chatDialect } from './chat-dialect.js'
import { isJson, type Json } from './conversation.js'
import type { ServerEvent } from './dialect.js'
import { messagesDialect } from './messages-dialect.js'
import { replyTo } from './screenplay.js'

export interface ModelServer {
  /** Where it listens, without a path. */
  readonly address: string
  /** What it was asked, one line each. */
  readonly log: readonly string[]
  close(): Promise<void>
}

const DIALECTS = [chatDialect, messagesDialect]
const MODELS = {
  object: 'list',
  data: [{ id: 'fake-model', object: 'model', created: 1, owned_by: 'nobody' }],
}

export const serveModel = async (): Promise<ModelServer> => {
  const log: string[] = []
  const server = createServer((request, response) => {
    answer(request, response, log).catch(error => {
      log.push(`failed: ${error}`)
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    address: `http://127.0.0.1:${port}`,
    log,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const answer = async (request: IncomingMessage, response: ServerResponse, log: string[]): Promise<void> => {
  const { pathname } = new URL(request.url ?? '/', 'http://model')
  const body = await bodyOf(request)
  const dialect = request.method === 'POST' ? DIALECTS.find(({ path }) => path.test(pathname)) : undefined
  if (dialect === undefined) {
    log.push(`${request.method} ${pathname}`)
    if (pathname.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 10 })
    const isList = pathname.endsWith('/models')
    return sendJson(response, isList ? 200 : 404, isList ? MODELS : { error: { message: 'no such path' } })
  }
  const conversation = dialect.read(body)
  const reply = replyTo(conversation)
  log.push(
    `${pathname}: ${conversation.tools.length} tools, ${reply.call?.name ?? JSON.stringify(reply.text)}`,
  )
  const model = String(body.model ?? 'fake-model')
  if (body.stream === true) sendEvents(response, dialect.stream(reply, model))
  else sendJson(response, 200, dialect.whole(reply, model))
}

const bodyOf = async (request: IncomingMessage): Promise<Json> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const body: unknown = text === '' ? {} : JSON.parse(text)
  return isJson(body) ? body : {}
}

const sendJson = (response: ServerResponse, status: number, body: Json): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const sendEvents = (response: ServerResponse, events: readonly ServerEvent[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const { event, data } of events) {
    const name = event === undefined ? '' : `event: ${event}\n`
    response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  response.end()
}
