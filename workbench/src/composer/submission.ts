/** What is sent of a draft: its text, and blocks for what it mentions and what goes along. */

import type { ContentBlock } from '@parley/acp/thread'
import type { FileContent } from '../state/actions.js'
import type { Submission } from '../state/talk.js'
import { type Draft, filesOf } from './draft.js'

export interface Source {
  readonly cwd: string
  /** Absent where the agent takes links alone, or the folder cannot be looked at. */
  readonly read?: ((path: string) => Promise<FileContent>) | undefined
}

/** More than this is left to the agent to read for itself. */
const MOST_EMBEDDED_BYTES = 64 * 1024
const MOST_WAIT = 3_000

/** At once where no file has to be read first. */
export function toSubmission(draft: Draft, source: Source): Submission | Promise<Submission> {
  const text = draft.text.trim()
  const attached = draft.attachments.map(({ block }) => block)
  const files = filesOf(draft)
  const { read } = source
  if (read === undefined || files.length === 0)
    return { text, blocks: [...files.map(file => linkTo(file, source.cwd)), ...attached] }
  const reading = files.map(file => mention(file, source.cwd, read))
  return Promise.all(reading).then(blocks => ({ text, blocks: [...blocks, ...attached] }))
}

async function mention(file: string, cwd: string, read: NonNullable<Source['read']>): Promise<ContentBlock> {
  const link = linkTo(file, cwd)
  const path = absolute(file, cwd)
  // A file that cannot be read, or not soon, is still pointed at.
  const content = await Promise.race([read(path).catch(() => undefined), later(MOST_WAIT)])
  if (content?.text === undefined || content.isCut || content.size > MOST_EMBEDDED_BYTES) return link
  return { type: 'resource', resource: { uri: link.uri, text: content.text } }
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(() => resolve(undefined), milliseconds))
}

function linkTo(file: string, cwd: string): Extract<ContentBlock, { type: 'resource_link' }> {
  const parts = absolute(file, cwd).split('/').map(encodeURIComponent)
  return { type: 'resource_link', uri: `file://${parts.join('/')}`, name: nameOf(file) }
}

function absolute(file: string, cwd: string): string {
  if (file.startsWith('/')) return file
  return `${cwd.endsWith('/') ? cwd : `${cwd}/`}${file}`
}

function nameOf(file: string): string {
  return file.split('/').findLast(part => part !== '') ?? file
}
