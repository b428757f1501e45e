/** Reads an entry of the official registry. It is a stranger's: what is not exactly as it should be is refused. */

import { boundedLine, isFitForDisplay, isRefusedVariable } from '@parley/acp/guard'
import type { JsonObject } from '../json-object.js'
import { isAgentId } from './agent-id.js'
import { demandObject, demandText, demandTexts, JsonFlaw, kindOf, member } from './json-reader.js'
import { isExactVersion, isPackageName, readPythonSpec, splitSpec } from './package-spec.js'

interface Start {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A package of npm or of Python. */
export interface PackageSource extends Start {
  readonly package: string
  readonly version: string
  /** Which program of the package it is, where it has several. */
  readonly program?: string | undefined
}

/** An archive for this system. */
export interface ArchiveSource extends Start {
  readonly archive: string
  readonly program: string
  readonly sha256?: string | undefined
}

export interface RegistryEntry {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description: string
  readonly website?: string | undefined
  readonly npm?: PackageSource | undefined
  readonly python?: PackageSource | undefined
  readonly archive?: ArchiveSource | undefined
}

/** Letters of two scripts that look alike: nobody is called so but who wants to be taken for another. */
const isMixed = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)

const LONGEST = { name: 80, description: 300, address: 1_000, argument: 256, value: 512 }
const MOST = { args: 32, env: 16 }
const PROGRAM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,63}$/

/** The entry, or a `JsonFlaw` that says what is wrong with it. Fields that are not known here are left behind. */
export function readRegistryEntry(value: unknown, path: string, platform: string): RegistryEntry {
  const raw = demandObject(value, path)
  const id = demandText(member(raw, 'id'), `${path}.id`)
  if (!isAgentId(id)) throw new JsonFlaw(`${path}.id`, 'small letters, digits and hyphens', 'something else')
  const version = demandText(member(raw, 'version'), `${path}.version`)
  if (!isExactVersion(version)) throw new JsonFlaw(`${path}.version`, 'an exact version', 'something else')
  const distribution = demandObject(member(raw, 'distribution'), `${path}.distribution`)
  const website = addressIn(raw, 'website', path) ?? addressIn(raw, 'repository', path)
  return {
    ...{ id, version, website },
    name: readName(member(raw, 'name'), `${path}.name`),
    description: boundedLine(
      demandText(member(raw, 'description'), `${path}.description`),
      LONGEST.description,
    ),
    npm: readNpm(member(distribution, 'npx'), `${path}.distribution.npx`, version),
    python: readPython(member(distribution, 'uvx'), `${path}.distribution.uvx`, version),
    archive: readArchive(member(distribution, 'binary'), `${path}.distribution.binary`, platform),
  }
}

/** The entry as the registry writes it, without what was left behind. */
export function toRegistryEntry(entry: RegistryEntry, platform: string): object {
  const { npm, python, archive, ...about } = entry
  const toPackage = (source: PackageSource | undefined, mark: string): object | undefined =>
    source && {
      package: `${source.package}${mark}${source.version}`,
      ...{ cmd: source.program, args: source.args, env: source.env },
    }
  const toTarget = ({ program: cmd, ...rest }: ArchiveSource): object => ({ [platform]: { cmd, ...rest } })
  const distribution = {
    npx: toPackage(npm, '@'),
    uvx: toPackage(python, '=='),
    binary: archive && toTarget(archive),
  }
  return { ...about, distribution }
}

function readName(value: unknown, path: string): string {
  const name = demandText(value, path)
  if (name.length > LONGEST.name) throw new JsonFlaw(path, `at most ${LONGEST.name} characters`, 'more')
  // A name that hides something is not mended: it was meant to deceive.
  if (!isFitForDisplay(name) || /[\n\t]/.test(name) || isMixed(name))
    throw new JsonFlaw(path, 'a name that can be seen', 'another')
  return name
}

function addressIn(raw: JsonObject, key: string, path: string): string | undefined {
  const value = member(raw, key)
  return value === undefined ? undefined : readAddress(value, `${path}.${key}`)
}

