/** Undoes the last change of the conversation, by the same way as every change: shown, asked about, made. */

import type { Errand } from '../errand.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { complete, digest, toUndertaking } from './change.js'
import { undertakeMove } from './move.js'
import { findLastChange, type PastChange, textBefore } from './past-changes.js'
import { undertakeRemoval } from './remove.js'
import type { Effect, ToolResult, Undertaking } from './tool.js'
import { perform } from './use-tool.js'

const NOTHING =
  'There is nothing to undo in this conversation. A change of another one is undone there: open it again in your ' +
  'client, or send `parley run /undo --resume`.'

/** Undoes it, or says why not. Calling it again undoes the change before. */
export async function undoLast(errand: Errand): Promise<ToolResult> {
  const change = await findLastChange(errand.turn.session)
  if (change === undefined) return { text: NOTHING }
  return perform(
    errand,
    {
      name: 'undo',
      description: 'Undoes the last change of the conversation.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      effect: effectOf(change),
      undertake: () => undertake(errand, change),
    },
    {},
  )
}

/** To undo the making of a file is to remove it, and to undo a move is to move. */
function effectOf({ record }: PastChange): Effect {
  if (record.change === 'move') return 'move'
  return record.change === 'write' && record.before === null ? 'remove' : 'edit'
}

async function undertake(errand: Errand, change: PastChange): Promise<Undertaking> {
  const { record, id } = change
  const mark = { change: 'undo', undoes: id }
  if (record.change === 'move') return undertakeMove(errand, { from: record.to, to: record.from, mark })
  if (record.change === 'remove') return bringBack(errand, change, mark)
  const current = await demandUnchanged(errand, record)
  if (record.before === null) return undertakeRemoval(errand, record.path, mark)
  const after = await demandTextBefore(errand, change, current)
  return restore(errand, { path: record.path, before: current, after, mark })
}

async function demandUnchanged(
  { workspace }: Errand,
  { path, after }: { readonly path: string; readonly after: string },
): Promise<string> {
  const name = workspace.shorten(path)
  const current = await workspace.readIfThere(path)
  if (current === undefined)
    throw new WorkspaceError(`${name} is not there any more, so its last change cannot be undone.`)
  if (digest(current) !== after)
    throw new WorkspaceError(
      `${name} has changed since, so its last change is not undone: that would lose the new one.`,
    )
  return current
}

async function bringBack(errand: Errand, change: PastChange, mark: object): Promise<Undertaking> {
  const { workspace } = errand
  const { record } = change
  if (record.change !== 'remove') throw new WorkspaceError('Nothing was removed.')
  const { path, kind, before } = record
  const name = workspace.shorten(path)
  if ((await workspace.kind(path)) !== undefined)
    throw new WorkspaceError(`Something stands at ${name} again, so its removal is not undone.`)
  if (kind === 'directory') return bringBackFolder(errand, path, mark)
  if (before === null) throw new WorkspaceError(`${name} was not text, so it cannot be brought back.`)
  const after = await demandTextBefore(errand, change, '')
  return restore(errand, { path, before: undefined, after, mark })
}

function bringBackFolder({ workspace }: Errand, path: string, mark: object): Undertaking {
  const name = workspace.shorten(path)
  return {
    start: { title: `Undo the removal of ${name}`, kind: 'edit', locations: [{ path }] },
    preview: `${name} is made again, as an empty directory.`,
    async carryOut(call) {
      await workspace.makeDirectory(path)
      return complete(call, { ...mark, path }, `Made ${name} again.`)
    },
  }
}

async function demandTextBefore(
  errand: Errand,
  { record, content }: PastChange,
  current: string,
): Promise<string> {
  if (record.change === 'move') return current
  const text = await textBefore(content, record.path, current)
  if (text === undefined || digest(text) !== record.before)
    throw new WorkspaceError(
      `The conversation does not hold what ${errand.workspace.shorten(record.path)} was before, so it cannot be undone.`,
    )
  return text
}

interface Restoration {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
  readonly mark: object
}

function restore(errand: Errand, { path, before, after, mark }: Restoration): Promise<Undertaking> {
  const name = errand.workspace.shorten(path)
  const start = {
    title: `Undo the change of ${name}`,
    kind: 'edit' as const,
    locations: [{ path }],
    rawInput: { path: name },
  }
  return toUndertaking(errand, {
    path,
    before,
    after,
    start,
    done: `Undid the last change of ${name}.`,
    mark,
  })
}
