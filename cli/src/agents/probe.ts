/** Asks an agent what it is and can do: starts it, shakes hands, opens a session where that needs no sign-in, ends it. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, connect, isConnectionError, reasonOf, type Session } from '@parley/acp/client'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { allowedEnvironment, LaunchError, launchAgent } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { readVersion } from '../version.js'
import { capabilityNames } from './capability-names.js'
import type { AgentEntry } from './entry.js'
import { listenedTo, spellingHint } from './spelling-hint.js'

/** Something an agent offers by name. */
export interface Offered {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
}

/** What an agent advertises. Every text in it is cleaned and cut: it may be shown as it is. */
export interface ProbeReport {
  readonly agent: string
  readonly info?:
    | { readonly name: string; readonly title?: string | undefined; readonly version: string }
    | undefined
  readonly protocolVersion: number
  readonly capabilities: readonly string[]
  readonly authMethods: readonly (Offered & { readonly type: string })[]
  /** What became of the attempt to open a session. */
  readonly session: 'opened' | 'sign-in needed' | 'failed' | 'not tried'
  readonly problem?: string | undefined
  readonly mode?: string | undefined
  readonly modes: readonly Offered[]
  readonly options: readonly (Offered & {
    readonly value?: string | boolean
    readonly choices: readonly string[]
  })[]
  readonly commands: readonly Offered[]
  /** From its start to its first answer. */
  readonly milliseconds: number
}

export interface ProbeSettings {
  /** For everything together. */
  readonly deadline: number
  readonly hasSession: boolean
}

const MOST_OFFERED = 200
const COMMANDS_MILLISECONDS = 400
const PATIENCE_MILLISECONDS = 1_000
const TOLD_AFTER_MILLISECONDS = 1_000

export async function probeAgent(
  entry: AgentEntry,
  settings: ProbeSettings,
  shell: Shell,
): Promise<ProbeReport> {
  const heard: unknown[] = []
  try {
    return await probe({ ...entry, heard }, settings, shell)
  } finally {
    const hint = await spellingHint(entry, heard)
    if (hint !== undefined) shell.stderr.write(hint)
  }
}

/** An agent, and what is heard of it. */
type Probed = AgentEntry & { readonly heard: unknown[] }

async function probe(entry: Probed, settings: ProbeSettings, shell: Shell): Promise<ProbeReport> {
  const begun = performance.now()
  const client = await patiently(entry, settings.deadline, shell)
  try {
    const milliseconds = Math.round(performance.now() - begun)
    const { info } = client
    const greeting = {
      agent: boundedLine(entry.id, 100),
      info: info && { name: line(info.name), title: text(info.title), version: line(info.version) },
      protocolVersion: client.version,
      capabilities: capabilityNames(client.capabilities).map(line),
      authMethods: client.authMethods
        .slice(0, MOST_OFFERED)
        .map(each => ({ ...offered(each), type: line(each.type) })),
      milliseconds,
    }
    if (!settings.hasSession) return { ...greeting, ...NOTHING, session: 'not tried' }
    const left = Math.max(1_000, settings.deadline - milliseconds)
    return { ...greeting, ...(await openSession(client, left)) }
  } finally {
    await client.close()
  }
}

const NOTHING = { modes: [], options: [], commands: [] }

/** Nobody likes a silent wait: after a second it is told what is waited for. */
async function patiently(entry: Probed, deadline: number, shell: Shell): Promise<Client<Version>> {
  const told = `waiting for ${boundedLine(entry.id, 100)} to answer (${deadline / 1_000} s at most)\n`
  const timer = setTimeout(() => shell.stderr.write(told), TOLD_AFTER_MILLISECONDS)
  try {
    return await start(entry, deadline, shell)
  } finally {
    clearTimeout(timer)
  }
}

