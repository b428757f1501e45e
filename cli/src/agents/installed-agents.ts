/** What was installed: which package, which version, and the sums by which it is known again before it is started. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { isObject, type JsonObject } from '../json-object.js'
import type { Shell } from '../shell.js'
import { isAgentId } from './agent-id.js'
import type { AgentEntry } from './entry.js'
import { demandObject, demandText, demandTexts, member, parseJson } from './json-reader.js'
import { knownAgent } from './known-agents.js'
import { packageSum } from './package-sum.js'
import { installFolder } from './places.js'
import { readBounded, replaceFile } from './private-file.js'
import { passedOn } from './variables.js'

/** One installed version. */
export interface Installation {
  readonly version: string
  readonly name: string
  readonly package: string
  /** The sum of the package as npm resolved it. */
  readonly integrity: string
  /** The sum of the whole lock. */
  readonly lock: string
  /** The program, from the folder of its version. */
  readonly program: string
  readonly programSum: string
  /** The sum of all files of the package itself; absent where they are too many to be read before every start. */
  readonly packageSum?: string | undefined
  /** Whether our Node runs it; else it runs by itself. */
  readonly isScript: boolean
  readonly args: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  readonly installedAt: string
}

export interface InstalledAgent {
  readonly id: string
  readonly current: Installation
  /** All versions that are kept, the current one among them, the newest installation last. */
  readonly versions: readonly Installation[]
}

const MOST_RECORD_BYTES = 1024 * 1024
const MOST_LOCK_BYTES = 64 * 1024 * 1024

export const agentFolder = (env: NodeJS.ProcessEnv, id: string): string => join(installFolder(env), id)

/** The installed agent of that id; fails where its record cannot be read. */
export async function readInstalled(
  id: string,
  { env }: Pick<Shell, 'env'>,
): Promise<InstalledAgent | undefined> {
  if (!isAgentId(id)) return undefined
  const path = join(agentFolder(env, id), 'installed.json')
  try {
    const text = await readBounded(path, MOST_RECORD_BYTES)
    return text === undefined ? undefined : toInstalled(id, parseJson(text))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Failure(`the record of the installed agent ${id} cannot be read: ${path}: ${why}.`, {
      cure: `install it again: parley agents remove ${id} && parley agents install ${id}`,
      reason: 'bad_record',
      cause: error,
    })
  }
}

export async function writeInstalled(
  id: string,
  versions: readonly Installation[],
  { env }: Pick<Shell, 'env'>,
): Promise<void> {
  const current = versions.at(-1)?.version
  const text = `${JSON.stringify({ edition: 1, current, versions }, null, 2)}\n`
  await replaceFile(join(agentFolder(env, id), 'installed.json'), text)
}

/** The ids of all installed agents. */
export async function listInstalled({ env }: Pick<Shell, 'env'>): Promise<readonly string[]> {
  const names = await readdir(installFolder(env)).catch(() => [])
  return names.filter(isAgentId).sort()
}

/** How the current version is started; its files are not looked at. */
export function toInstalledEntry({ id, current }: InstalledAgent, { env }: Pick<Shell, 'env'>): AgentEntry {
  const program = join(agentFolder(env, id), current.version, current.program)
  const { version, name, isScript, args, settings } = current
  return {
    ...{ id, name, version, source: 'installed' as const },
    command: isScript ? process.execPath : program,
    args: isScript ? [program, ...args] : args,
    env: { ...passedOn(env, knownAgent(id)?.variables ?? []), ...settings },
  }
}

/** Fails unless the lock, the package's sum in it, the program and the files of the package are those that were installed. */
export async function verifyInstalled(
  { id, current }: InstalledAgent,
  { env }: Pick<Shell, 'env'>,
): Promise<void> {
  const flaw = await findChange(current, join(agentFolder(env, id), current.version))
  if (flaw === undefined) return
  throw new Failure(`the installed agent ${id} ${current.version} is not what was installed: ${flaw}.`, {
    exitCode: EXIT.agentFailed,
    cure: `install it again, if you trust it: parley agents install ${id}@${current.version} --force`,
    reason: 'integrity',
  })
}

