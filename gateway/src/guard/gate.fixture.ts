/** A real server that asks the guard and says what it heard, and a client that may lie in every header. */

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AgentSetting,
  type GatewayConfig,
  USUAL_LIMITS,
  USUAL_STRANGER_LIMITS,
} from '../config/config.js'
import { scopesOf } from '../config/scope.js'
import { toAsking } from './node-front.js'
import { type OpenGuard, openGuard } from './open-guard.js'
import { isRefusal } from './refusals.js'
import { digestOf } from './secret.js'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The answer's JSON, where it is some. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly json: any
}

export interface Try {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Gate extends AsyncDisposable {
  readonly guard: OpenGuard
  readonly port: number
  readonly folder: string
  readonly clock: { now: number }
  try(tried?: Try): Promise<Reply>
  /** The same with the owner's token. */
  tryOwner(tried?: Try): Promise<Reply>
}

export const TOKENS = { alice: 'alice-secret-token', viewer: 'viewer-secret-token', bob: 'bob-secret-token' }

export const sha256 = (text: string): string => digestOf(text).toString('hex')

export function agentNamed(name: string): AgentSetting {
  return { name, command: 'true', args: [], env: {}, inherit: [], cwd: undefined, roots: undefined }
}

export async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'parley-guard-'))
}

/** One owner, two agents, and alice (two tokens) and bob, who may reach one agent. */
export function configIn(folder: string, more: Partial<GatewayConfig> = {}): GatewayConfig {
  const common = { roots: ['/srv'], limits: USUAL_LIMITS }
  const token = (name: keyof typeof TOKENS, role: 'viewer' | 'editor') => ({
    ...{ name, sha256: sha256(TOKENS[name]), scopes: scopesOf(role), expiresAt: undefined },
  })
  return {
    ...{ path: undefined, address: '127.0.0.1', port: 0, tls: undefined, hosts: [], origins: undefined },
    agents: new Map(['main', 'other'].map(name => [name, agentNamed(name)])),
    defaultAgent: 'main',
    principals: new Map(
      [
        { ...common, name: 'owner', scopes: scopesOf('admin'), agents: undefined, tokens: [] },
        {
          ...{ ...common, name: 'alice', scopes: scopesOf('editor'), agents: undefined },
          tokens: [token('alice', 'editor'), token('viewer', 'viewer')],
        },
        {
          ...common,
          name: 'bob',
          scopes: scopesOf('editor'),
          agents: ['other'],
          tokens: [token('bob', 'editor')],
        },
      ].map(each => [each.name, each]),
    ),
    ...{ owner: 'owner', trustedProxies: [], strangers: USUAL_STRANGER_LIMITS },
    stateFolder: join(folder, 'state'),
    ...more,
  }
}

export async function openGate(more: Partial<GatewayConfig> = {}): Promise<Gate> {
  const folder = await makeFolder()
  const clock = { now: Date.now() }
  const guard = await openGuard(configIn(folder, more), { now: () => clock.now })
  const server = createServer((request, response) => {
    if (guard.answer(request, response)) return
    const who = guard.authorize(toAsking(request))
    if (isRefusal(who)) {
      response.writeHead(who.status, { ...who.headers })
      response.end(JSON.stringify({ reason: who.reason }))
      return
    }
    const { principal, name, scopes, agent, session, roots } = who
    response.end(JSON.stringify({ principal, name, scopes: [...scopes], agent, session, roots }))
  })
  server.on('upgrade', (request, socket) => {
    const who = guard.authorize(toAsking(request))
    const status = isRefusal(who) ? who.status : 200
    const body = JSON.stringify(isRefusal(who) ? { reason: who.reason } : { principal: who.principal })
    socket.end(`HTTP/1.1 ${status} X\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  })
  server.on('connection', socket => guard.strangers.meet(socket))
  // Whoever says nothing for a while is not to be hung up on for that.
  server.keepAliveTimeout = 65_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  guard.listensAt(port)
  const attempt = (tried: Try = {}): Promise<Reply> => send(port, tried)
  return {
    ...{ guard, port, folder, clock, try: attempt },
    tryOwner: ({ headers, ...tried } = {}) =>
      attempt({ ...tried, headers: { authorization: `Bearer ${guard.owner?.token}`, ...headers } }),
    async [Symbol.asyncDispose]() {
      guard.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function send(
  port: number,
  { method = 'POST', path = '/acp', headers = {}, body = '' }: Try,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      response => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString()
          const json = text.startsWith('{') ? JSON.parse(text) : undefined
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
        })
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
