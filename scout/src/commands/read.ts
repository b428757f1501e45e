/** /read: shows a file, or some lines of it. */

import type { Errand } from '../errand.js'
import { fenced } from '../fenced-text.js'
import { useTool } from '../tools/use-tool.js'
import { InputError } from './input-error.js'
import { quoteWord, splitWords } from './words.js'

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
  if ((await errand.workspace.kind(path)) === 'directory')
    throw new InputError({
      expected: 'a file',
      found: 'a folder',
      example: `/find ${quoteWord(`${path.replace(/\/+$/, '')}/`)}`,
    })
  const { text, isError, length = text.length } = await useTool(errand, 'read', { path, ...window })
  if (isError) return void (await errand.turn.say(text))
  const remark = toRemark(text.slice(length), path)
  const block = fenced(text.slice(0, length), extensionOf(path))
  await errand.turn.say(remark === undefined ? block : `${block}\n\n${remark}`)
}

/** How to read on is said as a command here. */
function toRemark(rest: string, path: string): string | undefined {
  const [, remark] = /\[(.*)\]$/.exec(rest) ?? []
  const [, next] = /with line (\d+)\.$/.exec(remark ?? '') ?? []
  return next === undefined ? remark : `There is more: \`/read ${quoteWord(`${path}:${next}-`)}\``
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
