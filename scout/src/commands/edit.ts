/** /edit: replaces text in a file. Takes quoted texts, or fenced blocks for several lines. */

import type { Errand } from '../errand.js'
import { useTool } from '../tools/use-tool.js'
import { findFences } from './fence.js'
import { InputError } from './input-error.js'
import { splitWords } from './words.js'

const EXAMPLE = "/edit src/main.ts 'old text' 'new text'"
const FENCED_EXAMPLE = '/edit src/main.ts\n```\nold lines\n```\n```\nnew lines\n```'
const ALL = '--all'

interface Edit {
  readonly path: string
  readonly oldText: string
  readonly newText: string
  readonly all?: boolean
}

export async function editFile(errand: Errand, input: string): Promise<void> {
  const edit = readEdit(input)
  const { text, isError } = await useTool(errand, 'edit', edit)
  const isRepeated = isError === true && edit.all !== true && text.includes(' times in ')
  await errand.turn.say(isRepeated ? `${text} \`--all\` at the end replaces every one.` : text)
}

export function readEdit(input: string): Edit {
  const fences = findFences(input)
  return fences === undefined ? readQuoted(input) : readFenced(fences.head, fences.blocks)
}

function readQuoted(input: string): Edit {
  const words = splitWords(input)
  const isAll = words.some(({ text, isQuoted }) => text === ALL && !isQuoted)
  const rest = words.filter(({ text, isQuoted }) => text !== ALL || isQuoted)
  const [path, oldText, newText, ...more] = rest
  if (path === undefined || oldText === undefined || newText === undefined || more.length > 0)
    throw new InputError({
      expected: 'a path, the old text and the new text, each in quotes if it has blanks',
      found: describe(rest.length),
      example: EXAMPLE,
    })
  return demandText({
    path: path.text,
    oldText: oldText.text,
    newText: newText.text,
    ...(isAll && { all: true }),
  })
}

function readFenced(head: string, blocks: readonly string[]): Edit {
  const words = splitWords(head)
  const isAll = words.some(({ text }) => text === ALL)
  const [path, ...more] = words.filter(({ text }) => text !== ALL)
  const [oldText, newText] = blocks
  if (path === undefined || more.length > 0)
    throw new InputError({
      expected: 'one path in front of the blocks',
      found: describe(more.length + (path === undefined ? 0 : 1)),
      example: FENCED_EXAMPLE,
    })
  if (blocks.length !== 2 || oldText === undefined || newText === undefined)
    throw new InputError({
      expected: 'two fenced blocks, the old text and the new text',
      found: blocks.length === 1 ? 'one block' : `${blocks.length} blocks`,
      example: FENCED_EXAMPLE,
    })
  return demandText({ path: path.text, oldText, newText, ...(isAll && { all: true }) })
}

function demandText(edit: Edit): Edit {
  if (edit.oldText !== '') return edit
  throw new InputError({ expected: 'an old text that is not empty', found: 'an empty one', example: EXAMPLE })
}

function describe(count: number): string {
  if (count === 0) return 'nothing'
  return count === 1 ? 'one word' : `${count} words`
}
