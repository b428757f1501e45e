/**
 * Files and terminals for an agent under inspection, real ones, below one folder. Files cannot leave it; a command starts
 * there and is not confined beyond that. Everything is allowed inside, and nothing is remembered.
 */

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes, toErrorObject } from '@parley/acp/jsonrpc'
import {
  type HostFiles,
  type HostTerminals,
  hostFiles,
  hostTerminals,
  sessionRoots,
  type Warden,
} from '@parley/acp/node'
import { isObject } from '../../json-object.js'
import { type Answer, failed } from './profile.js'

export interface Sandbox {
  readonly folder: string
  /** Carries out what is asked. */
  answer(method: string, params: unknown): Promise<Answer>
  close(): Promise<void>
}

/** Without a folder a new one is made, and taken away at the end. */
export async function openSandbox(folder?: string): Promise<Sandbox> {
  const own = folder === undefined ? await mkdtemp(join(tmpdir(), 'parley-inspect-')) : undefined
  const place = await realpath(folder ?? own ?? '')
  const gone = new AbortController()
  // What the folder keeps in needs no leave: that is what a sandbox is for.
  const warden: Warden = { admit: async () => ({ async finish() {} }) }
  const directories = sessionRoots()
  const box = {
    files: hostFiles({ warden, directories }),
    terminals: hostTerminals({ warden, directories }),
  }
  return {
    folder: place,
    answer: (method, params) => carryOut(box, { method, params, place, signal: gone.signal }),
    async close() {
      gone.abort()
      await box.terminals.close()
      directories.close()
      if (own !== undefined) await rm(own, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

interface Box {
  readonly files: HostFiles
  readonly terminals: HostTerminals
}

interface Asked {
  readonly method: string
  readonly params: unknown
  readonly place: string
  readonly signal: AbortSignal
}

type Work = (
  params: never,
  context: { sessionId: string; roots: readonly string[]; signal: AbortSignal },
) => unknown

async function carryOut(box: Box, { method, params, place, signal }: Asked): Promise<Answer> {
  const work = workOf(box, method)
  if (work === undefined) return failed(errorCodes.method_not_found, 'Method not found')
  const sessionId = isObject(params) && typeof params.sessionId === 'string' ? params.sessionId : ''
  try {
    // The host judges what it is given; of its shape nothing is promised to it here either.
    return { result: (await work(params as never, { sessionId, roots: [place], signal })) ?? null }
  } catch (error) {
    return { error: toErrorObject(error, signal.aborted) }
  }
}

function workOf({ files, terminals }: Box, method: string): Work | undefined {
  const works: Readonly<Record<string, Work | undefined>> = {
    'fs/read_text_file': files.read,
    'fs/write_text_file': files.write,
    'terminal/create': terminals.create,
    'terminal/output': terminals.output,
    'terminal/wait_for_exit': terminals.waitForExit,
    'terminal/kill': terminals.kill,
    'terminal/release': terminals.release,
  }
  return Object.hasOwn(works, method) ? works[method] : undefined
}
