/** /read: shows a file, or some lines of it. */

import type { Errand } from '../errand.js'
import { useTool } from '../tools/use-tool.js'
import { fenced } from './fenced-text.js'
import { InputError } from './input-error.js'
import { splitWords } from './words.js'

const EXAMPLE = '/read src/main.ts:10-40'

export async function readFile(errand: Errand, input: string): Promise<void> {
  const [word, ...more] = splitWords(input)
  if (word === undefined) throw new InputError({ expected: 'a path', found: 'nothing', example: EXAMPLE })
  if (more.length > 0)
    throw new InputError({
      expected: 'one path, in quotes if it has blanks',
      found: `${more.length + 1} words`,
      example: "/read 'my notes.md'",
    })
  const { path, ...window } = await readPlace(errand, word.text)
  const { text, isError } = await useTool(errand, 'read', { path, ...window })
  await errand.turn.say(isError ? text : fenced(text, extensionOf(path)))
}

interface Place {
  readonly path: string
  readonly line?: number
  readonly limit?: number
}

/** A file whose name looks like a place with lines is that file. */
async function readPlace({ workspace }: Errand, text: string): Promise<Place> {
  const [, path = '', first = '', dash, last = ''] = /^(.+?):(\d+)(-)?(\d*)$/.exec(text) ?? []
  if (path === '' || (await workspace.kind(text)) === 'file') return { path: text }
  const line = Number(first)
  if (dash !== undefined && last === '') return { path, line }
  const end = dash === undefined ? line : Number(last)
  if (line < 1 || end < line)
    throw new InputError({
      expected: 'lines that are counted from 1, the first before the last',
      found: `"${first}${dash ?? ''}${last}"`,
      example: EXAMPLE,
    })
  return { path, line, limit: end - line + 1 }
}

function extensionOf(path: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1] ?? ''
}
