/**
 * The change of one file: shown as a diff, made only if the file is still what was shown, and written down so that it
 * can be undone. Shared by the tools that change text.
 */

import { createHash } from 'node:crypto'
import { diff, type ToolCall, type ToolCallStart } from '@parley/acp/agent'
import { sensitivityOf } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { changesScripts, isPackage } from './package-scripts.js'
import type { ToolResult, Undertaking } from './tool.js'

/** What is kept of a change in the conversation, in `rawOutput`. */
export type ChangeRecord =
  | {
      readonly change: 'write'
      readonly path: string
      readonly before: string | null
      readonly after: string
    }
  | {
      readonly change: 'remove'
      readonly path: string
      readonly kind: 'file' | 'directory' | 'other'
      /** The digest of the text that is gone; null where there is no text to bring back. */
      readonly before: string | null
    }
  | { readonly change: 'move'; readonly from: string; readonly to: string }

// Both texts travel in one message, and some clients take no longer one.
const MOST_CHARACTERS = 8 * 1_024 * 1_024

export interface TextChange {
  readonly path: string
  /** Absent for a new file. */
  readonly before: string | undefined
  readonly after: string
  readonly start: ToolCallStart
  /** What to say when it is done. */
  readonly done: string
  /** More to keep with the record, such as what was undone. */
  readonly mark?: object | undefined
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function toUndertaking(errand: Errand, change: TextChange): Promise<Undertaking> {
  const { path, before, after, start, done, mark } = change
  if ((before?.length ?? 0) + after.length > MOST_CHARACTERS)
    throw new WorkspaceError(`${errand.workspace.shorten(path)} is too large for its change to be shown.`)
  const at = await candidPath(errand, path)
  return {
    start,
    preview: diff(path, { from: before, to: after }),
    asks: (await whyAsked(errand, [path])) ?? whyProgramsAsked(errand, change),
    isLent: errand.turn.files?.write !== undefined,
    async carryOut(call) {
      await demandUnchanged(errand, change)
      await errand.workspace.write(at, after)
      const record: ChangeRecord = {
        change: 'write',
        path,
        before: before === undefined ? null : digest(before),
        after: digest(after),
      }
      return complete(call, { ...record, ...mark }, done)
    },
  }
}

/** Ends the call with what undoing it needs. */
export function complete(call: ToolCall, record: object, text: string): ToolResult {
  void call.complete(undefined, { rawOutput: record })
  return { text }
}

/** A client that lends its files asks about every read of a secret: once for one change is enough. */
export function canReadAgain({ workspace }: Errand, path: string): boolean {
  return workspace.isReadingItself || sensitivityOf(path, []) !== 'secret-like'
}

/** A question may stay open for long: what was allowed was this change of that text. */
async function demandUnchanged(errand: Errand, { path, before }: TextChange): Promise<void> {
  const { workspace } = errand
  if (canReadAgain(errand, path) && (await workspace.readIfThere(path)) !== before)
    throw new WorkspaceError(
      `${workspace.shorten(path)} changed meanwhile, so nothing was written. Read it again and repeat the change.`,
    )
}

/** Files that run by themselves or steer tools, and those with secrets, are asked about in every mode: by where they are. */
export async function whyAsked({ workspace }: Errand, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const { entry, target } = await workspace.trace(path)
    const real = [path, entry, target].find(each => sensitivityOf(each, [], true) !== undefined)
    if (real === undefined) continue
    const name = workspace.shorten(path)
    const way = real === path ? name : `${name} leads to ${workspace.shorten(real)}, which`
    return sensitivityOf(real, [], true) === 'protected'
      ? `${way} steers tools or runs by itself, so it is asked about every time.`
      : `${way} looks like a file that holds secrets.`
  }
  return undefined
}

/** The path to work with: one that says itself what is asked about, where the given one hides it behind a link. */
export async function candidPath({ workspace }: Errand, path: string): Promise<string> {
  const { entry } = await workspace.trace(path)
  return sensitivityOf(entry, [], true) === sensitivityOf(path, [], true) ? path : entry
}

function whyProgramsAsked({ workspace }: Errand, { path, before, after }: TextChange): string | undefined {
  if (!isPackage(path) || !changesScripts(before, after)) return undefined
  return `The scripts of ${workspace.shorten(path)} change, and other programs run those by themselves.`
}
