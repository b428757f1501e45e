/** The places that a question of an agent names beside what it shows, as actions that lines of a policy speak of. */

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { PermissionRequest } from '@parley/acp/client'
import {
  boundedLine,
  type Claim,
  type FileRead,
  type FileWrite,
  type Place,
  sensitivityOf,
} from '@parley/acp/guard'
import { isChangeKind } from './shown-action.js'

export interface NamedPlaces {
  /** Every place, by the name it has in the question and by its own. */
  readonly actions: readonly (FileRead | FileWrite)[]
  /** Why an agent’s word is not enough for one of them. */
  readonly doubt?: string | undefined
}

/** A call as far as it names places. */
export interface Naming {
  readonly locations?: unknown
  readonly rawInput?: unknown
}

const READS = new Set(['read', 'search', 'think'])
const PATH_KEYS = ['path', 'file_path', 'from', 'to']
const MOST_PLACES = 200
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i

export async function findPlaces(
  { kind, writes = [] }: Claim,
  session: PermissionRequest['session'],
  calls: readonly Naming[],
): Promise<NamedPlaces> {
  const isChange = isChangeKind(kind)
  if (!isChange && !READS.has(kind)) return { actions: [] }
  const names = [...new Set(calls.flatMap(namesIn))]
  if (names.length > MOST_PLACES) return { actions: [], doubt: 'It names more places than can be judged.' }
  const shown = new Set(writes.map(({ at }) => at.path))
  const found = await Promise.all(names.map(name => findPlace(name, session.roots)))
  const doubts = found.map(place => (shown.has(place.real.path) ? undefined : whyDoubt(place, isChange)))
  const places = found.flatMap(({ named, real }) => (named.path === real.path ? [real] : [named, real]))
  const actions = places.map((at): FileRead | FileWrite =>
    isChange ? { action: 'fs.write', at, isNew: false, sha256: '' } : { action: 'fs.read', at },
  )
  return { actions, doubt: doubts.find(doubt => doubt !== undefined) }
}

/** The paths that a call names: its locations, and what its input calls so. */
export function namesIn({ locations, rawInput }: Naming): readonly string[] {
  const input: Readonly<Record<string, unknown>> = Object(rawInput)
  const named = PATH_KEYS.map(key => (Object.hasOwn(input, key) ? input[key] : undefined))
  const located: readonly unknown[] = Array.isArray(locations) ? locations : []
  const all = [...named, ...located.map(each => Object(each).path)]
  return all.filter(each => typeof each === 'string')
}

interface FoundPlace {
  readonly name: string
  readonly named: Place
  readonly real: Place
}

async function findPlace(name: string, roots: readonly string[]): Promise<FoundPlace> {
  const own = name === '~' || name.startsWith('~/') ? join(homedir(), name.slice(1)) : name
  const path = resolve(roots[0] ?? '/', own)
  const realRoots = await Promise.all(roots.map(root => realpath(root).catch(() => root)))
  const named = toPlace(path, [...realRoots, ...roots])
  return { name, named, real: toPlace(await toReal(path), realRoots) }
}

function toPlace(path: string, roots: readonly string[]): Place {
  const root = roots.find(each => path === each || path.startsWith(`${each}/`))
  return { path, ...(root !== undefined && { root }) }
}

/** Where a path leads, also one that is not there yet. */
async function toReal(path: string): Promise<string> {
  const folder = dirname(path)
  if (folder === path) return path
  return realpath(path).catch(async () => join(await toReal(folder), basename(path)))
}

function whyDoubt({ name, named, real }: FoundPlace, isChange: boolean): string | undefined {
  const shown = boundedLine(name, 200)
  if (name.includes('\0') || ADDRESS.test(name)) return `It names a place that cannot be judged: ${shown}.`
  if (named.root === undefined || real.root === undefined)
    return `It names a place outside the session’s directories: ${shown}.`
  const isSensitive = [named, real].some(({ path }) => sensitivityOf(path, [], isChange) !== undefined)
  return isSensitive ? `It names a place that is protected or may hold secrets: ${shown}.` : undefined
}
