/** Shows what is in a directory. */

import { count } from './cut.js'
import { numberIn, optionalText } from './given.js'
import type { Tool, Undertaking } from './tool.js'

const MOST_ENTRIES = 1_000

export const list: Tool = {
  name: 'list',
  description:
    'Lists what is in a directory of the project. What .gitignore names is left out. A slash at the end marks a directory.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The directory; the project unless given.' },
      depth: { type: 'integer', description: 'How many levels to show; 1 unless given.' },
    },
    additionalProperties: false,
  },
  effect: 'look',
  async undertake(input, { workspace }): Promise<Undertaking> {
    const path = workspace.locate(optionalText(input, 'path') ?? '.')
    const name = workspace.shorten(path)
    const depth = numberIn(input, 'depth', [1, 20]) ?? 1
    return {
      start: { title: `List ${name}`, kind: 'read', locations: [{ path }], rawInput: input },
      async carryOut() {
        const { items, isCut } = await workspace.list(path, { depth, limit: MOST_ENTRIES })
        if (items.length === 0) return { text: `${name} is empty.` }
        const lines = items.map(({ path: at, kind }) => `${workspace.shorten(at)}${MARKS[kind]}`)
        const more = isCut
          ? [`[There is more than these ${count(items.length, 'entry')}. List a directory in it.]`]
          : []
        return { text: [...lines, ...more].join('\n') }
      },
    }
  },
}

const MARKS = { file: '', directory: '/', link: ' (link)', other: ' (no file)' } as const
