/** Gives a file or a directory another name or place. */

import { basename, join } from 'node:path'
import type { Errand } from '../errand.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { type ChangeRecord, candidPath, complete, whyAsked } from './change.js'
import { textIn } from './given.js'
import { isPackage } from './package-scripts.js'
import type { Tool, Undertaking } from './tool.js'

export const move: Tool = {
  name: 'move',
  description:
    'Renames or moves a file or a directory inside the project. Refuses when something is at the new place.',
  parameters: {
    type: 'object',
    properties: {
      from: { type: 'string', description: 'What to move, relative to the project or absolute.' },
      to: { type: 'string', description: 'Its new path, with its name.' },
    },
    required: ['from', 'to'],
    additionalProperties: false,
  },
  effect: 'move',
  async undertake(input, errand): Promise<Undertaking> {
    const { workspace } = errand
    const [from, to] = [workspace.locate(textIn(input, 'from')), workspace.locate(textIn(input, 'to'))]
    return undertakeMove(errand, { from, to })
  },
}

const MOST_INNER = 200

/** What is in a directory gets other places as well: as `workflows` does when it comes to be in `.github`. */
async function innerPlaces({ workspace }: Errand, from: string, to: string): Promise<readonly string[]> {
  const { items } = await workspace.list(from, { limit: MOST_INNER })
  return items.flatMap(({ path }) => [path, join(to, basename(path))])
}

export interface Relocation {
  readonly from: string
  readonly to: string
  /** More to keep with the record, such as what was undone. */
  readonly mark?: object | undefined
}

/** A file that takes this name brings its scripts with it. */
function whyProgramsAsked({ workspace }: Errand, to: string): string | undefined {
  if (!isPackage(to)) return undefined
  return `Other programs run the scripts of ${workspace.shorten(to)} by themselves.`
}

export async function undertakeMove(errand: Errand, { from, to, mark }: Relocation): Promise<Undertaking> {
  const { workspace } = errand
  const [source, target] = [workspace.shorten(from), workspace.shorten(to)]
  const kind = await workspace.kind(from)
  if (kind === undefined) throw new WorkspaceError(`${source} does not exist.`)
  if ((await workspace.kind(to)) !== undefined)
    throw new WorkspaceError(`${target} exists already. Remove it first, or choose another name.`)
  const inner = kind === 'directory' ? await innerPlaces(errand, from, to) : []
  const ends = [await candidPath(errand, from), await candidPath(errand, to)] as const
  return {
    start: {
      title: `Move ${source} to ${target}`,
      kind: 'move',
      locations: [{ path: from }, { path: to }],
      rawInput: { from: source, to: target },
    },
    preview: `${source} → ${target}`,
    asks: (await whyAsked(errand, [from, to, ...inner])) ?? whyProgramsAsked(errand, to),
    async carryOut(call) {
      await workspace.move(...ends)
      const record: ChangeRecord = { change: 'move', from, to }
      return complete(call, { ...record, ...mark }, `Moved ${source} to ${target}.`)
    },
  }
}
