/** What a browser comes to: pages and the library's browser build, a gateway behind the same name, and a network that can be cut. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

const PAGES = new URL('../../browser/pages/', import.meta.url)
const LIBRARY = new URL('../../../sdk/lib/', import.meta.url)
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  mjs: 'text/javascript',
  js: 'text/javascript',
}
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"

export class Forecourt implements AsyncDisposable {
  /** Where the gateway is; without one there are only pages. */
  gateway: { readonly port: number } | undefined
  readonly reported: Promise<unknown>
  /** What a second page of it says. */
  readonly reportedNext: Promise<unknown>
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #isGuarded: boolean
  readonly #reports: ((report: unknown) => void)[] = []

  private constructor(isGuarded: boolean) {
    this.#isGuarded = isGuarded
    this.reported = new Promise(resolve => this.#reports.push(resolve))
    this.reportedNext = new Promise(resolve => this.#reports.push(resolve))
    this.#server = createServer((asked, response) => void this.#answer(asked, response))
    this.#server.on('upgrade', (asked, socket: Socket) => this.#join(asked, socket))
  }

  /** Pages that say what they may load; or those of somebody who does not care. */
  static async open(isGuarded: boolean): Promise<Forecourt> {
    const forecourt = new Forecourt(isGuarded)
    forecourt.#server.listen(0, '127.0.0.1')
    await once(forecourt.#server, 'listening')
    return forecourt
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get origin(): string {
    return `http://${this.host}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cut()
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(asked.url ?? '/', this.origin).pathname
    if (path.startsWith('/auth/') || path.startsWith('/acp')) return this.#pass(asked, response)
    if (asked.method === 'POST') {
      const text = await textOf(asked)
      if (path === '/report') this.#reports.shift()?.(JSON.parse(text))
      if (path === '/cut') this.#cut()
      return void response.writeHead(204).end()
    }
    this.#show(path, response)
  }

  #show(path: string, response: ServerResponse): void {
    const [, folder, name = ''] = /^\/(pages|lib)\/([\w.-]+)$/.exec(path) ?? []
    const type = TYPES[name.split('.').at(-1) ?? '']
    try {
      if (type === undefined) throw new Error('there is nothing there')
      const text = readFileSync(fileURLToPath(new URL(name, folder === 'lib' ? LIBRARY : PAGES)))
      response.writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        ...(this.#isGuarded ? { 'content-security-policy': POLICY } : {}),
      })
      response.end(text)
    } catch {
      response.writeHead(404).end()
    }
  }

  /** To the gateway and back, under the name by which the browser called. */
  #pass(asked: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = asked
    const on = request({
      host: '127.0.0.1',
      port: this.gateway?.port,
      method,
      path: url,
      headers,
      agent: false,
    })
    on.on('response', answer => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)))
    on.on('error', () => response.writeHead(502).end())
    asked.pipe(on)
  }

  #join({ method, url, rawHeaders }: IncomingMessage, near: Socket): void {
    const far = connect(this.gateway?.port ?? 0, '127.0.0.1')
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
    far.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }
}

async function textOf(asked: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of asked.setEncoding('utf8')) text += piece
  return text
}
