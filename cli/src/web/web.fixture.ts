/** `parley web` as a process, and a browser as far as it needs one: a link, a cookie, a socket of its own page. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Client, connect, extensionRequest } from '@parley/acp/client'
import type { Channel, Outgoing } from '@parley/acp/jsonrpc'
import { openChannel } from '@parley/acp/node'
import { PROOF_META } from '@parley/acp/protocol'
import { expect, onTestFinished } from 'vitest'
import { MAIN, type Place } from '../run/command.fixture.js'
import { PageKey } from './page-key.fixture.js'

export interface Line {
  readonly event: 'ready' | 'link'
  readonly url: string
  readonly link: string
  readonly folder?: string
  readonly agents?: readonly string[]
  readonly isRunning?: boolean
}

export interface Web {
  readonly child: ChildProcess
  /** What it says next. */
  next(): Promise<Line>
  /** Presses Enter. */
  enter(): void
  /** Everything that it has said on stderr. */
  said(): string
  readonly exited: Promise<number | null>
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface Start {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

export function start(
  place: Place,
  words: readonly string[] = [],
  { cwd = place.cwd, env = {} }: Start = {},
): Web {
  const child = spawn(process.execPath, [MAIN, 'web', '--format', 'json', ...words], {
    ...{ cwd, env: { ...place.env(), ...env }, stdio: ['pipe', 'pipe', 'pipe'] },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => (said += text))
  const exited = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Line> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error(said)
    return JSON.parse(value)
  }
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return exited
  }
  return { child, next, enter: () => void child.stdin.write('\n'), said: () => said, exited, end }
}

/** Of this browser, by the cookies that are bound to them. */
const keys = new Map<string, PageKey>()

/** Redeems a link as the page does: the cookie, or the status of the refusal. */
export async function visit({ url, link }: Line): Promise<string> {
  const [, ticket = ''] = /^http:\/\/127\.0\.0\.1:\d+\/#ticket=([\w-]+)(?:&folder=\S+)?$/.exec(link) ?? []
  const key = new PageKey()
  const answer = await fetch(`${url}/auth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ticket, as: 'cookie', key: key.name }),
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  const [own = ''] = cookie.split(';')
  keys.set(own, key)
  return own === '' ? `refused ${answer.status}` : own
}

/** What the first message of a page has: that it is the one that the cookie was given to. */
async function prove(cookie: string, url: string): Promise<object> {
  const headers = { 'content-type': 'application/json', 'x-parley-csrf': '1', origin: url, cookie }
  const answer = await fetch(`${url}/auth/challenge`, { method: 'POST', headers, body: '{}' })
  const { challenge } = (await answer.json()) as { readonly challenge: string }
  const key = keys.get(cookie)
  if (key === undefined) throw new Error('nobody came with this cookie')
  return key.sign(challenge, url)
}

/** The same channel, its first message with the proof. */
function proven(channel: Channel, proof: object): Channel {
  let isFirst = true
  return {
    incoming: channel.incoming,
    close: () => channel.close(),
    send: (message, text) => {
      if (!isFirst) return channel.send(message, text)
      isFirst = false
      const { params } = message as { readonly params?: { readonly _meta?: object } }
      const first = { ...message, params: { ...params, _meta: { ...params?._meta, [PROOF_META]: proof } } }
      return channel.send(first as Outgoing, JSON.stringify(first))
    },
  }
}

/** A client that came with the cookie of the page. */
export async function comeWith(cookie: string, url: string, agent = ''): Promise<Client> {
  const address = `${url.replace('http', 'ws')}/acp${agent === '' ? '' : `/${agent}`}`
  const headers = { cookie, origin: url }
  const channel = await openChannel({ transport: 'websocket', url: address, headers })
  const client = await connect(proven(channel, await prove(cookie, url)), {
    permission: async ({ options }) => options[0],
  })
  onTestFinished(() => client.close())
  return client
}

export const AGENTS = extensionRequest<
  object,
  { readonly agents: readonly object[]; readonly folder: string; readonly roots: readonly string[] }
>('_parley/agents/list', {
  readParams: value => Object(value),
  readResult: value => value as never,
})

/** The status of the page itself. */
export async function statusOf(url: string): Promise<number> {
  const { status, headers } = await fetch(url)
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  return status
}
