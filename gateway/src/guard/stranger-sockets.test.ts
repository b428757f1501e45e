import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { USUAL_LIMITS } from '../config/config.js'
import { scopesOf } from '../config/scope.js'
import { configIn, type Gate, openGate, TOKENS } from './gate.fixture.js'
import { StrangerSockets } from './stranger-sockets.js'
import { addToken, revokeToken } from './token-store.js'

const MOST_OF_PLACE = 256
const MUCH = 1_000_000
const UNTIRING = { unauthenticatedPerMinute: MUCH, failedTokens: MUCH, backOffSeconds: 60 }

/** Somebody on one connection that stays. */
class Sitter {
  readonly socket: Socket
  readonly #port: number
  #text = ''

  constructor(port: number) {
    this.#port = port
    this.socket = connect(port, '127.0.0.1').on('error', () => {})
    this.socket.on('data', piece => {
      this.#text += piece
    })
    onTestFinished(() => void this.socket.destroy())
  }

  get isThere(): boolean {
    return this.socket.readyState === 'open'
  }

  /** The status of the answer. */
  async ask(token?: string, request = 'POST /acp'): Promise<number> {
    const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
    this.#text = ''
    this.socket.write(
      `${request} HTTP/1.1\r\nhost: localhost:${this.#port}\r\n${authorization}content-length: 0\r\n\r\n`,
    )
    for (;;) {
      const status = /HTTP\/1\.1 (\d+)/.exec(this.#text)?.[1]
      if (status !== undefined) return Number(status)
      await once(this.socket, 'data')
    }
  }
}

/** Everybody has room for two connections, and so for sixteen sockets; their guests for one. */
async function openSmallGate(strangers = UNTIRING): Promise<Gate> {
  const limits = { ...USUAL_LIMITS, connections: 2, requestBurst: MUCH }
  const principals = [...configIn('/nowhere').principals.values()].map(each => ({ ...each, limits }))
  return openGate({ principals: new Map(principals.map(each => [each.name, each])), strangers })
}

/** One after the other: of a crowd nobody knows who comes in first. */
async function sit(gate: Gate, count: number, token?: string): Promise<readonly Sitter[]> {
  const sitters: Sitter[] = []
  for (let index = 0; index < count; index++) {
    const sitter = new Sitter(gate.port)
    await once(sitter.socket, 'connect')
    if (token !== undefined) expect(await sitter.ask(token)).toBe(200)
    sitters.push(sitter)
  }
  return sitters
}

/** As many strangers as there may be of one place, and those who stay all the same. */
async function crowd(gate: Gate, ...before: readonly (readonly Sitter[])[]): Promise<readonly number[]> {
  const strangers = await sit(gate, MOST_OF_PLACE)
  // Who is answered over the last one knows that all have come in.
  await strangers.at(-1)?.ask(undefined, 'GET /healthz')
  await delay(50)
  return before.map(sitters => sitters.filter(({ isThere }) => isThere).length)
}

test('of one principal eight sockets for each of its connections are known, of its guests as many of a quarter, and all are served', async () => {
  await using gate = await openSmallGate()
  const guests = await sit(gate, 30, TOKENS.viewer)
  const own = await sit(gate, 30, TOKENS.alice)
  expect(await crowd(gate, guests, own)).toEqual([8, 16])
  expect(guests.slice(0, 8).every(({ isThere }) => isThere)).toBe(true)
})

test('a known socket that is closed leaves its place to the next', async () => {
  await using gate = await openSmallGate()
  const first = await sit(gate, 20, TOKENS.alice)
  for (const { socket } of first.slice(0, 5)) socket.destroy()
  await delay(50)
  // Four have waited for it.
  for (const sitter of first.slice(16)) expect(await sitter.ask(TOKENS.alice)).toBe(200)
  const next = await sit(gate, 3, TOKENS.alice)
  expect(await crowd(gate, first, next)).toEqual([15, 1])
})

test('many requests over one socket take one place', async () => {
  await using gate = await openSmallGate()
  const [one] = await sit(gate, 1, TOKENS.alice)
  for (let index = 0; index < 30; index++) expect(await one?.ask(TOKENS.alice)).toBe(200)
  const others = await sit(gate, 20, TOKENS.alice)
  expect(await crowd(gate, others)).toEqual([15])
})

const SPOILT = [
  { by: 'no token', status: 401 },
  { by: 'a wrong token', token: 'wrong', status: 401 },
  { by: 'no token, too often', unauthenticatedPerMinute: 1, status: 429 },
  { by: 'wrong tokens, too often', token: 'wrong', failedTokens: 1, status: 429 },
]

test.each(SPOILT)('a known socket over which somebody comes with $by is a stranger again', async spoilt => {
  const { by, token, status, ...strangers } = spoilt
  await using gate = await openSmallGate({ ...UNTIRING, ...strangers })
  const known = await sit(gate, 3, TOKENS.alice)
  const doubted = await sit(gate, 3, TOKENS.alice)
  await gate.try({ headers: { authorization: 'Bearer wrong' } })
  for (const sitter of doubted) expect(await sitter.ask(token), by).toBe(status)
  expect(await crowd(gate, known, doubted)).toEqual([3, 0])
})

test('a stranger again that shows a good token is known again, and has taken no more than its place', async () => {
  await using gate = await openSmallGate()
  const [one] = await sit(gate, 1, TOKENS.alice)
  for (let index = 0; index < 20; index++) {
    expect(await one?.ask()).toBe(401)
    expect(await one?.ask(TOKENS.alice)).toBe(200)
  }
  const others = await sit(gate, 20, TOKENS.alice)
  expect(await crowd(gate, one ? [one] : [], others)).toEqual([1, 15])
})

test('the sockets of a token that is taken back are strangers from then on, whatever they ask', async () => {
  await using gate = await openSmallGate()
  const state = join(gate.folder, 'state')
  const token = await addToken(state, { name: 'desk', principal: 'alice', scopes: scopesOf('editor') })
  const own = await sit(gate, 5, TOKENS.alice)
  const gone = await sit(gate, 11, token)
  await revokeToken(state, 'desk')
  await gate.try({ headers: { authorization: `Bearer ${token}` } })
  for (const sitter of gone) expect(await sitter.ask(undefined, 'GET /healthz')).toBe(200)
  const next = await sit(gate, 11, TOKENS.alice)
  expect(await crowd(gate, own, gone, next)).toEqual([5, 0, 11])
})

test('connections of this machine wait in one line, by whichever of its addresses', () => {
  const strangers = new StrangerSockets(new Set(['127.0.0.9']))
  expect(strangers.placeOf('127.8.7.6')).toBe(strangers.placeOf('127.0.0.1'))
  expect(strangers.placeOf('127.0.0.9')).toBeUndefined()
})
