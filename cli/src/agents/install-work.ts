/** `parley agents install`: fetches an agent from npm, pins it, and looks whether it answers. */

import { join } from 'node:path'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { isObject } from '../json-object.js'
import type { Shell } from '../shell.js'
import { type InstallWish, planInstall } from './install-plan.js'
import { type Installed, install } from './installation.js'
import { agentFolder, readLock, toInstalledEntry } from './installed-agents.js'
import { member } from './json-reader.js'
import { isExactVersion } from './package-spec.js'
import { probeAgent } from './probe.js'
import { keepProbe } from './probe-memory.js'
import { SCOUT } from './scout-entry.js'

export interface InstallOptions extends Omit<InstallWish, 'word'> {
  readonly agent: string
  readonly anyAge?: boolean | undefined
  readonly force?: boolean | undefined
  readonly probe: boolean
}

const PROBE_MILLISECONDS = 60_000

export function installWork({ agent: word, ...options }: InstallOptions) {
  return async (shell: Shell): Promise<number> => {
    if (word === SCOUT.id)
      throw new Failure('scout is built in.', {
        exitCode: EXIT.usage,
        cure: 'run it: parley run --agent scout "…"',
      })
    const plan = await planInstall({ ...options, word }, shell)
    const tell = (line: string): unknown => shell.stderr.write(`${line}\n`)
    for (const remark of plan.remarks) tell(`careful: ${remark}`)
    tell(`installing ${plan.name}: ${plan.package}@${plan.version}, without scripts`)
    const settings = { isAnyAge: options.anyAge === true, isForced: options.force === true }
    const installed = await install(plan, settings, shell)
    const { version } = installed.agent.current
    if (!isExactVersion(plan.version))
      tell(`${plan.version} is ${version} today, and stays ${version} until you install another`)
    shell.stdout.write(toText(installed, shell))
    return options.probe ? look(installed, shell) : EXIT.ok
  }
}

function toText({ agent, wasThere }: Installed, { env }: Shell): string {
  const { id, current } = agent
  const folder = agentFolder(env, id)
  const kept = agent.versions.slice(0, -1).map(({ version }) => version)
  return [
    `${wasThere ? 'was installed already' : 'installed'}: ${id} ${current.version}`,
    `  package  ${current.package}`,
    `  sum      ${current.integrity}`,
    `  program  ${folder}/${current.version}/${current.program}`,
    ...(kept.length === 0
      ? []
      : [`  kept     ${kept.join(', ')} (parley agents install ${id}@${kept.at(-1)})`]),
    '',
  ].join('\n')
}

/** It is installed either way; but who scripts this should hear that it does not work. */
async function look({ agent }: Installed, shell: Shell): Promise<number> {
  const entry = toInstalledEntry(agent, shell)
  try {
    const report = await probeAgent(entry, { deadline: PROBE_MILLISECONDS, hasSession: false }, shell)
    await keepProbe(entry, report, shell)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { id, current } = agent
    const hasScripts = await wantsScripts(join(agentFolder(shell.env, id), current.version))
    const scripts = `some of its packages have scripts, which are never run here. Remove it (parley agents remove ${id}), install it as its makers say, and add its command: parley agents add ${id} -- <command>`
    throw new Failure(`it was installed, and ${error.message}`, {
      exitCode: error.exitCode,
      cure: hasScripts ? scripts : `if that is no cure, remove it: parley agents remove ${id}`,
      reason: error.reason,
      cause: error,
    })
  }
}

async function wantsScripts(folder: string): Promise<boolean> {
  const { packages } = await readLock(folder)
  return Object.values(packages).some(each => isObject(each) && member(each, 'hasInstallScript') === true)
}
