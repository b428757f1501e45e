/** Finds files by their names. */

import { count } from './cut.js'
import { numberIn, textIn } from './given.js'
import type { Tool, Undertaking } from './tool.js'

const USUAL_LIMIT = 200

export const find: Tool = {
  name: 'find',
  description:
    'Finds files of the project by a glob such as src/**/*.ts; one without a slash is looked for at every depth. What .gitignore names is left out.',
  parameters: {
    type: 'object',
    properties: {
      glob: { type: 'string', description: 'The pattern, with *, **, ? and {a,b}.' },
      limit: { type: 'integer', description: `How many files at most; ${USUAL_LIMIT} unless given.` },
    },
    required: ['glob'],
    additionalProperties: false,
  },
  effect: 'look',
  async undertake(input, { workspace }): Promise<Undertaking> {
    const glob = textIn(input, 'glob')
    const limit = numberIn(input, 'limit', [1, 5_000]) ?? USUAL_LIMIT
    return {
      start: { title: `Find ${glob}`, kind: 'search', rawInput: input },
      async carryOut() {
        const { items, isCut } = await workspace.find(glob, limit)
        if (items.length === 0) return { text: `No file matches ${glob}.` }
        const more = isCut
          ? [`[There are more than these ${count(items.length, 'file')}. Narrow the glob.]`]
          : []
        return { text: [...items.map(path => workspace.shorten(path)), ...more].join('\n') }
      },
    }
  },
}
