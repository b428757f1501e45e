/** What happens beside the talking: compactions, subagents, and messages between sessions. The same in both versions. */

import type { v2Unstable } from '../schema/index.js'
import { addBlock, patchBlocks, toBlocks } from './blocks.js'
import type { Compaction, SessionMessage } from './entry.js'
import { clearOnNull, type Fields, isBlock, isFields, isListOf, isText } from './fields.js'
import { patchMeta } from './meta.js'
import { type Thread, upsert } from './thread.js'

export function changeCompaction(thread: Thread, fields: Fields): Thread | undefined {
  const { compactionId, status, summary, error, _meta } = fields
  if (!isText(compactionId) || !isText(status)) return undefined
  return upsert(thread, { kind: 'compaction', id: compactionId }, (stored = newCompaction(compactionId)) => ({
    ...stored,
    status,
    summary: patchBlocks(stored.summary, summary),
    error: clearOnNull(stored.error, error, isText),
    meta: patchMeta(stored.meta, _meta),
  }))
}

export function extendCompaction(thread: Thread, { compactionId, content }: Fields): Thread | undefined {
  if (!isText(compactionId) || !isBlock(content)) return undefined
  return upsert(thread, { kind: 'compaction', id: compactionId }, (stored = newCompaction(compactionId)) => ({
    ...stored,
    summary: addBlock(stored.summary, content),
  }))
}

export function changeSubagent(thread: Thread, fields: Fields): Thread | undefined {
  const { sessionId } = fields
  if (!isText(sessionId)) return undefined
  return upsert(thread, { kind: 'subagent', id: sessionId }, (stored = { kind: 'subagent', sessionId }) => ({
    ...stored,
    title: clearOnNull(stored.title, fields.title, isText),
    description: clearOnNull(stored.description, fields.description, isText),
    state: clearOnNull(stored.state, fields.state, isState),
    capabilities: clearOnNull(stored.capabilities, fields.capabilities, isFields),
    cwd: clearOnNull(stored.cwd, fields.cwd, isText),
    additionalDirectories: clearOnNull(
      stored.additionalDirectories,
      fields.additionalDirectories,
      isListOf(isText),
    ),
    meta: patchMeta(stored.meta, fields._meta),
  }))
}

export function changeSessionMessage(thread: Thread, fields: Fields): Thread | undefined {
  const { messageId } = fields
  if (!isText(messageId)) return undefined
  return upsert(thread, { kind: 'session_message', id: messageId }, (stored = newMessage(messageId)) => ({
    ...stored,
    senderSessionId: clearOnNull(stored.senderSessionId, fields.senderSessionId, isText),
    recipientSessionId: clearOnNull(stored.recipientSessionId, fields.recipientSessionId, isText),
    senderMessageId: clearOnNull(stored.senderMessageId, fields.senderMessageId, isText),
    recipientMessageId: clearOnNull(stored.recipientMessageId, fields.recipientMessageId, isText),
    content: patchBlocks(stored.content, fields.content),
    meta: patchMeta(stored.meta, fields._meta),
  }))
}

export function extendSessionMessage(thread: Thread, { messageId, content }: Fields): Thread | undefined {
  if (!isText(messageId) || !isBlock(content)) return undefined
  return upsert(thread, { kind: 'session_message', id: messageId }, (stored = newMessage(messageId)) => ({
    ...stored,
    content: addBlock(stored.content, content),
  }))
}

function newCompaction(compactionId: string): Compaction {
  return { kind: 'compaction', compactionId, status: 'in_progress', summary: toBlocks([]) }
}

function newMessage(messageId: string): SessionMessage {
  return { kind: 'session_message', messageId, content: toBlocks([]) }
}

const isState = (value: unknown): value is v2Unstable.StateUpdate => isFields(value) && isText(value.state)
