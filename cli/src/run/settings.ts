/** What was typed, read and checked: everything that can be wrong with it is told before an agent is started. */

import { mkdtemp, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { type Allowance, readAllowance } from './allowance.js'
import { type Budget, readBudget, readDuration } from './duration.js'
import type { RunFlags } from './flags.js'
import { type HousePolicy, readHousePolicy } from './house-policy.js'
import { type McpServer, readServers } from './servers.js'

export interface RunSettings {
  readonly flags: RunFlags
  readonly cwd: string
  readonly directories: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly options: readonly (readonly [string, string])[]
  readonly answers: ReadonlyMap<string, string>
  readonly timeout?: number | undefined
  readonly budget?: Budget | undefined
  readonly allowance: Allowance
  readonly policy: HousePolicy
  readonly servers: readonly McpServer[]
}

export async function readSettings(flags: RunFlags, shell: Shell): Promise<RunSettings> {
  demandPlainId(flags.resume)
  const allowance = readAllowance(flags)
  demandLentFiles(flags, allowance)
  const { timeout, maxCost, addDir = [], mcp } = flags
  const settings = {
    flags,
    env: readVariables(flags.env ?? [], shell),
    options: (flags.option ?? []).map(pair => splitPair(pair, '--option')),
    answers: new Map((flags.answer ?? []).map(pair => splitPair(pair, '--answer'))),
    ...(timeout !== undefined && { timeout: readDuration(timeout, '--timeout') }),
    ...(maxCost !== undefined && { budget: readBudget(maxCost, '--max-cost') }),
    allowance,
    policy: await readHousePolicy(flags.policy, allowance, shell),
    servers: mcp === undefined ? [] : await readServers(resolve(shell.cwd, mcp)),
    directories: await Promise.all(
      addDir.map(each => demandDirectory(resolve(shell.cwd, each), '--add-dir')),
    ),
  }
  // Last, so that nothing is made where something else is wrong.
  return { ...settings, cwd: await workingDirectory(flags, shell) }
}

/** `--resume "say more"` takes the prompt for an id. */
function demandPlainId(resume: RunFlags['resume']): void {
  if (typeof resume !== 'string' || !/\s/.test(resume)) return
  throw new Failure(`--resume: expected the id of a conversation, found ${JSON.stringify(resume)}`, {
    exitCode: EXIT.usage,
    cure: 'Where this is the prompt, write it first: parley run "…" --resume',
  })
}

/** What is not lent is not watched: who denies it would only believe that it is. */
function demandLentFiles({ fs }: RunFlags, { rules }: Allowance): void {
  const denial = rules.find(
    ({ rule: { effect, action } }) => effect === 'deny' && /^(?:fs\.|\*$)/.test(String(action)),
  )
  if (fs || denial === undefined) return
  throw new Failure('with --no-fs the agent uses its own hands, which no --deny can hold', {
    exitCode: EXIT.usage,
    cure: `Leave one of them out: --no-fs, or ${denial.flag}`,
  })
}

export async function workingDirectory(
  { cwd, scratch }: Pick<RunFlags, 'cwd' | 'scratch'>,
  shell: Shell,
): Promise<string> {
  if (scratch !== true) return demandDirectory(resolve(shell.cwd, cwd ?? '.'), '--cwd')
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-')))
  shell.stderr.write(`parley: working in ${folder}\n`)
  return folder
}

export async function demandDirectory(path: string, flag: string): Promise<string> {
  const status = await stat(path).catch(() => undefined)
  if (status?.isDirectory() === true) return path
  const found = status === undefined ? 'nothing there' : 'something else'
  throw new Failure(`${flag}: expected a directory, found ${found}: ${path}`, { exitCode: EXIT.usage })
}

export function splitPair(pair: string, flag: string): readonly [string, string] {
  const at = pair.indexOf('=')
  if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)]
  throw new Failure(`${flag}: expected name=value, found ${JSON.stringify(pair)}`, { exitCode: EXIT.usage })
}

export function readVariables(pairs: readonly string[], { env }: Shell): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    const value = at < 0 ? env[name] : pair.slice(at + 1)
    // The value is not repeated: it may be a secret.
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new Failure('--env: expected NAME or NAME=VALUE, found something else', { exitCode: EXIT.usage })
    if (value === undefined)
      throw new Failure(`--env: expected the variable ${name} to be set here, found that it is not`, {
        exitCode: EXIT.usage,
        cure: `Set it, or give the value: --env ${name}=…`,
      })
    variables[name] = value
  }
  return variables
}
