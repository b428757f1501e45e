/** Replaces passages of a file: exact text for exact text. */

import { sensitivityOf } from '@parley/acp/guard'
import { WorkspaceError } from '../workspace/workspace.js'
import { toUndertaking } from './change.js'
import { count } from './cut.js'
import { flagIn, objectsIn, textIn } from './given.js'
import { type Passage, replacePassage } from './passage.js'
import type { Tool, ToolInput, Undertaking } from './tool.js'

const passage = {
  oldText: { type: 'string', description: 'The text to replace, exactly as it stands in the file.' },
  newText: { type: 'string', description: 'What is to stand in its place.' },
  all: {
    type: 'boolean',
    description: 'Replace every place; otherwise oldText must stand there exactly once.',
  },
}

export const edit: Tool = {
  name: 'edit',
  description:
    'Replaces text in a file. oldText must match exactly and stand there once, unless all is true. Give several replacements of one file in edits.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The file, relative to the project or absolute.' },
      ...passage,
      edits: {
        type: 'array',
        description: 'Several replacements, made one after the other.',
        items: {
          type: 'object',
          properties: passage,
          required: ['oldText', 'newText'],
          additionalProperties: false,
        },
      },
    },
    required: ['path'],
    additionalProperties: false,
  },
  effect: 'edit',
  async undertake(input, errand): Promise<Undertaking> {
    const { workspace } = errand
    const path = workspace.locate(textIn(input, 'path'))
    const name = workspace.shorten(path)
    const passages = passagesIn(input)
    const before = await workspace.readIfThere(path)
    if (before === undefined) throw new WorkspaceError(`${name} does not exist. Use write to create it.`)
    let after = before
    const notes: string[] = []
    const place = { name, isSecret: workspace.isReadingItself && sensitivityOf(path, []) === 'secret-like' }
    for (const each of passages) {
      const replaced = replacePassage(after, each, place)
      after = replaced.text
      notes.push(...replaced.notes)
    }
    if (after === before) throw new WorkspaceError(`The edit changes nothing in ${name}.`)
    const note = notes.length === 0 ? '' : ` ${notes.join(' ')}`
    return toUndertaking(errand, {
      path,
      before,
      after,
      start: { title: `Edit ${name}`, kind: 'edit', locations: [{ path }], rawInput: { path: name } },
      done: `Edited ${name}: ${count(passages.length, 'replacement')}.${note}`,
    })
  },
}

function passagesIn(input: ToolInput): readonly Passage[] {
  const several = objectsIn(input, 'edits')
  const all = input.oldText === undefined ? several : [input, ...several]
  if (all.length === 0)
    throw new WorkspaceError('There is nothing to edit: give oldText and newText, or a list of edits.')
  return all.map(each => ({
    oldText: textIn(each, 'oldText'),
    newText: textIn(each, 'newText'),
    isAll: flagIn(each, 'all'),
  }))
}
