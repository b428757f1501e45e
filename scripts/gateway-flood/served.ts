/** `parley serve` as a process with two principals: one that is calm, and one that is not. Knows how much memory it has had. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Turns } from './watched.js'

const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const AGENT = fileURLToPath(new URL('./agent.js', import.meta.url))
const TWINS = {
  unguarded: new URL('./unguarded.js', import.meta.url).href,
  slow: new URL('./slow.js', import.meta.url).href,
}
const WATCHED = new URL('./watched.js', import.meta.url).href

const TICKS_PER_SECOND = 100

// Its requests are the measure: they must not be held back.
const UNHURRIED = { requestsPerSecond: 10_000, requestBurst: 10_000 }

/** What the culprit may have where its usual limits would end the flood before it begins. */
export const RAISED = {
  ...{ connections: 10_000, sessions: 10_000, requestsPerSecond: 1_000_000, requestBurst: 1_000_000 },
  bytesPerSecond: 1_000_000_000,
}

/** How a gateway is to be served. */
export interface Serving {
  /** What the culprit may have; nothing for what everybody may have. */
  readonly limits?: object | undefined
  /** Whether it is one of the twins that must be caught. */
  readonly twin?: keyof typeof TWINS | undefined
  /** The command of another build, to be compared with this one. */
  readonly main?: string | undefined
}

export interface Served {
  readonly url: string
  readonly folder: string
  readonly tokens: { readonly calm: string; readonly culprit: string }
  /** Seconds of work that it has done so far. */
  work(): number
  /** The longest turns of its event loop since this was last asked. */
  turns(): Promise<Turns>
  /** The most memory that it has had since it was last to forget that, in megabytes. */
  peak(): number
  forgetPeak(): void
  end(): Promise<void>
}

export async function serve({ limits, twin, main = MAIN }: Serving): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-flood-'))
  const tokens = { calm: randomBytes(24).toString('hex'), culprit: randomBytes(24).toString('hex') }
  const principal = (token: string, own: object | undefined): object => {
    const sha256 = createHash('sha256').update(token).digest('hex')
    return { role: 'editor', roots: [folder], tokens: { one: { sha256 } }, ...(own && { limits: own }) }
  }
  const config = {
    version: 1,
    agents: { flood: { command: process.execPath, args: [AGENT] } },
    principals: { calm: principal(tokens.calm, UNHURRIED), culprit: principal(tokens.culprit, limits) },
    stateFolder: join(folder, 'state'),
  }
  const path = join(folder, 'gateway.json')
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 })
  const child = spawn(
    process.execPath,
    [
      ...['--no-warnings', '--import', WATCHED],
      ...(twin === undefined ? [] : ['--import', TWINS[twin]]),
      main,
      'serve',
      '--format',
      'json',
      '--port',
      '0',
      '--config',
      path,
    ],
    {
      env: { HOME: folder, PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  const exited = once(child, 'exit')
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  if (child.stdout === null) throw new Error('its output is a pipe')
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url } = JSON.parse(String(line))
  const [peak, work, turns] = [() => peakOf(child), () => workOf(child), () => turnsOf(child)]
  const forgetPeak = (): void => writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
  return { url, folder, tokens, end, peak, forgetPeak, work, turns }
}

async function turnsOf(child: ChildProcess): Promise<Turns> {
  const told = once(child, 'message')
  child.send('turns')
  const [turns] = await told
  return turns
}

function workOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The system keeps the peak itself: nothing is missed between two looks. */
function peakOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_000
}
