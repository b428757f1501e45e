/** Looks for an agent in every source but the built-in one: added, installed, on the PATH, and a bare command line. */

import { boundedLine } from '@parley/acp/guard'
import { findProgram, LaunchError } from '@parley/acp/node'
import { closestWord } from '../closest-word.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { isShortened, shownArguments, splitLine, toLine } from './command-line.js'
import { readCustomAgents, toCustomEntry } from './custom-agents.js'
import type { AgentEntry } from './entry.js'
import { listInstalled, readInstalled, toInstalledEntry, verifyInstalled } from './installed-agents.js'
import { KNOWN_AGENTS, type KnownAgent, knownAgent, knownByCommand } from './known-agents.js'
import { SCOUT } from './scout-entry.js'
import { passedOn } from './variables.js'

export async function findOtherAgent(wanted: string, shell: Shell): Promise<AgentEntry> {
  if (isShortened(wanted))
    throw new Failure(
      'this conversation was held with a program that was given a secret, which is not kept.',
      {
        exitCode: EXIT.usage,
        cure: 'name the agent again, with its secret: --agent "<command line>"',
        reason: 'agent_not_found',
      },
    )
  if (/[\s/\\'"]/.test(wanted)) return fromLine(splitLine(wanted), shell)
  const custom = await readCustomAgents(shell)
  const known = knownAgent(wanted)
  for (const id of new Set([wanted, known?.id ?? wanted])) {
    const added = custom.get(id)
    if (added !== undefined) return toCustomEntry(added, shell)
    const installed = await readInstalled(id, shell)
    if (installed === undefined) continue
    await verifyInstalled(installed, shell)
    return toInstalledEntry(installed, shell)
  }
  if (known !== undefined) return onPath(known, shell)
  throw notFound(wanted, [SCOUT.id, ...custom.keys(), ...(await listInstalled(shell))])
}

/** An agent that is a program and its arguments. What is known by its name gets the variables it takes. */
export function fromLine([command, ...args]: readonly string[], { env }: Pick<Shell, 'env'>): AgentEntry {
  if (command === undefined || command === '')
    throw new Failure('the command line of the agent is empty.', {
      exitCode: EXIT.usage,
      cure: 'name an agent or a command: parley agents list shows what there is',
      reason: 'bad_command_line',
    })
  const known = knownByCommand(command)
  const name = command.replace(/^.*[\\/]/, '')
  // It is written down and means the same words again; secrets among them are left out.
  const id = toLine([command, ...shownArguments(args)])
  const variables = passedOn(env, known?.variables ?? [])
  return { id, name, command, args, env: { ...variables, ...known?.settings }, source: 'command-line' }
}

/** How a known agent is started where its command can be found. */
export function toKnownEntry(known: KnownAgent, { env }: Pick<Shell, 'env'>): AgentEntry {
  const { id, name, command, args, variables, settings } = known
  return { id, name, command, args, env: { ...passedOn(env, variables), ...settings }, source: 'path' }
}

async function onPath(known: KnownAgent, shell: Shell): Promise<AgentEntry> {
  try {
    await findProgram(known.command, { env: shell.env, cwd: shell.cwd })
    return toKnownEntry(known, shell)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    const isMissing = error.reason === 'not_found'
    const cure =
      known.package === undefined
        ? `install it as its makers say, so that \`${known.command}\` is on the PATH`
        : `install it: parley agents install ${known.id}`
    throw new Failure(isMissing ? `${known.name} is not installed here: ${missing(error)}` : error.message, {
      exitCode: EXIT.agentFailed,
      cure: isMissing ? cure : undefined,
      reason: 'agent_not_installed',
      cause: error,
    })
  }
}

/** Without the cure of the search, which knows no better than to install it. */
function missing({ message }: LaunchError): string {
  return message.replace(/\nWhat to do: .*$/s, '')
}

function notFound(wanted: string, ready: readonly string[]): Failure {
  const others = KNOWN_AGENTS.map(({ id }) => id).filter(id => !ready.includes(id))
  const aliases = KNOWN_AGENTS.flatMap(known => known.aliases)
  const near = closestWord(wanted, [...ready, ...others, ...aliases])
  const shown = boundedLine(wanted, 80)
  return new Failure(
    `there is no agent "${shown}". Ready: ${ready.join(', ')}. Known: ${others.join(', ')}.`,
    {
      exitCode: EXIT.usage,
      cure: `${near === undefined ? '' : `did you mean ${near}? `}A program needs its path or its arguments (./${shown}), or a name: parley agents add ${nameFor(wanted)} -- <command> [args…]`,
      reason: 'agent_not_found',
    },
  )
}

function nameFor(wanted: string): string {
  return /^[a-z][a-z0-9-]*$/.test(wanted) ? wanted : '<id>'
}
