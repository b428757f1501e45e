/** /find: files by name, or what is in a folder. */

import type { Errand } from '../errand.js'
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
  const { text } = await useTool(errand, 'list', await readWish(errand, word.text))
  await errand.turn.say(text)
}

type Wish = { readonly path: string } | { readonly glob: string }

/** A folder is listed, a glob is matched, and any other word is a part of a name. */
async function readWish({ workspace }: Errand, text: string): Promise<Wish> {
  if (/[*?[\]{}]/.test(text)) return { glob: text }
  const kind = await workspace.kind(text).catch(() => undefined)
  if (kind === 'directory' || text.endsWith('/')) return { path: text }
  if (kind === 'file') return { glob: workspace.shorten(workspace.locate(text)) }
  return { glob: text.includes('/') ? `**/${text}*` : `**/*${text}*` }
}
