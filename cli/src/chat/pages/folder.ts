/** Directories for people: the home as `~`, and of a long one its end. */

import { sanitizeLine } from '@parley/acp/guard'
import { charactersOf, widthOf, widthOfCharacter } from '../screen/width.js'

const MOST = 1_000

/** Cleaned, and at most so many columns wide. */
export function toFolder(path: string, home: string, columns: number): string {
  return endWithin(sanitizeLine(fromHome(path, home).slice(-MOST)), columns)
}

function fromHome(path: string, home: string): string {
  if (home === '' || home === '/') return path
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

function endWithin(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  const kept: string[] = []
  let room = columns - 1
  for (const character of charactersOf(text).toReversed()) {
    room -= widthOfCharacter(character)
    if (room < 0) break
    kept.unshift(character)
  }
  return columns > 0 ? `…${kept.join('')}` : ''
}
