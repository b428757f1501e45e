/** The proxies of docs/team as processes: with the very files of the guide, or with twins of them that lack a line. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { atEnd, guide, NAMES, type Team } from './team.fixture.js'

// Where Debian has it is not where its users look.
const PATH = `${process.env.PATH}:/usr/sbin`

export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['-v'], { env: { ...process.env, PATH } }).error === undefined

/** A change of a file of the guide: what stands there exactly once, and what stands there instead. */
export type Change = readonly [find: string, replace: string]

/** A proxy that listens, until all tests of the file are over. */
export interface Edge {
  readonly url: string
  readonly child: ChildProcess
  end(): Promise<void>
}

export async function nginx(team: Team, changes: readonly Change[] = []): Promise<Edge> {
  const port = team.edges[changes.length === 0 ? 0 : 1]
  const folder = mkdtempSync(join(team.place.home, 'nginx-'))
  const text = settled('nginx.conf', team, [
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['/etc/parley/tls/fullchain.pem', team.certificate.path],
    ['/etc/parley/tls/privkey.pem', team.certificate.key],
    ...changes,
  ])
  writeFileSync(join(folder, 'parley.conf'), text)
  writeFileSync(join(folder, 'nginx.conf'), around(folder))
  return await start(['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'error.log'], port, team)
}

export async function caddy(team: Team): Promise<Edge> {
  const port = team.edges[1]
  const path = join(mkdtempSync(join(team.place.home, 'caddy-')), 'Caddyfile')
  const { path: certificate, key } = team.certificate
  const text = settled('Caddyfile', team, [
    ['grace_period 10s', 'grace_period 1s\n\tadmin off'],
    ['\nacp.example.org {', `\nhttps://127.0.0.1:${port} {\n\ttls ${certificate} ${key}`],
  ])
  writeFileSync(path, text)
  return await start(['caddy', 'run', '--config', path, '--adapter', 'caddyfile'], port, team)
}

/** The file of the guide. Only what cannot be the same in a test is put in its place. */
function settled(name: string, { gateways }: Team, changes: readonly Change[]): string {
  let text = readFileSync(guide(`team/${name}`), 'utf8')
  for (const [find, replace] of changes) {
    if (text.split(find).length !== 2) throw new Error(`docs/team/${name} does not say once: ${find}`)
    text = text.replace(find, () => replace)
  }
  for (const each of ['one', 'two'] as const)
    text = text.replaceAll(String(NAMES[each]), String(gateways[each].port))
  return text
}

async function start(words: readonly string[], port: number, { place }: Team): Promise<Edge> {
  const [program = '', ...rest] = words
  const env = { ...place.env(), PATH, PARLEY_COOKIE_SECRET: 'secret-of-this-test' }
  const child = spawn(program, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', piece => (said += piece))
  const exited = once(child, 'exit')
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  atEnd(end)
  await Promise.race([listens(port), exited.then(() => Promise.reject(new Error(said)))])
  return { url: `https://127.0.0.1:${port}`, child, end }
}

/** What a machine's own nginx.conf has around it. */
function around(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off; worker_processes 1; pid nginx.pid; error_log error.log warn;',
    'events { worker_connections 512; }',
    `http { access_log access.log; ${kinds.map(each => `${each}_temp_path ${folder}/${each};`).join(' ')}`,
    'include parley.conf; }',
  ].join('\n')
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise(resolve => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

export interface Knock {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Which of this machine's addresses it comes from. */
  readonly from?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** One request over HTTP/1.1, as whoever it is. */
export function knock(
  url: string,
  { method = 'POST', path = '/acp', headers, body, from }: Knock = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, localAddress: from, rejectUnauthorized: false, agent: false }
    const request = url.startsWith('https:') ? secure : plain
    const asked = request(`${url}${path}`, options, response => {
      let text = ''
      response.setEncoding('utf8').on('data', piece => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
