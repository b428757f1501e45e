/** Installs an agent from npm into a folder of its own: no scripts, one exact version, sums written down. All or nothing. */

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.js'
import { withLock } from '../file-lock.js'
import type { Shell } from '../shell.js'
import type { InstallPlan } from './install-plan.js'
import {
  agentFolder,
  type Installation,
  type InstalledAgent,
  packageIn,
  readInstalled,
  readLock,
  sumOf,
  verifyInstalled,
  writeInstalled,
} from './installed-agents.js'
import { runNpm } from './npm.js'
import { findPackageProgram } from './package-program.js'
import { isExactVersion } from './package-spec.js'
import { packageSum } from './package-sum.js'

export interface InstallSettings {
  /** Also versions that were published in the last three days. */
  readonly isAnyAge: boolean
  /** Also where that version is there already. */
  readonly isForced: boolean
}

const STAGING = '.staging-'
const DEADLINE_MILLISECONDS = 15 * 60 * 1_000
/** One to go back to. */
const KEPT_VERSIONS = 2
const YOUNGEST_DAYS = 3
/** For another process that puts a version in its place: thousands of files may have to go. */
const PATIENCE = 60_000

export interface Installed {
  readonly agent: InstalledAgent
  /** Nothing was fetched: it was there, and is whole. */
  readonly wasThere: boolean
}

export async function install(
  plan: InstallPlan,
  settings: InstallSettings,
  shell: Shell,
): Promise<Installed> {
  const home = agentFolder(shell.env, plan.id)
  const there = settings.isForced ? undefined : await takeBack(plan, shell)
  if (there !== undefined) return { agent: there, wasThere: true }
  await mkdir(home, { recursive: true, mode: 0o700 })
  await sweep(home)
  const staging = join(home, `${STAGING}${randomUUID().slice(0, 8)}`)
  try {
    // Together with its folder, which another process may just have found empty.
    await mkdir(staging, { recursive: true, mode: 0o700 })
    const installation = await fetchInto(staging, plan, { settings, shell })
    const versions = await withLock(home, () => takeIn(staging, installation, { plan, shell }), PATIENCE)
    return { agent: { id: plan.id, current: installation, versions }, wasThere: false }
  } finally {
    await rm(staging, { recursive: true, force: true })
    await removeIfEmpty(home)
  }
}

/** The record is read now and not before the fetching: another process may have installed a version meanwhile. */
async function takeIn(
  staging: string,
  installation: Installation,
  { plan: { id }, shell }: { readonly plan: InstallPlan; readonly shell: Shell },
): Promise<readonly Installation[]> {
  const home = agentFolder(shell.env, id)
  await putInPlace(staging, join(home, installation.version))
  const others = (await recordOf(id, shell))?.versions.filter(
    ({ version }) => version !== installation.version,
  )
  const versions = [...(others ?? []), installation].slice(-KEPT_VERSIONS)
  await writeInstalled(id, versions, shell)
  await prune(home, versions)
  return versions
}

/** A record that cannot be read must not keep anybody from replacing it. */
function recordOf(id: string, shell: Shell): Promise<InstalledAgent | undefined> {
  return readInstalled(id, shell).catch(() => undefined)
}

/** A version that is there and whole needs no network. */
async function takeBack(plan: InstallPlan, shell: Shell): Promise<InstalledAgent | undefined> {
  if (!isExactVersion(plan.version) || (await recordOf(plan.id, shell)) === undefined) return undefined
  const take = async (): Promise<InstalledAgent | undefined> => {
    const { versions = [] } = (await recordOf(plan.id, shell)) ?? {}
    const current = versions.find(each => each.version === plan.version && each.package === plan.package)
    if (current === undefined) return undefined
    const agent = { id: plan.id, current, versions: [...versions.filter(each => each !== current), current] }
    await verifyInstalled(agent, shell)
    await writeInstalled(plan.id, agent.versions, shell)
    return agent
  }
  return withLock(agentFolder(shell.env, plan.id), take, PATIENCE)
}

interface Errand {
  readonly settings: InstallSettings
  readonly shell: Shell
}

async function fetchInto(
  staging: string,
  plan: InstallPlan,
  { settings, shell }: Errand,
): Promise<Installation> {
  await writeFile(join(staging, 'package.json'), '{ "private": true }\n', { mode: 0o600 })
  const args = [
    ...['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--omit=dev'],
    // Where the user or the npm that started us says otherwise, this is still a folder of its own with a lock.
    ...['--no-global', '--package-lock', '--install-strategy=hoisted', '--no-dry-run', `--prefix=${staging}`],
    // Everything has to have a sum: no repositories, no bare addresses, no folders.
    ...['--allow-git=none', '--allow-remote=none', '--allow-directory=none', '--no-update-notifier'],
    ...(settings.isAnyAge ? [] : [`--min-release-age=${YOUNGEST_DAYS}`]),
    ...['--', `${plan.package}@${plan.version}`],
  ]
  await runNpm({ args, cwd: staging, deadline: DEADLINE_MILLISECONDS }, shell)
  const lock = await readLock(staging)
  const { version, integrity } = packageIn(lock.packages, plan.package)
  if (version === undefined || !isExactVersion(version) || !integrity?.startsWith('sha512-'))
    throw new Failure(
      `npm did not say which version of ${plan.package} it installed, or gave no sum for it.`,
      {
        cure: 'update npm, and look whether its registry gives sums (dist.integrity)',
        reason: 'install_failed',
      },
    )
  const found = await findPackageProgram(staging, plan)
  return {
    ...{ version, integrity, lock: lock.sum, ...found },
    ...{ name: plan.name, package: plan.package, args: plan.args, settings: plan.settings },
    programSum: await sumOf(join(staging, found.program)),
    packageSum: packageSum(join(staging, 'node_modules', plan.package)),
    installedAt: new Date().toISOString(),
  }
}

async function putInPlace(staging: string, place: string): Promise<void> {
  const old = `${staging}-old`
  const hadOld = await rename(place, old).then(
    () => true,
    () => false,
  )
  try {
    await rename(staging, place)
  } catch (error) {
    if (hadOld) await rename(old, place)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

/** What an installation left that was killed. One that runs at this moment is younger than its deadline. */
async function sweep(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(STAGING)) continue
    const status = await stat(join(home, name)).catch(() => undefined)
    if (status !== undefined && Date.now() - status.mtimeMs > DEADLINE_MILLISECONDS)
      await rm(join(home, name), { recursive: true, force: true })
  }
}

async function prune(home: string, kept: readonly Installation[]): Promise<void> {
  const names = new Set(kept.map(({ version }) => version))
  for (const name of await readdir(home))
    if (isExactVersion(name) && !names.has(name)) await rm(join(home, name), { recursive: true, force: true })
}

async function removeIfEmpty(home: string): Promise<void> {
  await rmdir(home).catch(() => {})
}
