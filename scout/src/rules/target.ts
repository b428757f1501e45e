/** Finds the file or folder that somebody means by a few words. */

import { quoteWord } from '../commands/words.js'
import { type PlainRequest, unquote } from './request.js'

const THIS = /^(?:this|it|that|the)?(?: (?:file|one|document|page))?$/i

/** The file that the words name: the one that is mentioned, one of that path, or the only one of that name. */
export async function findTarget(
  words: string,
  { errand, mentioned }: PlainRequest,
): Promise<string | undefined> {
  const named = unquote(words)
  if (THIS.test(named)) return mentioned
  const plain = named
    .replace(/^(?:the|this|that)\s+/i, '')
    .replace(/^(?:file|folder|directory)\s+(?=\S)/i, '')
    .replace(/\s+(?:file|folder|directory)$/i, '')
    .trim()
  if (plain === '' || plain.length > 200) return undefined
  return (await atPath(plain, errand)) ?? (await byName(plain, errand))
}

/** The command that shows it: lines of a file, or what is in a folder. */
export async function toShowing(words: string, request: PlainRequest): Promise<string | undefined> {
  const found = await findTarget(words, request)
  if (found === undefined) return undefined
  const isFolder = found.endsWith('/')
  return isFolder ? `/find ${quoteWord(found)}` : `/read ${quoteWord(found)}`
}

async function atPath(path: string, { workspace }: PlainRequest['errand']): Promise<string | undefined> {
  try {
    const kind = await workspace.kind(path)
    const short = workspace.shorten(workspace.locate(path))
    if (kind === 'file') return short
    return kind === 'directory' ? `${short === '' ? '.' : short.replace(/\/$/, '')}/` : undefined
  } catch {
    return undefined
  }
}

/** "README" means README.md as long as there is only one that could be meant; one at the top is meant before others. */
async function byName(name: string, { workspace }: PlainRequest['errand']): Promise<string | undefined> {
  if (!/^[\w.@+-]+$/.test(name)) return undefined
  const { items } = await workspace.find(`**/${inAnyCase(name)}{,.*}`, 50)
  const paths = items.map(path => workspace.shorten(path))
  const top = paths.filter(path => !path.includes('/'))
  const exact = paths.filter(path => nameOf(path) === name)
  const spelt = paths.filter(path => nameOf(path).startsWith(name))
  return [top, exact, spelt, paths].find(({ length }) => length === 1)?.[0]
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** "the readme" is README.md: people do not write capitals. */
function inAnyCase(name: string): string {
  return name.replace(/[a-z]/gi, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}