/** A connected agent, or a failure that says what it said and what to do. Nothing is left running then. */
async function start(entry: Probed, deadline: number, shell: Shell): Promise<Client<Version>> {
  try {
    const env = { ...allowedEnvironment(entry.env, shell.env) }
    const cwd = shell.cwd
    const channel = await launchAgent(entry.command, entry.args, {
      env,
      cwd,
      dialect: entry.dialect,
      patience: PATIENCE_MILLISECONDS,
    })
    const info = { name: 'parley', version: readVersion() }
    const terms = { mayGoHigher: true, deadline }
    return await connect<Version>(listenedTo(channel, entry.heard), { info }, terms)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const name = boundedLine(entry.id, 100)
    const isLate = isConnectionError(error) && error.reason === 'timeout'
    if (isLate) throw tooLate(name, deadline, error)
    throw new Failure(`${name} does not answer: ${sanitizeForDisplay(error.message)}`, {
      exitCode: EXIT.agentFailed,
      reason: error instanceof LaunchError ? error.reason : 'agent_failed',
      cause: error,
    })
  }
}

/** What the library knows, without its cure: that names an option of a program, where people have a flag. */
function tooLate(name: string, deadline: number, cause: Error): Failure {
  const [, known = ''] =
    /milliseconds; (.*?)(?:\nWhat to do: .*)?$/s.exec(sanitizeForDisplay(cause.message)) ?? []
  return new Failure(`${name} does not answer: nothing came within ${deadline / 1_000} s; ${known}`, {
    exitCode: EXIT.agentFailed,
    cure: 'start it in a terminal and see what it waits for, tell it to speak ACP (often acp or --acp), or give it more time: --timeout 2m',
    reason: 'timeout',
    cause,
  })
}

type Seen = Pick<ProbeReport, 'session' | 'problem' | 'mode' | 'modes' | 'options' | 'commands'>

/** In an empty folder: an agent that looks around finds nothing of the user's. */
async function openSession(client: Client<Version>, deadline: number): Promise<Seen> {
  const cwd = await mkdtemp(join(tmpdir(), 'parley-probe-'))
  try {
    const session = await client.newSession({ cwd }, { deadline })
    await commandsOf(session)
    const seen = describe(session)
    await leave(client, session)
    return seen
  } catch (error) {
    const problem = sanitizeForDisplay(error instanceof Error ? error.message : String(error)).slice(0, 1_000)
    return { ...NOTHING, session: reasonOf(error) === 'auth_required' ? 'sign-in needed' : 'failed', problem }
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

/** Most agents tell their commands soon after the session began, and some never. */
async function commandsOf(session: Session<Version>): Promise<void> {
  for (let waited = 0; waited < COMMANDS_MILLISECONDS && session.commands.length === 0; waited += 20)
    await new Promise(resolve => setTimeout(resolve, 20))
}

/** Nobody wants to find it in a list of conversations. */
async function leave(client: Client<Version>, session: Session<Version>): Promise<void> {
  const options = { deadline: 2_000 }
  await session.close(options).catch(() => {})
  await client.deleteSession(session.id, options).catch(() => {})
}

function describe(session: Session<Version>): Seen {
  const { mode, modes, options, commands } = session
  return {
    session: 'opened',
    mode: text(mode),
    modes: modes.slice(0, MOST_OFFERED).map(offered),
    options: options.slice(0, MOST_OFFERED).map(option => ({
      ...offered(option),
      ...(option.value === undefined
        ? {}
        : { value: typeof option.value === 'string' ? line(option.value) : option.value }),
      choices: option.choices.slice(0, MOST_OFFERED).map(({ value }) => line(value)),
    })),
    commands: commands
      .slice(0, MOST_OFFERED)
      .map(({ name, description }) => offered({ id: name, name, description })),
  }
}

function offered({ id, name, description }: Offered): Offered {
  const said = text(description)
  return { id: line(id), name: line(name), ...(said === undefined ? {} : { description: said }) }
}

function line(words: string): string {
  return boundedLine(words, 200)
}

function text(words: string | null | undefined): string | undefined {
  return words === null || words === undefined ? undefined : line(words)
}
