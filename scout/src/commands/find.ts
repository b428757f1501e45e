/** /find: files by name, or what is in a folder. */

import type { Errand } from '../errand.js'
import { found } from '../fenced-text.js'
import { useTool } from '../tools/use-tool.js'
import { InputError } from './input-error.js'
import { splitWords } from './words.js'

const EXAMPLE = '/find src/**/*.test.ts'

export async function findFiles(errand: Errand, input: string): Promise<void> {
  const [word, ...more] = splitWords(input)
  if (word === undefined)
    throw new InputError({ expected: 'a glob or a part of a name', found: 'nothing', example: EXAMPLE })
  if (more.length > 0)
    throw new InputError({
      expected: 'one glob, in quotes if it has blanks',
      found: `${more.length + 1} words`,
      example: EXAMPLE,
    })
  const { tool, input: wish } = await readWish(errand, word.text)
  const { text, isError } = await useTool(errand, tool, wish)
  await errand.turn.say(isError ? text : found(text))
}

interface Wish {
  readonly tool: 'find' | 'list'
  readonly input: Readonly<Record<string, string>>
}

/** A folder is listed, a glob is matched, and any other word is a part of a name. */
async function readWish({ workspace }: Errand, text: string): Promise<Wish> {
  if (/[*?[\]{}]/.test(text)) return matching(text)
  const kind = await workspace.kind(text)
  if (kind === 'directory' || text.endsWith('/')) return { tool: 'list', input: { path: text } }
  if (kind !== undefined) return matching(`./${workspace.shorten(workspace.locate(text))}`)
  return matching(text.includes('/') ? `**/${text}*` : `**/*${text}*`)
}

function matching(glob: string): Wish {
  return { tool: 'find', input: { glob } }
}
