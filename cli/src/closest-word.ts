/** Finds the word that somebody probably meant. */

import { cutCharacters } from '@parley/acp/guard'

const LONGEST = 64

/** How many letters must be changed, added, left out or swapped to make one word of the other. */
export function distanceOf(left: string, right: string): number {
  const a = cutCharacters(left, LONGEST)
  const b = cutCharacters(right, LONGEST)
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : changed
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** The nearest of the words, where one is near enough to be meant; a word that goes on where this one stops is. */
export function closestWord(wanted: string, words: Iterable<string>): string | undefined {
  const near = wanted.toLowerCase()
  let found: string | undefined
  let least = Math.max(1, Math.floor(near.length / 3)) + 1
  for (const word of words) {
    const isBegun = near.length >= 3 && word.startsWith(near)
    const distance = isBegun ? 0.5 : distanceOf(near, word.toLowerCase())
    if (distance < least) [found, least] = [word, distance]
  }
  return found
}
