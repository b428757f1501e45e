/** A client of HTTP by hand that asks for the session first and listens to it a good while later. */
import { setTimeout as delay } from 'node:timers/promises'
import type { SessionUpdate } from '@parley/acp/client'
import { Conversation } from './conversation.js'
import { MAY_WAIT, type Place, type Screen } from './place.js'

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly update?: SessionUpdate }
  readonly result?: { readonly stopReason?: string }
}

const LATE_MILLISECONDS = 40
const INITIALIZE = { id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }

export async function lateScreen(sessionId: string, place: Place): Promise<Screen> {
  const screen = new LateScreen(sessionId, place)
  await screen.open()
  return screen
}

class LateScreen implements Screen {
  readonly conversation: Conversation
  readonly #place: Place
  readonly #waiting = new Map<string | number, (message: Message) => void>()
  readonly #over = new AbortController()
  #ids = 0
  #connection: Record<string, string> = {}

  constructor(sessionId: string, place: Place) {
    this.conversation = new Conversation(sessionId)
    this.#place = place
  }

  async open(): Promise<void> {
    const opened = await this.#post({}, INITIALIZE)
    this.#connection = { 'acp-connection-id': opened.headers.get('acp-connection-id') ?? '' }
    await this.#listen(this.#connection)
    const { sessionId } = this.conversation
    const loaded = this.#ask('session/load', { sessionId, cwd: this.#place.folder, mcpServers: [] })
    await delay(this.#place.random() * LATE_MILLISECONDS)
    await this.#listen(this.#session)
    await loaded
  }

  async prompt(text: string): Promise<void> {
    this.conversation.say(text)
    const { sessionId } = this.conversation
    const prompt = [{ type: 'text', text }]
    const { result } = await this.#ask('session/prompt', { sessionId, prompt, _meta: MAY_WAIT })
    this.conversation.over(String(result?.stopReason))
  }

  cut(): void {}

  async leave(): Promise<void> {
    await this.#request('DELETE', this.#connection).catch(() => {})
    this.#over.abort()
  }

  get #session(): Record<string, string> {
    return { ...this.#connection, 'acp-session-id': this.conversation.sessionId }
  }

  async #ask(method: string, params: object): Promise<Message> {
    const id = ++this.#ids
    const answered = new Promise<Message>(resolve => this.#waiting.set(id, resolve))
    await this.#post(this.#session, { id, method, params })
    return await answered
  }

  async #post(headers: Record<string, string>, message: object): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    const response = await this.#request('POST', { ...headers, 'content-type': 'application/json' }, body)
    if (!response.ok) throw new Error(`a post was refused with ${response.status}`)
    await response.text()
    return response
  }

  #request(method: string, more: Record<string, string>, body?: string): Promise<Response> {
    const { port, token } = this.#place.way
    const headers = { authorization: `Bearer ${token}`, ...more }
    const { signal } = this.#over
    return fetch(`http://127.0.0.1:${port}/acp`, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    })
  }

  async #listen(headers: Record<string, string>): Promise<void> {
    const response = await this.#request('GET', { ...headers, accept: 'text/event-stream' })
    if (!response.ok || response.body === null)
      throw new Error(`a stream was refused with ${response.status}`)
    void this.#read(response.body).catch(() => {})
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const piece of body) {
      const lines = (text + decoder.decode(piece, { stream: true })).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue
        const message: Message = JSON.parse(line.slice('data: '.length))
        this.#hear(message)
        // Who waits for an answer goes on before what comes behind it is heard.
        if (message.method === undefined) await delay()
      }
    }
  }

  #hear({ id, method, params, result }: Message): void {
    if (method === 'session/update' && params?.update !== undefined) this.conversation.hear(params.update)
    else if (method === 'session/request_permission' && id !== undefined) void this.#answer(id)
    else if (method === undefined && id !== undefined)
      this.#waiting.get(id)?.({ id, ...(result && { result }) })
  }

  async #answer(id: string | number): Promise<void> {
    const outcome = { outcome: 'selected', optionId: 'allow_once' }
    await this.#post(this.#session, { id, result: { outcome } }).catch(() => {})
  }
}
