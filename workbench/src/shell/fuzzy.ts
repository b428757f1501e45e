/** How well a few letters fit a text, in order but not necessarily together. More is better; nothing means not at all. */

export interface Fit {
  readonly score: number
  /** Where the letters stand in the text. */
  readonly places: readonly number[]
}

const TOGETHER = 6
const WORD_BEGINS = 5
const BEGINS = 8
const GAP = 0.2

const beginsWord = (text: string, place: number): boolean =>
  place === 0 || /[\s/_.:\-·]/.test(text[place - 1] ?? '')

/** Letters of the query anywhere in the text; a blank in the query says only that a new word begins. */
export function fitText(query: string, text: string): Fit | undefined {
  const letters = query.toLowerCase().replace(/\s+/g, '')
  const lower = text.toLowerCase()
  if (letters === '') return { score: 0, places: [] }
  // The letters may stand at several places: the best beginning counts.
  const fits: Fit[] = []
  for (
    let start = lower.indexOf(letters.charAt(0));
    start >= 0;
    start = lower.indexOf(letters.charAt(0), start + 1)
  ) {
    const found = fitFrom(letters, lower, start)
    if (found === undefined) break
    fits.push(found)
  }
  return fits.sort((one, other) => other.score - one.score)[0]
}

function fitFrom(letters: string, text: string, start: number): Fit | undefined {
  const places = [start]
  for (const letter of letters.slice(1)) {
    const last = places.at(-1) ?? 0
    const next = nextPlace(text, letter, last)
    if (next < 0) return undefined
    places.push(next)
  }
  const score = places.reduce((sum, place, index) => sum + worth(text, place, places[index - 1]), 0)
  return { score: score - text.length * 0.01, places }
}

// A letter at the beginning of a word is meant more often than one inside.
function nextPlace(text: string, letter: string, last: number): number {
  const next = text.indexOf(letter, last + 1)
  if (next === last + 1 || next < 0) return next
  for (let place = next; place >= 0 && place < last + 40; place = text.indexOf(letter, place + 1))
    if (beginsWord(text, place)) return place
  return next
}

function worth(text: string, place: number, before: number | undefined): number {
  if (before === undefined) return place === 0 ? BEGINS : beginsWord(text, place) ? WORD_BEGINS : 1
  if (place === before + 1) return TOGETHER
  return (beginsWord(text, place) ? WORD_BEGINS : 1) - Math.min(4, (place - before) * GAP)
}