async function findChange(installation: Installation, folder: string): Promise<string | undefined> {
  const locked = await readLock(folder).catch(() => undefined)
  if (locked === undefined) return 'its lock is missing or cannot be read'
  if (locked.sum !== installation.lock) return 'its lock was changed'
  const { version, integrity } = packageIn(locked.packages, installation.package)
  if (version !== installation.version || integrity !== installation.integrity)
    return 'the lock names another package'
  try {
    const [home, program] = await Promise.all([
      realpath(folder),
      realpath(join(folder, installation.program)),
    ])
    if (!program.startsWith(home + sep)) return 'its program is a link that leads elsewhere'
    if ((await sumOf(program)) !== installation.programSum) return 'its program was changed'
  } catch {
    return 'its program is missing'
  }
  return findPackageChange(installation, folder)
}

function findPackageChange(
  { package: name, packageSum: wanted }: Installation,
  folder: string,
): string | undefined {
  if (wanted === undefined) return undefined
  try {
    const isSame = packageSum(join(folder, 'node_modules', name)) === wanted
    return isSame ? undefined : 'a file of its package was changed, added or removed'
  } catch {
    return 'its package cannot be read'
  }
}

export interface Lock {
  readonly sum: string
  readonly packages: JsonObject
}

/** The lock of a folder, and its sum. */
export async function readLock(folder: string): Promise<Lock> {
  const text = await readBounded(join(folder, 'package-lock.json'), MOST_LOCK_BYTES)
  if (text === undefined) throw new Error('npm left no package-lock.json')
  const packages = demandObject(member(demandObject(parseJson(text), '$'), 'packages'), '$.packages')
  return { sum: `sha512-${createHash('sha512').update(text).digest('base64')}`, packages }
}

/** What a lock says of a package that was asked for. */
export function packageIn(
  packages: JsonObject,
  name: string,
): Partial<Record<'version' | 'integrity', string>> {
  const entry = member(packages, `node_modules/${name}`)
  if (!isObject(entry)) return {}
  const text = (key: string): string | undefined => {
    const value = member(entry, key)
    return typeof value === 'string' ? value : undefined
  }
  const [version, integrity] = [text('version'), text('integrity')]
  return { ...(version && { version }), ...(integrity && { integrity }) }
}

/** The sum of a file, read piece by piece: some programs are hundreds of megabytes. */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return `sha512-${hash.digest('base64')}`
}

function toInstalled(id: string, value: unknown): InstalledAgent {
  const top = demandObject(value, '$')
  const wanted = demandText(member(top, 'current'), '$.current')
  const list: unknown = member(top, 'versions')
  const versions = (Array.isArray(list) ? list : []).map((each, index) =>
    toInstallation(demandObject(each, `$.versions[${index}]`)),
  )
  const current = versions.find(({ version }) => version === wanted)
  if (current === undefined) throw new Error('the current version is not among those that it lists')
  return { id, current, versions }
}

const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/

function toInstallation(raw: JsonObject): Installation {
  const text = (key: string): string => demandText(member(raw, key), `$.versions[].${key}`)
  const version = text('version')
  if (!VERSION.test(version)) throw new Error('a version is none')
  const settings: Record<string, string> = {}
  for (const [name, each] of Object.entries(
    demandObject(member(raw, 'settings') ?? {}, '$.versions[].settings'),
  ))
    settings[name] = demandText(each, `$.versions[].settings.${name}`)
  return {
    ...{ version, settings, name: text('name'), package: text('package'), integrity: text('integrity') },
    ...{ lock: text('lock'), program: text('program'), programSum: text('programSum') },
    isScript: member(raw, 'isScript') === true,
    ...(member(raw, 'packageSum') === undefined ? {} : { packageSum: text('packageSum') }),
    args: demandTexts(member(raw, 'args'), '$.versions[].args'),
    installedAt: text('installedAt'),
  }
}
