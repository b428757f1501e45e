/** `parley agents add`: remembers a command as an agent, once it was seen to start and to answer. */

import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { DialectName } from '@parley/acp/dialect'
import { boundedLine, isSecretName } from '@parley/acp/guard'
import { findProgram, LaunchError } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { readDuration } from '../run/duration.js'
import type { Shell } from '../shell.js'
import { demandAgentId } from './agent-id.js'
import { shownArguments, toLine } from './command-line.js'
import { type CustomAgent, changeCustomAgents, readCustomAgents, toCustomEntry } from './custom-agents.js'
import type { AgentEntry } from './entry.js'
import { customFile } from './places.js'
import { probeAgent } from './probe.js'
import { keepProbe } from './probe-memory.js'
import { SCOUT } from './scout-entry.js'
import { isVariableName } from './variables.js'

export interface AddOptions {
  readonly id: string
  readonly command: readonly string[]
  readonly name?: string | undefined
  readonly env: readonly string[]
  readonly dialect?: DialectName | undefined
  readonly force?: boolean | undefined
  /** How long it may take to answer. */
  readonly timeout: string
  readonly probe: boolean
}

export function addWork(options: AddOptions) {
  return async (shell: Shell): Promise<number> => {
    const deadline = readDuration(options.timeout, '--timeout')
    const agent = toAgent(options, shell)
    if (agent.id === SCOUT.id) throw usage('scout is the built-in agent.', 'choose another id')
    const demandFree = (agents: ReadonlyMap<string, CustomAgent>): void => {
      if (agents.has(agent.id) && options.force !== true)
        throw usage(`there is an agent "${agent.id}" already.`, 'choose another id, or replace it: --force')
    }
    demandFree(await readCustomAgents(shell))
    const entry = toCustomEntry(agent, shell)
    await demandProgram(entry, shell)
    const version = options.probe ? await demandAnswer(entry, deadline, shell) : undefined
    await changeCustomAgents(shell, agents => {
      demandFree(agents)
      agents.set(agent.id, agent)
    })
    shell.stdout.write(`added ${agent.id}: ${toLine([agent.command, ...shownArguments(agent.args)])}\n`)
    if (version !== undefined) shell.stderr.write(`it speaks version ${version} of the protocol\n`)
    shell.stderr.write(`it stands in ${customFile(shell.env)}\n`)
    return EXIT.ok
  }
}

function usage(what: string, cure: string): Failure {
  return new Failure(what, { exitCode: EXIT.usage, cure, reason: 'bad_agent' })
}

function toAgent({ id, command, name, env, dialect }: AddOptions, shell: Shell): CustomAgent {
  const [program = '', ...args] = command
  const own: Record<string, string> = {}
  const inherit: string[] = []
  for (const each of env) {
    const at = each.indexOf('=')
    const variable = at < 0 ? each : each.slice(0, at)
    if (!isVariableName(variable))
      throw usage(
        `"${boundedLine(variable, 60)}" is not the name of a variable.`,
        'write --env NAME or --env NAME=VALUE',
      )
    if (at < 0) inherit.push(variable)
    else own[variable] = each.slice(at + 1)
    if (at >= 0 && isSecretName(variable))
      shell.stderr.write(
        `${variable} will stand in the file as it is; --env ${variable} would pass it on instead\n`,
      )
  }
  // What is meant from here would be something else from elsewhere.
  const place = /[\\/]/.test(program) && !program.startsWith('~') ? resolve(shell.cwd, program) : program
  return {
    id: demandAgentId(id),
    ...(name === undefined ? {} : { name }),
    ...(dialect === undefined ? {} : { dialect }),
    command: place,
    args: args.map(each => toArgument(each, shell)),
    env: own,
    inherit,
  }
}

/** A file that is named from here would be another one, or none, from elsewhere. */
function toArgument(argument: string, { cwd, stderr }: Shell): string {
  if (argument.startsWith('-') || isAbsolute(argument)) return argument
  const path = resolve(cwd, argument)
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return argument
  stderr.write(`${boundedLine(argument, 200)} is a file here, and kept as ${boundedLine(path, 1_000)}\n`)
  return path
}

async function demandProgram({ command, env }: AgentEntry, shell: Shell): Promise<void> {
  try {
    await findProgram(command, { env: { ...shell.env, ...env }, cwd: shell.cwd })
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    throw new Failure(`nothing was added: ${error.message}`, {
      exitCode: EXIT.agentFailed,
      reason: error.reason,
      cause: error,
    })
  }
}

/** The version that it answers in. */
async function demandAnswer(entry: AgentEntry, deadline: number, shell: Shell): Promise<number> {
  try {
    const report = await probeAgent(entry, { deadline, hasSession: false }, shell)
    await keepProbe(entry, report, shell)
    return report.protocolVersion
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(`nothing was added: ${error.message}`, {
      exitCode: error.exitCode,
      cure: `${error.cure === undefined ? 'mend it' : error.cure}; or add it as it is: --no-probe`,
      reason: error.reason,
      cause: error,
    })
  }
}
