/** `parley call`: one call to an agent, its answer, and an exit code. */

import { resolve } from 'node:path'
import { sanitizeForDisplay } from '@parley/acp/guard'
import type { Entry, MethodFact } from '@parley/acp/inspect'
import type { RemoteAddress } from '@parley/conformance'
import { SCOUT } from '../../agents/scout-entry.js'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import { isObject } from '../../json-object.js'
import { toSafeJson, toSafeJsonText } from '../../listing/safe-json.js'
import { readUrl } from '../../remote-url.js'
import { readDuration, toSpan } from '../../run/duration.js'
import type { Shell } from '../../shell.js'
import type { CallFlags } from './call-flags.js'
import { complaintsAbout, findFact, readParams } from './call-params.js'
import { Exchange } from './exchange.js'
import { initializeParams, type ProtocolVersion, sessionParams } from './greeting.js'
import type { Answer } from './profile.js'
import type { ConsoleWire } from './remote-wire.js'
import { openSandbox, type Sandbox } from './sandbox.js'
import { openWire } from './wire.js'

const STDERR_CHARACTERS = 2_000

export async function call(words: readonly string[], flags: CallFlags, shell: Shell): Promise<number> {
  const { method, text, command } = splitWords(words)
  const remote = await readUrl(flags, shell)
  if (remote !== undefined && command.length > 0) throw twoAgents()
  const version: ProtocolVersion = flags.protocol === '2' ? 2 : 1
  const timeout = readDuration(flags.timeout, '--timeout')
  const capabilities =
    flags.capabilities === undefined ? undefined : await readParams(flags.capabilities, shell)
  const params = await readParams(text, shell)
  const fact = await findFact(version, method)
  const own = flags.cwd === undefined ? undefined : resolve(shell.cwd, flags.cwd)
  const sandbox = flags.profile === 'sandbox' ? await openSandbox(own) : undefined
  const cwd = own ?? sandbox?.folder ?? shell.cwd
  const plan: Plan = { method, params, fact, version, capabilities, cwd, flags, shell }
  try {
    return await carryOut(plan, { command, remote, sandbox, timeout })
  } finally {
    await sandbox?.close()
  }
}

/** Commander takes the mark away that tells the words of the agent from ours. */
function splitWords(words: readonly string[]): {
  readonly method: string
  readonly text: string | undefined
  readonly command: readonly string[]
} {
  const mark = process.argv.indexOf('--')
  const count = mark < 0 ? 0 : process.argv.length - mark - 1
  const [method = '', text, ...rest] = words.slice(0, words.length - count)
  const command = words.slice(words.length - count)
  if (rest.length > 0)
    throw new Failure(`expected a method and its params, found one more word: ${JSON.stringify(rest[0])}`, {
      exitCode: EXIT.usage,
      cure: 'The command of an agent stands after --. See: parley call --help',
      reason: 'usage',
    })
  return { method, text, command }
}

function twoAgents(): Failure {
  return new Failure('an agent is either elsewhere (--url) or started here (after --), and both were named', {
    exitCode: EXIT.usage,
    cure: 'See: parley call --help',
    reason: 'usage',
  })
}

interface Plan {
  readonly method: string
  readonly params: unknown
  readonly fact: MethodFact | undefined
  readonly version: ProtocolVersion
  readonly capabilities: unknown
  readonly cwd: string
  readonly flags: CallFlags
  readonly shell: Shell
}

interface Means {
  readonly command: readonly string[]
  readonly remote: RemoteAddress | undefined
  readonly sandbox: Sandbox | undefined
  readonly timeout: number
}

async function carryOut(plan: Plan, means: Means): Promise<number> {
  const { sandbox, timeout } = means
  const { flags } = plan
  await demandRight(plan)
  const listener = new Listener(plan)
  const exchange = new Exchange({ profile: flags.profile, sandbox, onNotification: listener.hear })
  const wire = await open(plan, means, entry => {
    exchange.take(entry)
    listener.see(entry)
  })
  exchange.open(wire)
  try {
    return await Promise.race([talk(plan, { exchange, listener }), failure(wire, listener), expiry(timeout)])
  } finally {
    await wire.close()
  }
}

/** The agent that was named: started here, or reached where it is. */
async function open(
  { cwd, shell }: Plan,
  { command, remote }: Means,
  onEntry: (entry: Entry) => void,
): Promise<ConsoleWire> {
  if (remote !== undefined) return (await import('./remote-wire.js')).reachWire(remote, { onEntry })
  const words = command.length > 0 ? command : [SCOUT.command, ...SCOUT.args]
  return openWire(words, { cwd, env: shell.env, onEntry })
}

/** Hears what passes beside the answer, and shows as much of it as was asked for. */
class Listener {
  readonly #plan: Plan
  /** How the agent, or the way to it, ended. */
  end = ''
  #stderr = ''
  #idle: (() => void) | undefined
  #isIdle = false

  constructor(plan: Plan) {
    this.#plan = plan
  }

