/** Folders that sessions may work in, compared part by part: `/work-evil` is not inside `/work`. Looks at no disk. */

import { isAbsolute, relative, sep } from 'node:path'

/** What lies inside both: of two folders of which one holds the other, the inner one. */
export function commonRoots(one: readonly string[], other: readonly string[] | undefined): readonly string[] {
  if (other === undefined) return one
  const inner = one.filter(each => other.some(root => isInside(each, root)))
  const outer = other.filter(each => one.some(root => isInside(each, root)))
  return [...new Set([...inner, ...outer])]
}

function isInside(place: string, root: string): boolean {
  const way = relative(root, place)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
