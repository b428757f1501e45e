/** Finds the program of an npm package that was installed: the one that its `bin` names, never outside its folder. */

import { open, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { Failure } from '../failure.js'
import { isObject } from '../json-object.js'
import { demandObject, member, parseJson } from './json-reader.js'
import { readBounded } from './private-file.js'

export interface PackageProgram {
  /** Its path, from the folder in which it was installed. */
  readonly program: string
  /** Whether Node runs it. */
  readonly isScript: boolean
}

const MOST_BYTES = 4 * 1024 * 1024

/** What is looked for. */
export interface ProgramWish {
  readonly package: string
  /** The names it may have, the likeliest first; else it is the only one. */
  readonly programs: readonly string[]
  /** Where it stands among the packages, if it is there. */
  readonly platformProgram?: string | undefined
}

/** The program of a package that was installed in this folder. */
export async function findPackageProgram(folder: string, wish: ProgramWish): Promise<PackageProgram> {
  const packageName = wish.package
  const root = await realpath(folder)
  if (wish.platformProgram !== undefined) {
    const direct = await realpath(join(root, 'node_modules', wish.platformProgram)).catch(() => undefined)
    if (direct?.startsWith(root + sep)) return { program: relative(root, direct), isScript: false }
  }
  const home = join(folder, 'node_modules', ...packageName.split('/'))
  const text = await readBounded(join(home, 'package.json'), MOST_BYTES)
  const manifest = demandObject(parseJson(text ?? ''), '$')
  const bin = programsOf(member(manifest, 'bin'), packageName)
  const name = wish.programs.find(each => bin.has(each)) ?? (bin.size === 1 ? [...bin.keys()][0] : undefined)
  const path = name === undefined ? undefined : bin.get(name)
  if (path === undefined) throw noProgram(packageName, [...bin.keys()])
  const real = await realpath(join(home, path))
  if (!real.startsWith(root + sep))
    throw new Failure(`the program of ${packageName} is a link that leads out of its folder.`, {
      reason: 'install_failed',
    })
  return { program: relative(root, real), isScript: await isScript(real) }
}

function programsOf(bin: unknown, packageName: string): ReadonlyMap<string, string> {
  const own = packageName.replace(/^@[^/]*\//, '')
  if (typeof bin === 'string') return new Map([[own, bin]])
  if (!isObject(bin)) return new Map()
  return new Map(
    Object.entries(bin).flatMap(([name, path]) => (typeof path === 'string' ? [[name, path] as const] : [])),
  )
}

function noProgram(packageName: string, names: readonly string[]): Failure {
  const shown = names.slice(0, 10).map(name => boundedLine(name, 40))
  return new Failure(
    names.length === 0
      ? `the package ${packageName} has no program.`
      : `the package ${packageName} has several programs: ${shown.join(', ')}.`,
    {
      cure:
        names.length === 0 ? 'look whether it is the right package' : 'name one of them: --program <name>',
      reason: 'install_failed',
    },
  )
}

async function isScript(path: string): Promise<boolean> {
  if (/\.[cm]?js$/.test(path)) return true
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0)
    return /^#![^\n]*\bnode\b/.test(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}
