/** `parley serve` for the trial: a home of its own, an agent that does what prompts say, and the pages that may come. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const AGENT = fileURLToPath(new URL('../../../gateway/src/fixtures/agent.mjs', import.meta.url))
const REFUSALS = '.local/state/parley/gateway/audit/refusals.ndjson'

export interface Served extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** A folder that sessions may work in. */
  readonly cwd: string
  /** A ticket of the owner, good once. */
  ticket(): Promise<string>
  /** The words with which strangers were refused. */
  refusals(): readonly string[]
}

export async function serve(network: {
  readonly hosts: string[]
  readonly origins: string[]
}): Promise<Served> {
  const home = mkdtempSync(join(tmpdir(), 'parley-browsed-'))
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  const fixture = { command: process.execPath, args: [AGENT], env: { PLACE: cwd } }
  const config = join(home, 'gateway.json')
  writeFileSync(config, JSON.stringify({ version: 1, agents: { fixture }, ...network }), { mode: 0o600 })
  const { PATH, TMPDIR } = process.env
  const child = spawn(
    process.execPath,
    [MAIN, 'serve', '--format', 'json', '--port', '0', '--config', config],
    {
      ...{ cwd, env: { PATH, TMPDIR, HOME: home }, stdio: ['ignore', 'pipe', 'inherit'] },
    },
  )
  const { url, port, tokenFile } = await ready(child)
  const dispose = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'close')
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return {
    ...{ url, port, cwd },
    ticket: () => ticketOf(url, readFileSync(tokenFile, 'utf8').trim()),
    refusals: () =>
      [...readFileSync(join(home, REFUSALS), 'utf8').matchAll(/bad_origin|unauthorized/g)].map(String),
    [Symbol.asyncDispose]: dispose,
  }
}

interface Ready {
  readonly url: string
  readonly port: number
  readonly tokenFile: string
}

async function ready(child: ChildProcess): Promise<Ready> {
  if (child.stdout === null) throw new Error('it has no output')
  const line = once(createInterface(child.stdout), 'line')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('parley serve ended')))
  const [text] = (await Promise.race([line, ended])) as [string]
  ended.catch(() => {})
  return JSON.parse(text) as Ready
}

async function ticketOf(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const made = await fetch(`${url}/auth/ticket`, { method: 'POST', headers, body: '{"role":"editor"}' })
  return ((await made.json()) as { ticket: string }).ticket
}
