/** Whether a session may work where a client wants it to: inside the roots of its principal, whatever links say. */

import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { rpcError } from '@parley/acp/protocol'
import { type Fields, fieldOf } from '../hub/fields.js'
import { OF_GATEWAY } from '../hub/refusal.js'
import { mayStart, rootsToldTo, type SeatCaller } from './caller.js'

/** Where a session works, without links on the way. */
export interface RealPlace {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[]
}

/** How strictly a place is judged that a session has already. */
export interface Leniency {
  /** What was said in a folder can be read when the folder is not there any more, where it would be inside. */
  readonly mayBeGone?: boolean
  /** It was accepted when the session began: how it is spelled is no mistake of this client. */
  readonly isKept?: boolean
}

const MOST_NAMED = 3
const LONGEST_NAMED = 200
const SEPARATORS = sep === '/' ? /\// : /[/\\]/
/** What stands there depends on who looks, and changes by itself. */
const OF_THE_SYSTEM = ['/proc', '/dev', '/sys']

/** Rejects when a directory in these params is outside all roots, or none at all; says which directories are really meant. */
export async function demandInside(
  params: Fields,
  caller: SeatCaller,
  { mayBeGone = false, isKept = false }: Leniency = {},
): Promise<RealPlace> {
  if (!isKept) demandPlain(params)
  const { cwd, additionalDirectories } = toDirectories(params)
  const find = mayBeGone ? nearestPlace : realpath
  const roots = await Promise.all(caller.roots.map(root => realpath(root).catch(() => undefined)))
  const judge = async ({ path, where }: Named): Promise<string> => {
    const place = await find(path).catch(() => undefined)
    const isAllowed = place !== undefined && roots.some(root => root !== undefined && isInside(place, root))
    // The same words for what is not there and for what may not be used: neither is for strangers to find out.
    if (!isAllowed) throw rpcError('resource_access_denied', outsideOf(caller, path), OF_GATEWAY)
    if (!isKept && isOfTheSystem(place)) throw flawed(where, OUTSIDE_SYSTEM)
    return place
  }
  const place = { cwd: await judge(cwd) }
  if (additionalDirectories === undefined) return place
  const others: string[] = []
  for (const each of additionalDirectories) others.push(await judge(each))
  return { ...place, additionalDirectories: others }
}

/** Throws where a directory is not spelled in a way that everybody reads alike. Looks at nothing but the words. */
export function demandPlain(params: Fields): void {
  const { cwd, additionalDirectories = [] } = toDirectories(params)
  for (const { path, where } of [cwd, ...additionalDirectories]) {
    const expected = flawOf(path)
    if (expected !== undefined) throw flawed(where, expected)
  }
}

/** Whether it is an absolute path that everybody reads alike. */
export function isPlain(path: string): boolean {
  return isAbsolute(path) && flawOf(path) === undefined
}

/** A directory, and where in the params it is said. */
interface Named {
  readonly path: string
  readonly where: string
}

function toDirectories({ cwd, additionalDirectories: more = null }: Fields): {
  readonly cwd: Named
  readonly additionalDirectories: readonly Named[] | undefined
} {
  if (more !== null && !Array.isArray(more)) throw flawed('/additionalDirectories', 'an array of strings')
  return {
    cwd: toNamed(cwd, '/cwd'),
    additionalDirectories: more?.map((each, index) => toNamed(each, `/additionalDirectories/${index}`)),
  }
}

function toNamed(path: unknown, where: string): Named {
  if (typeof path !== 'string' || !isAbsolute(path)) throw flawed(where, 'an absolute path')
  return { path, where }
}

const OUTSIDE_SYSTEM = `a directory that is not in ${OF_THE_SYSTEM.join(', ')}`

/** What was expected instead of a path like this, if anything. */
function flawOf(path: string): string | undefined {
  const names = path.split(SEPARATORS)
  if (names.includes('.') || names.includes('..')) return 'a path without "." and ".."'
  return isOfTheSystem(path) ? OUTSIDE_SYSTEM : undefined
}

function isOfTheSystem(path: string): boolean {
  return OF_THE_SYSTEM.some(place => isInside(path, place))
}

function flawed(where: string, expected: string): Error {
  return rpcError('invalid_params', `${where}: expected ${expected}`, OF_GATEWAY)
}

/** Only those who may begin sessions are told which one it is, for it may be the session's own and not what they said. */
function outsideOf(caller: SeatCaller, directory: string): string {
  const named = rootsToldTo(caller).slice(0, MOST_NAMED)
  const isAll = named.length === caller.roots.length
  const places = named.length === 0 ? 'its roots' : `${named.join(', ')}${isAll ? '' : ' and some others'}`
  const refused = mayStart(caller) ? boundedLine(directory, LONGEST_NAMED) : 'this one'
  return `The gateway lets sessions work in existing folders inside ${places} only (see "roots" in its config); ${refused} is not`
}

/** Where it is, or the folder above it that is there. */
async function nearestPlace(directory: string): Promise<string> {
  try {
    return await realpath(directory)
  } catch (error) {
    const above = dirname(directory)
    const isGone = fieldOf({ ...Object(error) }, 'code') === 'ENOENT'
    // A link that leads nowhere is there.
    if (!isGone || above === directory || (await isThere(directory))) throw error
    return await nearestPlace(above)
  }
}

/** Whether something has this name, be it a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    error => fieldOf({ ...Object(error) }, 'code') !== 'ENOENT',
  )
}

function isInside(place: string, root: string): boolean {
  const way = relative(root, place)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
