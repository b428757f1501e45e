/** A host that tells of every file it wrote for an agent: which, and how many lines came and went. */

import { readFile, stat } from 'node:fs/promises'
import type { NodeHost } from '@parley/acp/node'
import { changedFiles, emptyThread, reduce } from '@parley/acp/thread'
import type { RunEvent } from './event.js'

type Written = Extract<RunEvent, { type: 'written' }>

// More than this is not compared.
const MOST_BYTES = 2_000_000

export function tellingWrites(host: NodeHost, tell: (event: Written) => void): NodeHost {
  const { files } = host
  const write = files?.write?.bind(files)
  if (files === undefined || write === undefined) return host
  return {
    ...host,
    files: {
      ...files,
      async write(params, context) {
        const oldText = await readBefore(params.path)
        const answer = await write(params, context)
        tell({ type: 'written', path: params.path, ...countLines(oldText, params.content) })
        return answer
      },
    },
  }
}

/** What stands there now; nothing for a new file; undefined where it is not compared. */
async function readBefore(path: string): Promise<string | null | undefined> {
  try {
    const status = await stat(path)
    return status.isFile() && status.size <= MOST_BYTES ? await readFile(path, 'utf8') : undefined
  } catch {
    return null
  }
}

function countLines(
  oldText: string | null | undefined,
  newText: string,
): { readonly added: number; readonly removed: number } {
  const none = { added: 0, removed: 0 }
  if (oldText === undefined || newText.length > MOST_BYTES) return none
  const content = [{ type: 'diff' as const, path: '/file', oldText, newText }]
  const call = { toolCallId: 'write', title: '', kind: 'edit', status: 'completed', content } as const
  const [change] = changedFiles(reduce(emptyThread(1), { sessionUpdate: 'tool_call', ...call }))
  return change === undefined ? none : { added: change.added, removed: change.removed }
}
