/** The ways to sign in that an agent offers, as they can be gone here: by a number, or by something to set before it starts. */

import type { AuthMethod } from '@parley/acp/client'
import { boundedLine, isRefusedVariable, sanitizeLine } from '@parley/acp/guard'
import { toLine } from '../../agents/command-line.js'
import type { SignInMethod } from '../model/talk.js'

export interface SignInMeans {
  /** There is a terminal to run a program in. */
  readonly hasTerminal: boolean
  /** By the id of a way: the variables that it wants. */
  readonly variables?: ReadonlyMap<string, readonly string[]> | undefined
}

const MOST_VARIABLES = 20
/** More than this nobody reads before it is run. */
const MOST_RUN = 2_000

export function toSignInMethods(
  methods: readonly AuthMethod[],
  { hasTerminal, variables }: SignInMeans,
): readonly SignInMethod[] {
  return methods.map(({ id, name, description, type, args, env }) => {
    const isTerminal = type === 'terminal'
    const refused = Object.keys(env).find(each => each.toUpperCase() === 'PATH' || isRefusedVariable(each))
    if (isTerminal && refused !== undefined) {
      const told = `refused: it sets ${boundedLine(refused, 60)}, which can turn a program into another one`
      return { id, name, description: told, isTerminal, isElsewhere: true }
    }
    const runs = runsOf(args, env)
    if (isTerminal && runs.length > MOST_RUN) {
      const told = `refused: nobody reads the ${runs.length} characters that it runs`
      return { id, name, description: told, isTerminal, isElsewhere: true }
    }
    if (isTerminal && hasTerminal) return { id, name, description, isTerminal, runs }
    if (type === 'agent') return { id, name, description, isTerminal }
    const how = isTerminal ? 'needs a terminal' : toSet(variables?.get(id) ?? [])
    const told = [description ?? '', how].filter(word => word !== '').join('; ')
    return { id, name, description: told, isTerminal, isElsewhere: true }
  })
}

/** What is added to the agent's own command, and set for it: who chooses this way chooses that. */
function runsOf(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return sanitizeLine(['its own program', ...(args.length > 0 ? [toLine(args)] : []), ...set].join(' '))
}

/** What to do where none of them can be gone from here. */
export function cureBy(methods: readonly SignInMethod[]): string {
  const ways = methods.map(({ name, description }) => `${name}: ${description}`)
  return ways.join('\n') || 'It offers no way to sign in: see its own documentation.'
}

function toSet(names: readonly string[]): string {
  if (names.length === 0) return 'not from here: see its own documentation'
  const flags = names.map(name => `--env ${name}=…`).join(' ')
  return `set ${names.join(' and ')}, and start again (${flags})`
}

/** What the answer to `initialize` says of them: a way of version 1 that some agents still use. */
export function variablesIn(result: unknown): ReadonlyMap<string, readonly string[]> {
  const { authMethods }: Readonly<Record<string, unknown>> = Object(result)
  const methods: readonly unknown[] = Array.isArray(authMethods) ? authMethods : []
  return new Map(
    methods.flatMap(method => {
      const { id, vars, varName }: Readonly<Record<string, unknown>> = Object(method)
      const listed: readonly unknown[] = Array.isArray(vars)
        ? vars.slice(0, MOST_VARIABLES)
        : [{ name: varName }]
      const names = listed
        .map(each => Object(each).name)
        .filter(name => typeof name === 'string' && /^\w{1,100}$/.test(name))
      return typeof id === 'string' && names.length > 0 ? [[id, names] as const] : []
    }),
  )
}
