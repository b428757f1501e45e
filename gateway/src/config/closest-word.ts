/** Finds the word that somebody probably meant. */

const LONGEST = 40

/** The nearest of the words, where at most a third of the letters are wrong. */
export function closestWord(wanted: string, words: readonly string[]): string | undefined {
  const near = wanted.slice(0, LONGEST).toLowerCase()
  let found: string | undefined
  let least = Math.max(1, Math.floor(near.length / 3)) + 1
  for (const word of words) {
    const distance = distanceOf(near, word.toLowerCase())
    if (distance < least) [found, least] = [word, distance]
  }
  return found
}

/** How many letters must be changed, added or left out; two that changed places count as one. */
function distanceOf(one: string, other: string): number {
  let older: readonly number[] = []
  let old: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const ways = [(old[j - 1] ?? 0) + (isSame ? 0 : 1), (old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1]
      if (isSwapped) ways.push((older[j - 2] ?? 0) + 1)
      row.push(Math.min(...ways))
    }
    older = old
    old = row
  }
  return old[other.length] ?? 0
}
