/** Searches the text of files. */

import type { Match } from '../workspace/workspace.js'
import { count } from './cut.js'
import { flagIn, numberIn, optionalText, textIn } from './given.js'
import type { Tool, Undertaking } from './tool.js'

const USUAL_LIMIT = 100
const MOST_LOCATIONS = 20

export const search: Tool = {
  name: 'search',
  description:
    'Searches the files of the project for a line with this text, or with isRegex for a regular expression. What .gitignore names is left out, and so are binary files and files that look like secrets.',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'The text, exactly; or a regular expression with isRegex.' },
      isRegex: { type: 'boolean' },
      isDefinition: {
        type: 'boolean',
        description: 'Instead: pattern is a name, and only where it is defined counts.',
      },
      ignoreCase: { type: 'boolean' },
      path: { type: 'string', description: 'Only below this directory, or in this file.' },
      glob: { type: 'string', description: 'Only in files that match, such as *.ts.' },
      limit: { type: 'integer', description: `How many lines at most; ${USUAL_LIMIT} unless given.` },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  effect: 'look',
  async undertake(input, { workspace }): Promise<Undertaking> {
    const pattern = textIn(input, 'pattern')
    const path = optionalText(input, 'path')
    const isDefinition = flagIn(input, 'isDefinition')
    const wanted = isDefinition ? `the definition of ${pattern}` : pattern
    const where = path === undefined ? '' : ` in ${workspace.shorten(workspace.locate(path))}`
    return {
      start: { title: `Search for ${wanted}${where}`, kind: 'search', rawInput: input },
      async carryOut(call) {
        const {
          items,
          isCut,
          leftOut = 0,
        } = await workspace.search({
          pattern: isDefinition ? definitionOf(pattern) : pattern,
          path,
          glob: optionalText(input, 'glob'),
          isRegex: isDefinition || flagIn(input, 'isRegex'),
          ignoreCase: flagIn(input, 'ignoreCase'),
          limit: numberIn(input, 'limit', [1, 1_000]) ?? USUAL_LIMIT,
        })
        const unread = leftOut === 0 ? [] : [`[${sayLeftOut(leftOut)}]`]
        if (items.length === 0) return { text: [nothing(wanted, where, isDefinition), ...unread].join('\n') }
        const more = isCut
          ? [`[There are more than these ${count(items.length, 'match')}. Narrow the search.]`]
          : []
        const text = [...toLines(items, each => workspace.shorten(each)), ...more, ...unread].join('\n')
        const locations = items.slice(0, MOST_LOCATIONS).map(({ path: at, line }) => ({ path: at, line }))
        void call.complete(text, { locations })
        return { text }
      },
    }
  },
}

const KEYWORDS =
  'function|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|module|namespace|mod'

/** Where a name is defined, in most languages. No look-ahead: not every engine that searches has one. */
function definitionOf(name: string): string {
  const literal = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return `\\b(${KEYWORDS})\\*?\\s+${literal}${/\w$/.test(name) ? '\\b' : ''}`
}

const nothing = (wanted: string, where: string, isDefinition: boolean): string =>
  isDefinition ? `No ${wanted.replace(/^the /, '')} was found${where}.` : `Nothing matches ${wanted}${where}.`

const sayLeftOut = (files: number): string =>
  `${files === 1 ? '1 file was' : `${files} files were`} left out because the client does not let ${files === 1 ? 'it' : 'them'} be read.`

const toLines = (items: readonly Match[], shorten: (path: string) => string): readonly string[] =>
  items.map(({ path, line, text }) => `${shorten(path)}:${line}: ${text}`)