  get lastWords(): string {
    return sanitizeForDisplay(this.#stderr).trim()
  }

  readonly hear = (method: string, params: unknown): void => {
    const { flags, shell } = this.#plan
    if (flags.updates === true) shell.stdout.write(`${toSafeJson({ method, params })}\n`)
    const update = isObject(params) && isObject(params.update) ? params.update : {}
    if (update.sessionUpdate !== 'state_update' || update.state !== 'idle') return
    this.#isIdle = true
    this.#idle?.()
  }

  see(entry: Entry): void {
    if ('event' in entry && entry.event === 'exited') this.end = sanitizeForDisplay(entry.detail ?? '')
    if (!('stderr' in entry)) return
    this.#stderr = `${this.#stderr}\n${entry.stderr}`.slice(-STDERR_CHARACTERS)
    if (this.#plan.flags.verbose === true)
      this.#plan.shell.stderr.write(`${sanitizeForDisplay(entry.stderr)}\n`)
  }

  /** The turn that goes on after the answer is over, too. */
  whenIdle(): Promise<void> {
    return new Promise(resolve => {
      this.#idle = resolve
      if (this.#isIdle) resolve()
    })
  }
}

interface Talk {
  readonly exchange: Exchange
  readonly listener: Listener
}

async function talk(plan: Plan, { exchange, listener }: Talk): Promise<number> {
  const { method, version, flags, fact } = plan
  if (method !== 'initialize' && flags.handshake !== false)
    demandResult(await exchange.request('initialize', greetingOf(plan)), 'initialize')
  const isMissing = needsSession(plan) && flags.handshake !== false
  const params = filledIn(plan, isMissing ? await openSession(plan, exchange) : undefined)
  if (fact?.kind === 'notification') {
    exchange.notify(method, params)
    return EXIT.ok
  }
  const answer = await exchange.request(method, params)
  if (version === 2 && method === 'session/prompt' && flags.updates === true && 'result' in answer)
    await listener.whenIdle()
  return show(answer, plan)
}

function greetingOf({ version, capabilities }: Plan): unknown {
  return initializeParams({ version, capabilities, isManned: false })
}

function demandResult(answer: Answer, method: string): unknown {
  if ('result' in answer) return answer.result
  const { code, message } = answer.error
  throw new Failure(`the agent answered ${method} with an error: ${message} (${code})`)
}

const needsSession = ({ fact, params }: Plan): boolean =>
  fact?.scope === 'session' && isObject(params) && params.sessionId === undefined

/** The params as they are sent: what was left out and is the same for everybody is filled in. */
function filledIn(plan: Plan, sessionId: unknown): unknown {
  const { method, params, cwd } = plan
  if (!isObject(params)) return params
  if (method === 'initialize' && Object.keys(params).length === 0) return greetingOf(plan)
  if (method === 'session/new') return { ...sessionParams(cwd), ...params }
  return needsSession(plan) ? { ...params, sessionId } : params
}

async function openSession({ cwd }: Plan, exchange: Exchange): Promise<unknown> {
  const made = demandResult(await exchange.request('session/new', sessionParams(cwd)), 'session/new')
  return isObject(made) ? made.sessionId : undefined
}

/** Tells what the schema has against the params, and refuses to send them unless that is wished. */
async function demandRight(plan: Plan): Promise<void> {
  const { version, fact, flags, shell } = plan
  const complaints = await complaintsAbout(version, fact, filledIn(plan, 'a session'))
  for (const complaint of complaints) shell.stderr.write(`parley: ${sanitizeForDisplay(complaint)}\n`)
  if (complaints.length > 0 && flags.force !== true)
    throw new Failure('the schema has something against the params; nothing was sent.', {
      exitCode: EXIT.usage,
      cure: 'To send them all the same: --force',
      reason: 'usage',
    })
}

function show(answer: Answer, { flags, shell }: Plan): number {
  if (flags.updates === true) shell.stdout.write(`${toSafeJson(answer)}\n`)
  else shell.stdout.write(toSafeJsonText(('result' in answer ? answer.result : answer.error) ?? null))
  return 'result' in answer ? EXIT.ok : EXIT.error
}

async function failure(wire: ConsoleWire, listener: Listener): Promise<number> {
  await wire.ended
  const said = listener.lastWords === '' ? '' : `; its stderr ends:\n${listener.lastWords}`
  const isRefused = /\b40[13]\b/.test(listener.end)
  // `exit code 4` and `ended by SIGKILL` of a program, something else of the way to a server.
  const how = listener.end.replace(/^exit code/, 'exited with code').replace(/^ended by/, 'was ended by')
  throw new Failure(
    `the agent ${/^(exited|was) /.test(how) ? how : `is gone (${how})`} before it answered${said}`,
    {
      exitCode: isRefused ? EXIT.signInNeeded : EXIT.agentFailed,
      reason: isRefused ? 'sign_in_needed' : 'agent_failed',
    },
  )
}

function expiry(timeout: number): Promise<number> {
  return new Promise((_, reject) => {
    const late = new Failure(`no answer within ${toSpan(timeout)}`, {
      exitCode: EXIT.timeout,
      reason: 'timeout',
    })
    setTimeout(() => reject(late), timeout).unref()
  })
}
