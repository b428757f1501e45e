/** Whether one real path lies inside another, name by name. Pure text; both paths have no links and no `..` in them. */

import { sep } from 'node:path'

/** A directory, and whether its volume takes names that differ in case alone for the same. */
export interface Enclosure {
  readonly path: string
  readonly isCaseBlind: boolean
}

const split = (path: string, separator: string): string[] => path.split(separator).filter(name => name !== '')

/** The part of the path that stands for the directory, where the path lies inside it or is it; undefined elsewhere. */
export function headInside(path: string, inside: Enclosure, separator: string = sep): string | undefined {
  const names = split(path, separator)
  const wanted = split(inside.path, separator)
  if (names.length < wanted.length) return undefined
  for (const [index, name] of wanted.entries())
    if (!isSameName(names[index] ?? '', name, inside.isCaseBlind)) return undefined
  const start = path.startsWith(separator) ? separator : ''
  const head = start + names.slice(0, wanted.length).join(separator)
  // A drive without its separator would be whatever directory is the current one there.
  return /^[a-z]:$/i.test(head) ? head + separator : head
}

/** Folds no more than volumes do: to take two names for one would open a directory that was not lent. */
export function isSameName(left: string, right: string, isCaseBlind: boolean): boolean {
  return left === right || (isCaseBlind && fold(left) === fold(right))
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase()
