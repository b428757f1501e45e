/** How a file looks from outside: its length, its first lines, its name, and paths it must not carry. */
import { isFixture, isGenerated, isHandWritten, isSource } from '../files.js'
import { type Finding, findAll, type SourceLaw, type TextLaw, type TreeLaw } from '../law.js'

const SOURCE_LINES = 300
const PAGE_LINES: Readonly<Record<string, number>> = { 'README.md': 150, 'ARCHITECTURE.md': 200 }

const limitOf = (path: string): number | undefined =>
  PAGE_LINES[path] ?? (isHandWritten(path) || isFixture(path) ? SOURCE_LINES : undefined)

export const sizeLaw: TextLaw = {
  name: 'size',
  covers: path => limitOf(path) !== undefined,
  read: (text, path) => {
    const lines = text.replace(/\n$/, '').split('\n').length
    const limit = limitOf(path) ?? lines
    return lines > limit ? [{ at: 0, says: `${lines} lines, at most ${limit}` }] : []
  },
}

const OPENING_LINES = 4

/** The words of a comment, line by line, without its marks. */
const wordsOf = (comment: string): string[] =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*\*+\s?|\s*\*+\s*$/g, '').trim())
    .filter(line => line !== '')

export const openingLaw: SourceLaw = {
  name: 'opening',
  covers: isHandWritten,
  check: ({ text, comments }): Finding[] => {
    const start = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0
    const opening: string[] = []
    let at = start
    for (const comment of comments) {
      // A block comment is the opening by itself; line comments go on while they follow each other.
      if (text.slice(at, comment.start).trim() !== '' || comment.start - at > 1) break
      opening.push(...wordsOf(comment.value))
      at = comment.end
      if (comment.type === 'Block') break
    }
    if (opening.length === 0) return [{ at: 0, says: 'opens without saying what it knows' }]
    return opening.length > OPENING_LINES
      ? [{ at: 0, says: `opens with more than ${OPENING_LINES} lines` }]
      : []
  },
}

const EMPTY_NAMES = new Set([
  'utils',
  'helpers',
  'common',
  'types',
  'misc',
  'manager',
  'base',
  'impl',
  'data',
])

export const namesLaw: TreeLaw = {
  name: 'names',
  walk: paths =>
    paths
      .filter(path => isSource(path) && !isGenerated(path))
      .flatMap(path => {
        const name = path
          .split('/')
          .map(part => part.split('.')[0] ?? '')
          .find(part => EMPTY_NAMES.has(part))
        return name ? [{ path, says: `'${name}' says nothing: name the one thing inside` }] : []
      }),
}

const MACHINE_PATH = /(?<![\w.])\/work\/(?:main|shared)\b|"resolved": "https?:[^"]*/g

export const machinePathsLaw: TextLaw = {
  name: 'machine-paths',
  covers: () => true,
  read: text => findAll(text, MACHINE_PATH, path => `'${path}' exists on one machine only`),
}
