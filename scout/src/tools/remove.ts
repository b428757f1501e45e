/** Removes a file, a link or an empty directory, and shows before what goes. */

import { diff } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import { type EntryKind, WorkspaceError } from '../workspace/workspace.js'
import { type ChangeRecord, candidPath, canReadAgain, complete, digest, whyAsked } from './change.js'
import { textIn } from './given.js'
import type { Tool, Undertaking } from './tool.js'

export const remove: Tool = {
  name: 'remove',
  description: 'Removes one file of the project, a link, or a directory that is empty.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'What to remove, relative to the project or absolute.' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  effect: 'remove',
  async undertake(input, errand): Promise<Undertaking> {
    return undertakeRemoval(errand, errand.workspace.locate(textIn(input, 'path')))
  },
}

/** `mark` is more to keep with the record, such as what was undone. */
export async function undertakeRemoval(
  errand: Errand,
  path: string,
  mark: object = {},
): Promise<Undertaking> {
  const { workspace } = errand
  const name = workspace.shorten(path)
  const kind = await workspace.kind(path)
  if (kind === undefined) throw new WorkspaceError(`${name} does not exist.`)
  if (kind === 'directory') await demandEmpty(errand, path)
  const at = await candidPath(errand, path)
  const text = kind === 'file' ? await textOf(errand, path) : undefined
  return {
    start: { title: `Remove ${name}`, kind: 'delete', locations: [{ path }], rawInput: { path: name } },
    preview: text === undefined ? describe(kind, name) : diff(path, { from: text, to: '' }),
    asks: await whyAsked(errand, [path]),
    async carryOut(call) {
      if (kind === 'file' && canReadAgain(errand, path) && (await textOf(errand, path)) !== text)
        throw new WorkspaceError(`${name} changed meanwhile, so it was not removed.`)
      await workspace.remove(at)
      const before = text === undefined ? null : digest(text)
      const record: ChangeRecord = { change: 'remove', path, kind: kind === 'link' ? 'other' : kind, before }
      return complete(call, { ...record, ...mark }, `Removed ${name}.`)
    },
  }
}

/** What is listed leaves ignored files out; what is removed must not. */
async function demandEmpty({ workspace }: Errand, path: string): Promise<void> {
  if (!(await workspace.isEmpty(path)))
    throw new WorkspaceError(
      `${workspace.shorten(path)} is a directory with something in it. Remove that first: only empty directories are removed.`,
    )
}

/** Nothing for what is no text: that cannot be brought back. */
async function textOf({ workspace }: Errand, path: string): Promise<string | undefined> {
  return workspace.read(path).catch(error => {
    if (error instanceof WorkspaceError) return undefined
    throw error
  })
}

function describe(kind: EntryKind, name: string): string {
  if (kind === 'directory') return `${name} is an empty directory.`
  if (kind === 'link')
    return `${name} is a link. What it leads to stays; the link cannot be brought back by undo.`
  return `${name} is not text. It cannot be brought back by undo.`
}
