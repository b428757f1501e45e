import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { Heard } from '../jsonrpc/far-end.fixture.js'
import { fixture } from './pairs.fixture.js'

const SECRET = 'canary+7f3a/9c1e'

/** A served agent, spoken to by hand. */
class Served {
  readonly heard: Heard[] = []
  readonly child = spawn(process.execPath, [fixture('agent.mjs')], {
    env: { ...process.env, MODEL_API_KEY: SECRET },
  })
  readonly exited = once(this.child, 'close') as Promise<[number | null, string | null]>
  stderr = ''
  #text = ''
  #wake = (): void => {}
  #read = 0

  constructor() {
    this.child.stdout.setEncoding('utf8').on('data', text => this.#take(text))
    this.child.stderr.setEncoding('utf8').on('data', text => {
      this.stderr += text
    })
  }

  write(text: string): void {
    this.child.stdin.write(text)
  }

  request(id: number, method: string, params: unknown): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  }

  async next(): Promise<Heard> {
    while (this.heard.length <= this.#read)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    return this.heard[this.#read++] as Heard
  }

  async begin(): Promise<string> {
    this.request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} })
    await this.next()
    this.request(1, 'session/new', { cwd: '/', mcpServers: [] })
    return ((await this.next()).result as { sessionId: string }).sessionId
  }

  prompt(id: number, sessionId: string, text: string): void {
    this.request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  }

  #take(text: string): void {
    const lines = (this.#text + text).split('\n')
    this.#text = lines.pop() ?? ''
    // Every line on stdout must be a message: this throws on anything else.
    for (const line of lines) this.heard.push(JSON.parse(line) as Heard)
    this.#wake()
  }
}

test('stdout carries messages only: what the agent prints goes to stderr', async () => {
  const served = new Served()
  const sessionId = await served.begin()
  served.prompt(2, sessionId, 'hello')
  expect(await served.next()).toMatchObject({ method: 'session/update' })
  expect(await served.next()).toMatchObject({ id: 2, result: { stopReason: 'end_turn' } })
  served.child.stdin.end()
  expect(await served.exited).toEqual([0, null])
  expect(served.stderr).toContain('noise in the middle')
  expect(served.stderr).toContain('more noise')
  expect(served.stderr).toContain('noise at the end')
})

test('bad JSON on stdin is answered -32700, and the agent goes on', async () => {
  const served = new Served()
  served.write('this is no JSON\n')
  expect(await served.next()).toMatchObject({
    id: null,
    error: { code: -32700, data: { reason: 'parse_error' } },
  })
  served.child.stdin.write(Buffer.of(0x22, 0xc3, 0x28, 0x22, 10))
  expect(await served.next()).toMatchObject({
    id: null,
    error: { code: -32700, data: { reason: 'not_utf8' } },
  })
  expect(await served.begin()).toMatch(/./)
  served.child.stdin.end()
  expect(await served.exited).toEqual([0, null])
})

test('a line beyond 32 MiB is answered too_large, and the agent goes on', async () => {
  const served = new Served()
  for (let count = 0; count < 33; count++) served.write('x'.repeat(1024 * 1024))
  served.write('\n')
  expect(await served.next()).toMatchObject({
    id: null,
    error: { code: -32600, data: { reason: 'too_large' } },
  })
  expect(await served.begin()).toMatch(/./)
  served.child.stdin.end()
  expect(await served.exited).toEqual([0, null])
})

test('the end of stdin finishes and answers what is in flight, also when the last line has no newline', async () => {
  const served = new Served()
  const sessionId = await served.begin()
  const prompt = { sessionId, prompt: [{ type: 'text', text: 'slow' }] }
  served.child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'session/prompt', params: prompt }))
  expect(await served.exited).toEqual([0, null])
  expect(served.heard.slice(2)).toMatchObject([
    { method: 'session/update', params: { update: { content: { text: 'done slow' } } } },
    { id: 2, result: { stopReason: 'end_turn' } },
  ])
})

test('the end of stdin lets a turn of version 2 finish, although its prompt has been answered', async () => {
  const served = new Served()
  served.request(0, 'initialize', {
    protocolVersion: 2,
    info: { name: 'hand', version: '1' },
    capabilities: {},
  })
  await served.next()
  served.request(1, 'session/new', { cwd: '/' })
  const { sessionId } = (await served.next()).result as { sessionId: string }
  served.prompt(2, sessionId, 'slow')
  served.child.stdin.end()
  expect(await served.exited).toEqual([0, null])
  expect(JSON.stringify(served.heard)).toContain('done slow')
  expect(served.heard.at(-1)).toMatchObject({ params: { update: { state: 'idle', stopReason: 'end_turn' } } })
})

test('a client that stops reading and goes away leaves no trace of a crash', async () => {
  const served = new Served()
  const sessionId = await served.begin()
  served.child.stdout.destroy()
  served.prompt(2, sessionId, 'hello')
  await new Promise(resolve => setTimeout(resolve, 200))
  served.prompt(3, sessionId, 'flood')
  await new Promise(resolve => setTimeout(resolve, 300))
  served.child.stdin.destroy()
  expect(await served.exited).toEqual([0, null])
  expect(served.stderr).not.toMatch(/EPIPE|at .*:\d+:\d+|Unhandled|Uncaught/)
})

test('a client that only closes its reading end gets no crash, and the agent ends', async () => {
  const served = new Served()
  const sessionId = await served.begin()
  served.child.stdout.destroy()
  served.prompt(2, sessionId, 'flood')
  served.child.stdin.on('error', () => {})
  expect(await served.exited).toEqual([0, null])
  expect(served.stderr).not.toMatch(/EPIPE|at .*:\d+:\d+|Unhandled|Uncaught/)
})

test('a bug of the author shows on stderr under the id that the client was given', async () => {
  const served = new Served()
  const sessionId = await served.begin()
  served.request(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'fail' }] })
  const { error } = await served.next()
  expect(JSON.stringify(error)).not.toContain('key of the model')
  served.child.stdin.end()
  await served.exited
  const { correlationId } = (error?.data ?? {}) as { readonly correlationId?: string }
  expect(correlationId).toMatch(/^[0-9a-f-]{36}$/)
  expect(served.stderr).toContain(correlationId)
  expect(served.stderr).toContain('the key of the model is missing')
})

test('what shows of a bug of the author has neither secrets nor escape sequences', async () => {
  const served = new Served()
  const sessionId = await served.begin()
  served.prompt(2, sessionId, 'tell')
  expect(JSON.stringify(await served.next())).not.toContain(SECRET)
  served.child.stdin.end()
  await served.exited
  expect(served.stderr).toContain('«redacted» was ·refused')
  expect(served.stderr).not.toContain(SECRET)
})
