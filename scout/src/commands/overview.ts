/** /overview: what the project is, or one folder or file of it. */

import type { Errand } from '../errand.js'
import { fileFacts } from '../overview/file-facts.js'
import { overview } from '../overview/overview.js'
import { InputError } from './input-error.js'
import { splitWords } from './words.js'

export async function showOverview(errand: Errand, input: string): Promise<void> {
  const { turn, workspace } = errand
  const path = readPath(input)
  const kind = await workspace.kind(path)
  if (kind !== 'file' && kind !== 'directory') throw unusable(kind === undefined ? 'nothing there' : kind)
  const name = path === '.' ? 'the project' : workspace.shorten(workspace.locate(path))
  await using call = turn.tool({
    title: `Look over ${name}`,
    kind: 'search',
    locations: [{ path: workspace.locate(path) }],
  })
  void call.progress()
  const text = kind === 'file' ? await fileFacts(errand, path) : await overview(errand, path)
  void call.complete('It was looked over.')
  await turn.say(text)
}

function readPath(input: string): string {
  const [word, ...more] = splitWords(input)
  if (more.length > 0) throw unusable(`${more.length + 1} words`)
  return word?.text ?? '.'
}

function unusable(found: string): InputError {
  return new InputError({ expected: 'a file, a folder or nothing', found, example: '/overview src' })
}
