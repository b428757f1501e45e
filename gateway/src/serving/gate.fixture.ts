/** A whole gateway in this process, with an agent that does what prompts say, and clients of every kind. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, connect, type Session } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import type { RemoteState } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import type { GatewayConfig } from '../config/config.js'
import { type Gateway, type GatewayOptions, gateway } from '../gateway.js'
import { configIn } from '../guard/gate.fixture.js'

export const AGENT = fileURLToPath(new URL('../fixtures/agent.mjs', import.meta.url))

export interface Opened {
  readonly gateway: Gateway
  readonly folder: string
  readonly token: string
  audit(): Promise<readonly { readonly event: string; readonly [name: string]: unknown }[]>
}

export async function openGateway(
  more: Partial<GatewayConfig> = {},
  toOptions: (folder: string) => Partial<GatewayOptions> = () => ({}),
): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-gateway-'))
  const usual = configIn(folder)
  const agent = (name: string) => ({
    ...{ name, command: process.execPath, args: [AGENT], env: { PLACE: folder, KEEPS: 'yes' }, inherit: [] },
    ...{ cwd: undefined, roots: undefined },
  })
  const agents = new Map(['main', 'other'].map(name => [name, agent(name)]))
  const principals = new Map(
    [...usual.principals].map(([name, each]) => [name, { ...each, roots: [folder] }]),
  )
  const opened = await gateway({ config: { ...usual, agents, principals, ...more }, ...toOptions(folder) })
  onTestFinished(async () => {
    await opened.close(0)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const audit = async () =>
    (await readFile(join(folder, 'state/audit/audit.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  return { gateway: opened, folder, token: opened.owner?.token ?? '', audit }
}

export interface Coming {
  readonly transport?: 'http' | 'websocket'
  readonly token?: string
  readonly path?: string
  readonly ca?: string
  readonly onState?: (state: RemoteState) => void
}

/** Our own client, which allows the first thing that it may. */
export async function come({ gateway: { url }, token: usual }: Opened, coming: Coming = {}): Promise<Client> {
  const { transport = 'websocket', token = usual, path = '/acp', ca, onState } = coming
  const address = `${transport === 'http' ? url : url.replace(/^http/, 'ws')}${path}`
  const headers = { authorization: `Bearer ${token}` }
  const channel = await openChannel({ transport, url: address, headers }, { ca, onState })
  const client = await connect(channel, { permission: async ({ options }) => options[0] })
  onTestFinished(() => client.close())
  return client
}

export function hear(session: Session): () => string {
  let text = ''
  session.onUpdate(({ sessionUpdate, ...update }) => {
    const content = 'content' in update ? (update.content as { readonly text?: string }) : {}
    if (/^(user|agent)_message_chunk$/.test(sessionUpdate)) text += content.text
  })
  return () => text
}

/** A socket of nobody's kit: the status of its refusal, or how it was closed after this was said. */
export function trySocket(
  { gateway: { url } }: Opened,
  headers: Readonly<Record<string, string>>,
  say: (socket: WebSocket) => void = socket => socket.close(),
): Promise<{ readonly status: number; readonly code?: number; readonly reason?: string }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/acp`, { headers })
  return new Promise((resolve, reject) => {
    socket.on('open', () => say(socket))
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      resolve({ status: statusCode })
      socket.terminate()
    })
    socket.on('close', (code, reason) => resolve({ status: 101, code, reason: String(reason) }))
    socket.on('error', reject)
  })
}

/** A request whose every header may be a lie. */
export function tryRequest(
  { gateway: { url } }: Opened,
  headers: Readonly<Record<string, string>>,
  { method = 'POST', path = '/acp', body = '' } = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: object }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}${path}`, { method, headers, agent: false }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', piece => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    request.on('error', reject)
    request.end(body)
  })
}
