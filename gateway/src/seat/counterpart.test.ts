import type { Delivery } from '@parley/acp/jsonrpc'
import type { Outlet, Port } from '@parley/acp/transport'
import { expect, onTestFinished, test } from 'vitest'
import { type Fields, fieldsOf } from '../hub/fields.js'
import { Counterpart } from './counterpart.js'
import { Ear, MemoryPort } from './memory-port.fixture.js'

const ELSEWHERE = `${globalThis.crypto.randomUUID()}-7`
const sessionId = 'one'
const prompt = {
  id: 7,
  method: 'session/prompt',
  params: { sessionId, prompt: [{ type: 'text', text: 'go' }] },
}

const WELCOME = { result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }
const STRANGE = { error: { code: -32600, message: 'initialize comes first' } }

/** The second seat, worked by hand: opens at once, and keeps everything else that it hears. */
class HandSeat {
  readonly heard: Fields[] = []
  #own: Outlet | undefined
  readonly #welcome: object

  constructor(welcome: object = WELCOME) {
    this.#welcome = welcome
  }

  sit(port: Port): void {
    port.onListen = ({ outlet }) => {
      this.#own = outlet
      return undefined
    }
    void this.#read(port.incoming)
  }

  get methods(): readonly unknown[] {
    return this.heard.map(({ method }) => method)
  }

  async until(count: number): Promise<void> {
    await expect.poll(() => this.heard.length).toBeGreaterThanOrEqual(count)
    // What would come too early would be here by now.
    for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
  }

  answer(index: number, outcome: object = { result: {} }): void {
    this.#own?.write(JSON.stringify({ jsonrpc: '2.0', id: this.heard[index]?.id, ...outcome }))
  }

  async #read(incoming: AsyncIterable<Delivery>): Promise<void> {
    for await (const { messages } of incoming)
      for (const message of messages) {
        this.heard.push(fieldsOf(message))
        if (fieldsOf(message).method === 'initialize') this.answer(this.heard.length - 1, this.#welcome)
        // As a seat does that nobody has come to.
        else if ('error' in this.#welcome) this.answer(this.heard.length - 1, STRANGE)
      }
  }
}

interface Pair {
  readonly seat: HandSeat
  readonly counterpart: Counterpart
  readonly told: Fields[]
  readonly settled: unknown[]
}

function makeCounterpart(seat = new HandSeat()): Pair {
  const [told, settled]: [Fields[], unknown[]] = [[], []]
  const opening = { protocolVersion: 2, info: { name: 'hand', version: '1' }, capabilities: {} }
  const counterpart = new Counterpart({
    ...{ port: new MemoryPort(), opening, version: 2, knowsUs: true },
    ...{ settled: id => settled.push(id), tell: text => told.push(JSON.parse(text)) },
    sit: port => seat.sit(port),
  })
  onTestFinished(() => counterpart.close())
  return { seat, counterpart, told, settled }
}

function comeBack(counterpart: Counterpart): void {
  const listening = { session: sessionId, after: ELSEWHERE, outlet: new Ear(() => {}) }
  expect(counterpart.listen(sessionId, listening, '/')).toBeUndefined()
}

test.each([
  { method: 'session/cancel', params: { sessionId } },
  { method: '$/cancel_request', params: { requestId: prompt.id } },
])('$method does not overtake the prompt that waits until its session was told again', async cancel => {
  const { seat, counterpart } = makeCounterpart()
  comeBack(counterpart)
  counterpart.pass(prompt)
  counterpart.pass(cancel)
  await seat.until(2)
  expect(seat.methods).toEqual(['initialize', 'session/load'])
  seat.answer(1)
  await seat.until(4)
  expect(seat.methods.slice(2)).toEqual(['session/prompt', expect.stringContaining('cancel')])
})

test('what is said in a session that is told again twice waits for the end of both, which come one after the other', async () => {
  const { seat, counterpart } = makeCounterpart()
  comeBack(counterpart)
  counterpart.pass(prompt)
  comeBack(counterpart)
  await seat.until(2)
  expect(seat.methods).toEqual(['initialize', 'session/load'])
  seat.answer(1)
  await seat.until(3)
  expect(seat.methods).toEqual(['initialize', 'session/load', 'session/load'])
  counterpart.pass({ method: 'session/cancel', params: { sessionId } })
  seat.answer(2)
  await seat.until(5)
  expect(seat.methods.slice(3)).toEqual(['session/prompt', 'session/cancel'])
})

test('what is said in another session does not wait for one that is told again', async () => {
  const { seat, counterpart } = makeCounterpart()
  comeBack(counterpart)
  counterpart.pass({ id: 8, method: '_own/word', params: { sessionId: 'other' } })
  await seat.until(3)
  expect(seat.methods).toEqual(['initialize', 'session/load', '_own/word'])
})

test('whatever waits for a seat that refuses its client gets that refusal, once, also behind a session that is told again', async () => {
  const error = { code: -32000, message: 'no agent here', data: { reason: 'auth_required' } }
  const { counterpart, told, settled } = makeCounterpart(new HandSeat({ error }))
  comeBack(counterpart)
  counterpart.pass(prompt)
  counterpart.pass({ id: 8, method: '_own/word', params: {} })
  expect(await counterpart.greeted).toEqual({ error })
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
  expect(told).toMatchObject([
    { id: 7, error },
    { id: 8, error },
  ])
  expect(settled).toEqual([7, 8])
})
