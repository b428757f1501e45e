/** /write: writes a whole file. The text follows the path, or stands in a fenced block. */

import type { Errand } from '../errand.js'
import { useTool } from '../tools/use-tool.js'
import { findFences } from './fence.js'
import { InputError } from './input-error.js'
import { splitFirst, splitWords } from './words.js'

const EXAMPLE = '/write notes.md Remember the milk'
const FENCED_EXAMPLE = '/write notes.md\n```\nfirst line\nsecond line\n```'

interface NewText {
  readonly path: string
  readonly content: string
}

export async function writeFile(errand: Errand, input: string): Promise<void> {
  const { text } = await useTool(errand, 'write', readNewText(input))
  await errand.turn.say(text)
}

export function readNewText(input: string): NewText {
  const fences = findFences(input)
  if (fences !== undefined) return readFenced(fences.head, fences.blocks)
  const { first: path, rest } = splitFirst(input)
  if (path === '' || rest.trim() === '')
    throw new InputError({
      expected: 'a path and a text',
      found: path === '' ? 'nothing' : 'a path alone',
      example: EXAMPLE,
    })
  return { path, content: withLineEnd(readText(rest)) }
}

/** A text that is quoted as a whole is what stands in the quotes; any other is taken as it is. */
function readText(rest: string): string {
  const trimmed = rest.trim()
  if (!/^['"]/.test(trimmed)) return trimmed
  const [word, ...more] = splitWords(trimmed)
  return word === undefined || more.length > 0 ? trimmed : word.text
}

function readFenced(head: string, blocks: readonly string[]): NewText {
  const words = splitWords(head)
  const [path] = words
  const [content] = blocks
  if (path === undefined || words.length > 1 || content === undefined || blocks.length > 1)
    throw new InputError({
      expected: 'one path and one fenced block',
      found: `${words.length} ${words.length === 1 ? 'word' : 'words'} and ${blocks.length} ${blocks.length === 1 ? 'block' : 'blocks'}`,
      example: FENCED_EXAMPLE,
    })
  return { path: path.text, content: withLineEnd(content) }
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
