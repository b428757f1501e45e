/** Creates a file, or replaces all of its text. */

import { WorkspaceError } from '../workspace/workspace.js'
import { toUndertaking } from './change.js'
import { textIn } from './given.js'
import type { Tool, Undertaking } from './tool.js'

export const write: Tool = {
  name: 'write',
  description:
    'Creates a file with this content, or replaces the whole content of a file. Use edit to change a part of one.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The file, relative to the project or absolute.' },
      content: { type: 'string', description: 'The whole text that is to stand in it.' },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  effect: 'edit',
  async undertake(input, errand): Promise<Undertaking> {
    const { workspace } = errand
    const path = workspace.locate(textIn(input, 'path'))
    const name = workspace.shorten(path)
    const after = textIn(input, 'content')
    if ((await workspace.kind(path)) === 'directory')
      throw new WorkspaceError(`${name} is a directory: nothing can be written to it.`)
    const before = await workspace.readIfThere(path)
    if (before === after) throw new WorkspaceError(`${name} has exactly this content already.`)
    const isNew = before === undefined
    return toUndertaking(errand, {
      path,
      before,
      after,
      start: {
        title: `${isNew ? 'Create' : 'Replace'} ${name}`,
        kind: 'edit',
        locations: [{ path }],
        rawInput: { path: name },
      },
      done: `${isNew ? 'Created' : 'Replaced'} ${name}.`,
    })
  },
}
