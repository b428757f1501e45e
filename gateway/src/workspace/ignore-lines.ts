/** The lines of a `.gitignore` as far as most of them go: names, `*`, `?`, `**`, folders, exceptions. */

/** Whether something below the folder of the file is ignored; nothing where no line speaks of it. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | undefined

const MOST_LINES = 2_000
const LONGEST_LINE = 500
/** That all lines together may take for one path: honest ones take some hundreds. What is left then is not compared. */
const MOST_STEPS = 50_000

interface Rule {
  /** What its names must be from the folder on; a single one may stand anywhere below. */
  readonly names: readonly string[]
  readonly isAnchored: boolean
  readonly isForFolders: boolean
  readonly isIgnored: boolean
}

export function readIgnoreLines(text: string): IgnoreRules {
  const lines = text.split(/\r?\n/, MOST_LINES)
  const rules = lines.filter(isRule).map(toRule).reverse()
  return (path, isFolder) => {
    const names = path.split('/')
    const effort = { steps: MOST_STEPS }
    // The last line that speaks of something has the last word.
    return rules.find(rule => (isFolder || !rule.isForFolders) && fits(rule, names, effort))?.isIgnored
  }
}

const isRule = (line: string): boolean =>
  line.trim() !== '' && !line.startsWith('#') && line.length <= LONGEST_LINE

function toRule(line: string): Rule {
  const isIgnored = !line.startsWith('!')
  const body = line.slice(isIgnored ? 0 : 1).trimEnd()
  const isForFolders = body.endsWith('/')
  const pattern = isForFolders ? body.slice(0, -1) : body
  const names = pattern.replace(/^\//, '').replace(/\\(.)/g, '$1').split('/')
  return { names, isAnchored: pattern.includes('/'), isForFolders, isIgnored }
}

interface Effort {
  steps: number
}

function fits({ names, isAnchored }: Rule, path: readonly string[], effort: Effort): boolean {
  if (!isAnchored) return fitsName(names[0] ?? '', path.at(-1) ?? '', effort)
  const isOne = (pattern: string, name: string): boolean => fitsName(pattern, name, effort)
  return fitsAll(names, path, { many: '**', isOne, effort })
}

function fitsName(pattern: string, name: string, effort: Effort): boolean {
  return fitsAll(pattern, name, { many: '*', isOne: isLetter, effort })
}

const isLetter = (sign: string, letter: string): boolean => sign === '?' || sign === letter

interface Signs {
  /** Stands for any number. */
  readonly many: string
  readonly isOne: (sign: string, thing: string) => boolean
  readonly effort: Effort
}

/** Only the latest of the many is gone back to, which is enough. */
function fitsAll(
  pattern: ArrayLike<string>,
  things: ArrayLike<string>,
  { many, isOne, effort }: Signs,
): boolean {
  let [at, place] = [0, 0]
  let back: readonly [at: number, place: number] | undefined
  while (place < things.length) {
    if (effort.steps-- <= 0) return false
    const sign = pattern[at]
    if (sign === many) {
      back = [at + 1, place]
      at++
    } else if (sign !== undefined && isOne(sign, things[place] ?? '')) {
      at++
      place++
    } else if (back !== undefined) {
      back = [back[0], back[1] + 1]
      at = back[0]
      place = back[1]
    } else return false
  }
  while (pattern[at] === many) at++
  return at >= pattern.length
}
