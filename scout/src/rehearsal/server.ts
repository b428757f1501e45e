/** A model that plays a part, on this machine only: real agents need one in tests, with no network and no key. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { chatDialect } from './chat-dialect.js'
import { type Conversation, isJson, type Json, type Reply } from './conversation.js'
import { deliver, sendJson } from './delivery.js'
import type { Dialect } from './dialect.js'
import { generateDialect } from './generate-dialect.js'
import { messagesDialect } from './messages-dialect.js'
import { sceneOf } from './screenplay.js'

/** A request as it came, for tests to look at, and what became of it. */
export interface AskedRequest {
  readonly dialect: Dialect['name'] | undefined
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Json
  /** What was said and offered in it. */
  readonly conversation: Conversation | undefined
  /** Nothing as long as it is not answered. */
  readonly status: number | undefined
  /** Whether whoever asked went away before the answer was whole. */
  readonly isAbandoned: boolean
}

/** How the model answers. */
export interface ModelServerOptions {
  /** Its answers, one for each request; when they are used up, it plays the part that the prompt holds. */
  readonly script?: readonly Reply[] | undefined
  /** The models that it says it has. */
  readonly models?: readonly string[] | undefined
  readonly port?: number | undefined
}

export interface ModelServer extends AsyncDisposable {
  /** Where it listens, without a path. */
  readonly address: string
  /** What it was asked, one line each. */
  readonly log: readonly string[]
  /** What it was asked, in full. */
  readonly requests: readonly AskedRequest[]
  /** Says what it answers to the next requests. */
  expect(...replies: readonly Reply[]): void
  close(): Promise<void>
}

const DIALECTS = [chatDialect, messagesDialect, generateDialect]

/** Serves a model until it is closed. */
export const serveModel = async (options: ModelServerOptions = {}): Promise<ModelServer> => {
  const stage = new Stage(options)
  const server = createServer((request, response) => {
    stage.answer(request, response).catch(error => {
      stage.log.push(`failed: ${error}`)
      response.destroy()
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const close = async (): Promise<void> => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    address: `http://127.0.0.1:${port}`,
    log: stage.log,
    requests: stage.requests,
    expect: (...replies) => void stage.script.push(...replies),
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Changing = { -readonly [Key in keyof AskedRequest]: AskedRequest[Key] }

/** What has been asked, and what is still to be played. */
class Stage {
  readonly log: string[] = []
  readonly requests: Changing[] = []
  readonly script: Reply[]
  readonly #models: readonly string[]
  readonly #attempts = new Map<string, number>()

  constructor({ script = [], models = ['fake-model'] }: ModelServerOptions) {
    this.script = [...script]
    this.#models = models
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(request.url ?? '/', 'http://model')
    const body = await bodyOf(request)
    const dialect = request.method === 'POST' ? DIALECTS.find(each => each.path.test(path)) : undefined
    const conversation = dialect?.read(body)
    const asked: Changing = {
      dialect: dialect?.name,
      path,
      headers: request.headers,
      body,
      conversation,
      status: undefined,
      isAbandoned: false,
    }
    this.requests.push(asked)
    if (dialect === undefined || conversation === undefined)
      return this.#answerOther(request, response, asked)
    const reply = this.#replyTo(conversation)
    this.log.push(`${path}: ${conversation.tools.length} tools, ${describe(reply)}`)
    response.on('close', () => {
      asked.isAbandoned = !response.writableFinished
    })
    asked.status = reply.failure?.status ?? 200
    const isStreaming = dialect.isStreaming(path, body)
    await deliver(response, { reply, dialect, isStreaming, model: dialect.modelOf(path, body) })
  }

  #answerOther(request: IncomingMessage, response: ServerResponse, asked: Changing): void {
    const { path } = asked
    this.log.push(`${request.method} ${path}`)
    asked.status = 200
    if (path.endsWith('/count_tokens')) return sendJson(response, { input_tokens: 10 })
    if (path.endsWith('/v1beta/models'))
      return sendJson(response, { models: this.#models.map(id => ({ name: `models/${id}` })) })
    if (path.endsWith('/models'))
      return sendJson(response, { object: 'list', data: this.#models.map(toListed) })
    asked.status = 404
    sendJson(response, { error: { message: 'no such path' } }, { status: 404 })
  }

  #replyTo(conversation: Conversation): Reply {
    const written = this.script.shift()
    if (written !== undefined) return written
    const { key, reply, failures } = sceneOf(conversation)
    const attempt = this.#attempts.get(key) ?? 0
    this.#attempts.set(key, attempt + 1)
    const failure = failures[attempt]
    return failure === undefined ? reply : { failure }
  }
}

const toListed = (id: string): Json => ({ id, object: 'model', created: 1, owned_by: 'nobody' })

const describe = ({ failure, calls = [], text }: Reply): string => {
  if (failure !== undefined) return `fails with ${failure.status}`
  return calls.map(({ name }) => name).join(' + ') || JSON.stringify(text)
}

const bodyOf = async (request: IncomingMessage): Promise<Json> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const body: unknown = text === '' ? {} : JSON.parse(text)
  return isJson(body) ? body : {}
}
