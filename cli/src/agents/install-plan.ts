/** What is to be installed when somebody names an agent: its package, its version, and how it will be started. */

import { boundedLine } from '@parley/acp/guard'
import { closestWord, distanceOf } from '../closest-word.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { demandAgentId } from './agent-id.js'
import { toLine } from './command-line.js'
import { KNOWN_AGENTS, type KnownAgent, knownAgent } from './known-agents.js'
import { isPackageName, isWantedVersion, splitSpec } from './package-spec.js'
import { keptRegistry } from './registry.js'
import type { RegistryEntry } from './registry-entry.js'

export interface InstallPlan {
  readonly id: string
  readonly name: string
  readonly package: string
  /** A version, a range or a tag. */
  readonly version: string
  /** The programs it may be, the likeliest first. */
  readonly programs: readonly string[]
  /** Where the real program stands among the packages, where that is known. */
  readonly platformProgram?: string | undefined
  readonly args: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  /** What somebody should know before it is run. */
  readonly remarks: readonly string[]
}

export interface InstallWish {
  /** `id` or `id@version`. */
  readonly word: string
  readonly package?: string | undefined
  readonly program?: string | undefined
  readonly args: readonly string[]
}

export async function planInstall(wish: InstallWish, shell: Shell): Promise<InstallPlan> {
  const { name: word, version } = splitSpec(wish.word)
  const known = knownAgent(word)
  const registry = (await keptRegistry(shell))?.agents ?? []
  const listed = registry.find(({ id }) => id === word || id === known?.id || known?.aliases.includes(id))
  if (wish.package !== undefined) return fromPackage(wish, demandAgentId(known?.id ?? word), version)
  if (known?.package !== undefined) return fromKnown(known, wish, { version, listed })
  if (listed?.npm !== undefined) return fromRegistry(listed, wish, version)
  if (listed !== undefined) throw notFromNpm(listed)
  throw known === undefined ? unknown(word, registry) : byHand(known)
}

function fromPackage(wish: InstallWish, id: string, version: string | undefined): InstallPlan {
  const spec = splitSpec(wish.package ?? '')
  const programs = wish.program === undefined ? [id, toProgram(spec.name)] : [wish.program]
  const start = { programs, args: wish.args, settings: {} }
  return checked({ id, name: id, package: spec.name, version: spec.version ?? version ?? 'latest', ...start })
}

function fromKnown(
  known: KnownAgent & { readonly package?: string | undefined },
  wish: InstallWish,
  { version, listed }: { readonly version: string | undefined; readonly listed: RegistryEntry | undefined },
): InstallPlan {
  const packageName = known.package ?? ''
  const isSame = listed?.npm?.package === packageName
  const plan = checked({
    ...{ id: known.id, name: known.name, package: packageName },
    version: version ?? (isSame ? listed?.npm?.version : undefined) ?? 'latest',
    programs: [...(wish.program === undefined ? [] : [wish.program]), known.command],
    platformProgram: wish.program === undefined ? known.program : undefined,
    args: wish.args.length > 0 ? wish.args : known.args,
    settings: known.settings ?? {},
  })
  if (listed?.npm === undefined || isSame) return plan
  const remark = `the registry names another package for ${known.id} (${listed.npm.package}); it was not taken`
  return { ...plan, remarks: [...plan.remarks, remark] }
}

function fromRegistry(listed: RegistryEntry, wish: InstallWish, version: string | undefined): InstallPlan {
  const { id, name, npm } = listed
  if (npm === undefined) throw notFromNpm(listed)
  const programs = [wish.program, npm.program, id, toProgram(npm.package)].filter(each => each !== undefined)
  const args = wish.args.length > 0 ? wish.args : npm.args
  const start = { programs, args, settings: npm.env }
  return checked({ id, name, package: npm.package, version: version ?? npm.version, ...start })
}

const toProgram = (packageName: string): string => packageName.replace(/^@[^/]*\//, '')

function checked(plan: Omit<InstallPlan, 'remarks'>): InstallPlan {
  const usage = { exitCode: EXIT.usage, reason: 'bad_package' }
  if (!isPackageName(plan.package))
    throw new Failure(`"${boundedLine(plan.package, 100)}" is not the name of an npm package.`, {
      ...usage,
      cure: 'give it as --package @scope/name or name, with or without @version; addresses and paths are not taken',
    })
  if (!isWantedVersion(plan.version))
    throw new Failure(`"${boundedLine(plan.version, 100)}" is no version.`, {
      ...usage,
      cure: `give an exact one (${plan.id}@1.2.3), a range (${plan.id}@^1.2) or a tag (${plan.id}@latest)`,
    })
  return { ...plan, remarks: [...likeness(plan.package), ...idLikeness(plan.id)] }
}

/** A name that is nearly that of something known may have been chosen for it. */
function likeness(packageName: string): readonly string[] {
  if (KNOWN_AGENTS.some(known => known.package === packageName)) return []
  const other = KNOWN_AGENTS.find(
    known => known.package !== undefined && distanceOf(known.package, packageName) <= 2,
  )
  if (other === undefined) return []
  return [`${packageName} is not ${other.package}, the package of ${other.name}: look twice`]
}

/** Digits for letters and the like: an id that is read as another. */
function idLikeness(id: string): readonly string[] {
  if (KNOWN_AGENTS.some(known => known.id === id || known.aliases.includes(id))) return []
  const other = KNOWN_AGENTS.find(known => known.id.length > 3 && distanceOf(known.id, id) === 1)
  return other === undefined ? [] : [`${id} is not ${other.id} (${other.name}): look twice`]
}

/** What is no npm package is not installed here; the line that adds it is worth more than an excuse. */
function notFromNpm({ id, name, python, archive }: RegistryEntry): Failure {
  const what = `${name} is not an npm package, so it is not installed by this command.`
  const start = python ?? archive
  if (start === undefined)
    return new Failure(`${what} The registry has none for this system.`, { reason: 'not_installable' })
  const program = python
    ? (python.program ?? python.package)
    : `/path/to/${archive?.program.replace(/^\.\//, '')}`
  const variables = Object.entries(start.env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const line = toLine(['parley', 'agents', 'add', id, ...variables, '--', program, ...start.args])
  const sum = archive?.sha256 === undefined ? '' : ` (sha256 ${archive.sha256})`
  const source = python
    ? `install it with: uv tool install ${python.package}==${python.version}`
    : `unpack ${archive?.archive}${sum}`
  return new Failure(what, { cure: `${source}\nthen add it: ${line}`, reason: 'not_installable' })
}

function byHand({ id, name, command, args }: KnownAgent): Failure {
  return new Failure(`${name} is not an npm package, so it is not installed by this command.`, {
    cure: `install it as its makers say; as soon as \`${command}\` is on the PATH, ${id} is found. Elsewhere: ${toLine(['parley', 'agents', 'add', id, '--', `/path/to/${command}`, ...args])}`,
    reason: 'not_installable',
  })
}

function unknown(word: string, registry: readonly RegistryEntry[]): Failure {
  const ids = [...KNOWN_AGENTS.map(({ id }) => id), ...registry.map(({ id }) => id)]
  const near = closestWord(word, ids)
  return new Failure(`nothing is known of an agent called "${boundedLine(word, 80)}".`, {
    exitCode: EXIT.usage,
    cure: `${near === undefined ? '' : `did you mean ${near}? `}see what there is: parley agents list --all; or name its package: parley agents install <id> --package <name>`,
    reason: 'agent_not_found',
  })
}
