/** One call of a tool as the client sees it: announced, asked about, in progress, and ended one way or the other. */

import type { CallToolResult, Progress } from '@modelcontextprotocol/client'
import type { ContentBlock, ToolCall, Turn } from '../agent/index.js'
import { lineWithin } from '../text/index.js'
import type { Consent } from './consent.js'
import { textOf, toBlock } from './content.js'
import type { Server } from './server.js'
import type { ListedTool } from './tool.js'

/** What came of a call. Only a cancelled turn is an exception; all else the author can hand to the model. */
export interface ToolOutcome {
  readonly status: 'completed' | 'failed' | 'rejected'
  readonly content: readonly ContentBlock[]
  /** The text of the content. */
  readonly text: string
  /** The answer as a value, where the tool gives one. */
  readonly structuredContent?: unknown
}

/** A call to be made. */
export interface Asked {
  readonly turn: Turn
  readonly server: Server
  readonly listed: ListedTool
  readonly args: Readonly<Record<string, unknown>>
}

const PROGRESS_MILLISECONDS = 100
const MOST_PROGRESS_BYTES = 1024
const MOST_RAW_CHARACTERS = 128 * 1024

export async function runTool(asked: Asked, consent: Consent): Promise<ToolOutcome> {
  const { turn, server, listed, args } = asked
  // What a server says of itself must not pass for what the agent says: no kind that clients allow unasked, and no
  // argument that reads like a command or a path of the agent's own.
  const rawInput = {
    server: listed.tool.server,
    tool: server.redactor.text(listed.ownName),
    arguments: server.redactor.value(args),
  }
  const call = turn.tool({ title: listed.tool.name, kind: 'other', rawInput })
  try {
    const current = (): ListedTool | undefined => server.peek(listed.tool.name)
    const allowed = await consent.obtain({ turn, call, args, current })
    if (allowed !== undefined) return await work(asked, allowed, call)
    if (current() === undefined) return fail(call, server.failure ?? 'The server no longer offers this tool.')
    return fail(call, `The user did not allow ${listed.tool.name} to be called.`, 'rejected')
  } catch (error) {
    if (turn.isCancelled && call.isOpen) void call.fail('Cancelled.')
    throw error
  }
}

async function work(
  { turn, server, args }: Asked,
  allowed: ListedTool,
  call: ToolCall,
): Promise<ToolOutcome> {
  void call.progress()
  let answer: CallToolResult
  try {
    answer = await server.call(allowed, args, { signal: turn.signal, onProgress: toTeller(call, server) })
  } catch (error) {
    turn.signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : 'no reason given'
    return fail(call, `${allowed.tool.name} failed: ${reason}`)
  }
  return end(call, server.redactor.value(answer))
}

function end(call: ToolCall, { content, structuredContent, isError }: CallToolResult): ToolOutcome {
  const blocks = content.map(toBlock)
  if (blocks.length === 0 && structuredContent !== undefined)
    blocks.push({ type: 'text', text: JSON.stringify(structuredContent, undefined, 2) })
  const change = isModest(structuredContent) ? { rawOutput: structuredContent } : {}
  if (isError === true) void call.fail(blocks, change)
  else void call.complete(blocks, change)
  return {
    status: isError === true ? 'failed' : 'completed',
    content: blocks,
    text: textOf(blocks),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  }
}

/** A client reads no message of too many parts, and would never learn that the call has ended. */
function isModest(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= MOST_RAW_CHARACTERS
}

/** Ends the call with words for user and model alike. */
function fail(call: ToolCall, text: string, status: 'failed' | 'rejected' = 'failed'): ToolOutcome {
  void call.fail(text)
  return toFailure(text, status)
}

export function toFailure(text: string, status: 'failed' | 'rejected' = 'failed'): ToolOutcome {
  return { status, text, content: [{ type: 'text', text }] }
}

/** Tells the client how far the work is, but not more often than anybody could read. */
function toTeller(call: ToolCall, { redactor }: Server): (progress: Progress) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ progress, total, message }) => {
    const now = performance.now()
    if (!call.isOpen || now - last < PROGRESS_MILLISECONDS) return
    last = now
    const far = total === undefined ? `${progress}` : `${progress} of ${total}`
    void call.progress(
      message === undefined ? far : `${far}: ${lineWithin(redactor.text(message), MOST_PROGRESS_BYTES)}`,
    )
  }
}
