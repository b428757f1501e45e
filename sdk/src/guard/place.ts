/** Paths as lists of names: what lies inside what, and when two names are one. Knows text only; never asks a disk. */

import type { Place } from './action.js'

const DRIVE = /^[A-Za-z]:[\\/]/
const LONGEST_PATH = 4_096
const LONGEST_NAME = 255

/** The names a path is made of; the first is empty, or the drive. */
export function toNames(path: string): readonly string[] {
  const isWindows = DRIVE.test(path) || path.startsWith('\\\\')
  const names = (isWindows ? path.replaceAll('\\', '/') : path).split('/')
  while (names.length > 1 && names.at(-1) === '') names.pop()
  return names
}

/** Whether a path is one that somebody resolved: absolute, of bearable length, with no step back and no odd name. */
export function isResolved(path: string): boolean {
  if (path.length > LONGEST_PATH || path.includes('\0')) return false
  if (!path.startsWith('/') && !DRIVE.test(path)) return false
  return toNames(path).every(
    (name, index) =>
      name.length <= LONGEST_NAME && name !== '.' && name !== '..' && (name !== '' || index === 0),
  )
}

// Invisible characters that some file systems leave out of a name.
const isIgnorable = (code: number): boolean =>
  (code >= 0x200c && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x206a && code <= 0x206f) ||
  code === 0xfeff

/** A name as a volume compares it that does not tell cases apart. Upper case first: it also unites `ſ` with `s`. */
export const foldName = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()

/** A name with everything taken off that some file system ignores: for lists of what is protected everywhere. */
export function foldEverywhere(name: string): string {
  let kept = ''
  for (const character of name) if (!isIgnorable(character.codePointAt(0) ?? 0)) kept += character
  const stream = kept.indexOf(':')
  if (stream > 0) kept = kept.slice(0, stream)
  let end = kept.length
  while (end > 1 && (kept[end - 1] === '.' || kept[end - 1] === ' ')) end--
  return foldName(kept.slice(0, end))
}

/** The names below a folder, or nothing when the path lies elsewhere. The folder itself has none. */
export function namesBelow(
  path: string,
  folder: string,
  isCaseInsensitive = false,
): readonly string[] | undefined {
  const [names, start] = [toNames(path), toNames(folder)]
  const fold = isCaseInsensitive ? foldName : (name: string): string => name
  const isBelow = start.every(
    (name, index) => index < names.length && fold(name) === fold(names[index] ?? ''),
  )
  return isBelow ? names.slice(start.length) : undefined
}

/** Whether a place lies in the root it names. */
export const isInside = ({ path, root }: Place): boolean =>
  root !== undefined && namesBelow(path, root) !== undefined
