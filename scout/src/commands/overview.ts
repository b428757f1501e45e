/** /overview: what the project is, or one folder or file of it. */

import type { Errand } from '../errand.js'
import { fileFacts } from '../overview/file-facts.js'
import { overview } from '../overview/overview.js'
import { useTool } from '../tools/use-tool.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { InputError } from './input-error.js'
import { splitWords } from './words.js'

export async function showOverview(errand: Errand, input: string): Promise<void> {
  const path = readPath(input)
  const kind = await errand.workspace.kind(path)
  if (kind === 'directory') return lookOver(errand, path)
  if (kind !== 'file') throw unusable(kind === undefined ? 'nothing there' : `a ${kind}`)
  // By the same way as every reading: what looks like a secret is asked about.
  const { text, isError } = await useTool(errand, 'read', { path })
  await errand.turn.say(isError ? text : await fileFacts(errand, path, text))
}

async function lookOver(errand: Errand, path: string): Promise<void> {
  const { turn, workspace } = errand
  const at = workspace.locate(path)
  const name = path === '.' ? 'the project' : workspace.shorten(at)
  await using call = turn.tool({ title: `Look over ${name}`, kind: 'search', locations: [{ path: at }] })
  void call.progress()
  try {
    const text = await overview(errand, path)
    void call.complete()
    await turn.say(text)
  } catch (error) {
    if (error instanceof WorkspaceError) void call.fail(error.message)
    throw error
  }
}

function readPath(input: string): string {
  const [word, ...more] = splitWords(input)
  if (more.length > 0) throw unusable(`${more.length + 1} words`)
  return word?.text ?? '.'
}

function unusable(found: string): InputError {
  return new InputError({ expected: 'a file, a folder or nothing', found, example: '/overview src' })
}
