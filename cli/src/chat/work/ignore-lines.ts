/** The lines of a `.gitignore` as far as most of them go: names, `*`, `?`, `**`, folders, exceptions. */

/** Whether something below the folder of the file is left out; nothing where no line speaks of it. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | undefined

const MOST_LINES = 2_000
const LONGEST_LINE = 500

export function readIgnoreLines(text: string): IgnoreRules {
  const rules = text
    .split(/\r?\n/, MOST_LINES)
    .filter(line => line.trim() !== '' && !line.startsWith('#') && line.length <= LONGEST_LINE)
    .map(toRule)
    // The last line that speaks of something has the last word.
    .reverse()
  return (path, isFolder) => {
    const parts = path.split('/')
    return rules.find(rule => (isFolder || !rule.isForFolders) && matches(rule, parts))?.isIgnored
  }
}

interface Rule {
  /** Names from the folder on; a single one may stand anywhere below it. */
  readonly parts: readonly string[]
  readonly isAnchored: boolean
  readonly isForFolders: boolean
  readonly isIgnored: boolean
}

function toRule(line: string): Rule {
  const isIgnored = !line.startsWith('!')
  const body = (isIgnored ? line : line.slice(1)).trimEnd()
  const isForFolders = body.endsWith('/')
  const plain = isForFolders ? body.slice(0, -1) : body
  const parts = plain.replace(/^\//, '').replace(/\\(.)/g, '$1').split('/')
  return { parts, isAnchored: plain.includes('/'), isForFolders, isIgnored }
}

function matches({ parts, isAnchored }: Rule, names: readonly string[]): boolean {
  const [only = ''] = parts
  return isAnchored ? matchesParts(parts, names) : matchesName(only, names.at(-1) ?? '')
}

const matchesParts = (parts: readonly string[], names: readonly string[]): boolean =>
  matchesAll({ parts, names, isMany: part => part === '**', isOne: matchesName })

const matchesName = (part: string, name: string): boolean =>
  matchesAll({
    ...{ parts: [...part], names: [...name] },
    isMany: sign => sign === '*',
    isOne: (sign, character) => sign === '?' || sign === character,
  })

interface Matching {
  readonly parts: readonly string[]
  readonly names: readonly string[]
  readonly isMany: (part: string) => boolean
  readonly isOne: (part: string, name: string) => boolean
}

/** Goes back to the latest `*` only, which is enough: a pattern written to take forever takes no longer than any other. */
function matchesAll({ parts, names, isMany, isOne }: Matching): boolean {
  let [at, place] = [0, 0]
  let last: { at: number; place: number } | undefined
  while (place < names.length) {
    const part = parts[at]
    if (part !== undefined && isMany(part)) {
      last = { at, place }
      at++
    } else if (part !== undefined && isOne(part, names[place] ?? '')) {
      at++
      place++
    } else if (last !== undefined) {
      last.place++
      at = last.at + 1
      place = last.place
    } else return false
  }
  return parts.slice(at).every(isMany)
}
