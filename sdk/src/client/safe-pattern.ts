/** Patterns that somebody else wrote, matched only where that is sure to end soon: no engine here stops a slow one. */

const MOST_PATTERN_CHARACTERS = 512
const MOST_STEPS = 1_000_000

// One piece of a pattern: an escape, a class, the beginning of a group, a quantifier, or any other character.
const PIECES = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?[:=!<]|[*+?]|\{\d+,?\d*\}|[\s\S]/g

/** Whether the text matches; `undefined` when the pattern is broken or could take too long, so that nobody can say. */
export function matches(pattern: string, text: string): boolean | undefined {
  const ways = waysOf(pattern)
  if (ways === undefined || stepsOf(ways, text.length) > MOST_STEPS) return undefined
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}

/** How many times an engine that tries everything has a choice of length, and a choice of two. */
interface Ways {
  readonly repeats: number
  readonly branches: number
}

/** An unanchored search begins again at every place, which is one more choice of length. */
function stepsOf({ repeats, branches }: Ways, length: number): number {
  return (length + 1) ** (repeats + 1) * 2 ** branches
}

/** Nothing for a pattern that repeats what itself repeats or branches, or that looks around. */
function waysOf(pattern: string): Ways | undefined {
  if (pattern.length > MOST_PATTERN_CHARACTERS) return undefined
  // For every open group whether there is a choice in it, which makes repeating it dangerous.
  const groups: boolean[] = []
  let repeats = 0
  let branches = 0
  let isChoiceBefore = false
  for (const [piece] of pattern.matchAll(PIECES)) {
    if (/^\\[1-9k]|^\(\?[=!<]/.test(piece)) return undefined
    const isRepeat = /^(?:[*+]|\{\d.*\})$/.test(piece)
    const isBranch = piece === '|' || piece === '?'
    if (isRepeat && isChoiceBefore) return undefined
    if (isRepeat) repeats++
    if (isBranch) branches++
    if (isRepeat || isBranch) groups.fill(true)
    isChoiceBefore = piece === ')' && (groups.pop() ?? false)
    if (piece.startsWith('(')) groups.push(false)
  }
  return { repeats, branches }
}