function readAddress(value: unknown, path: string): string {
  const text = demandText(value, path)
  const url = text.length <= LONGEST.address && isFitForDisplay(text) ? parsed(text) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (!isPlain || url === undefined)
    throw new JsonFlaw(path, 'an address that begins with https://', 'another')
  return url.href
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function readNpm(value: unknown, path: string, version: string): PackageSource | undefined {
  if (value === undefined) return undefined
  const raw = demandObject(value, path)
  const spec = splitSpec(demandText(member(raw, 'package'), `${path}.package`))
  const exact = spec.version ?? version
  if (!isPackageName(spec.name) || !isExactVersion(exact))
    throw new JsonFlaw(
      `${path}.package`,
      'the name of an npm package with an exact version',
      'something else',
    )
  return { package: spec.name, version: exact, program: programIn(raw, path), ...readStart(raw, path) }
}

function readPython(value: unknown, path: string, version: string): PackageSource | undefined {
  if (value === undefined) return undefined
  const raw = demandObject(value, path)
  const spec = readPythonSpec(demandText(member(raw, 'package'), `${path}.package`))
  if (spec === undefined)
    throw new JsonFlaw(
      `${path}.package`,
      'the name of a Python package with an exact version',
      'something else',
    )
  const program = programIn(raw, path)
  return { package: spec.name, version: spec.version ?? version, program, ...readStart(raw, path) }
}

function programIn(raw: JsonObject, path: string): string | undefined {
  const program = member(raw, 'cmd')
  if (program === undefined) return undefined
  if (typeof program === 'string' && PROGRAM.test(program)) return program
  throw new JsonFlaw(`${path}.cmd`, 'the name of a program', kindOf(program))
}

function readArchive(value: unknown, path: string, platform: string): ArchiveSource | undefined {
  if (value === undefined) return undefined
  const target = member(demandObject(value, path), platform)
  if (target === undefined) return undefined
  const at = `${path}.${platform}`
  const raw = demandObject(target, at)
  const program = demandText(member(raw, 'cmd'), `${at}.cmd`).replaceAll('\\', '/')
  const isInside = /^(?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)*$/.test(program) && !program.split('/').includes('..')
  if (!isInside || program.length > LONGEST.argument)
    throw new JsonFlaw(`${at}.cmd`, 'a path inside the archive', 'another')
  const sum = member(raw, 'sha256')
  if (sum !== undefined && !(typeof sum === 'string' && /^[0-9a-f]{64}$/i.test(sum)))
    throw new JsonFlaw(`${at}.sha256`, '64 hexadecimal digits', 'something else')
  const archive = readAddress(member(raw, 'archive'), `${at}.archive`)
  return { archive, program, sha256: sum, ...readStart(raw, at) }
}

function readStart(raw: JsonObject, path: string): Start {
  const args = demandTexts(member(raw, 'args'), `${path}.args`)
  if (args.length > MOST.args) throw new JsonFlaw(`${path}.args`, `at most ${MOST.args}`, String(args.length))
  for (const [index, each] of args.entries()) demandPlain(each, `${path}.args[${index}]`, LONGEST.argument)
  const env = Object.entries(demandObject(member(raw, 'env') ?? {}, `${path}.env`))
  if (env.length > MOST.env) throw new JsonFlaw(`${path}.env`, `at most ${MOST.env}`, String(env.length))
  const chosen: Record<string, string> = {}
  for (const [name, each] of env) {
    if (!VARIABLE.test(name) || isRefusedVariable(name))
      throw new JsonFlaw(`${path}.env`, 'variables that an agent may set', 'another')
    if (typeof each !== 'string') throw new JsonFlaw(`${path}.env.${name}`, 'text', kindOf(each))
    demandPlain(each, `${path}.env.${name}`, LONGEST.value)
    chosen[name] = each
  }
  return { args, env: chosen }
}

function demandPlain(text: string, path: string, most: number): void {
  if (text.length > most) throw new JsonFlaw(path, `at most ${most} characters`, String(text.length))
  if (!isFitForDisplay(text) || text.includes('\n'))
    throw new JsonFlaw(path, 'text that can be seen', 'another')
}
