/** What an agent asks for, read by the shapes of the protocol before anything is done about it. */

import { BAD, loadContract, Reader, rpcError, slipsOfVersion1 } from '@parley/acp/protocol'
import type { MethodRow, v1, v2 } from '@parley/acp/schema'

const METHODS = [
  'session/request_permission',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
] as const

/** A method that is answered by whoever lends. */
export type LentMethod = (typeof METHODS)[number]

export type LentParams<M extends LentMethod> = v1.ClientRequests[M]['params']

export function isLentMethod(method: string): method is LentMethod {
  return METHODS.some(each => each === method)
}

type Rows = ReadonlyMap<string, MethodRow>

const known = new Map<1 | 2, Promise<Rows>>()

function rowsOf(version: 1 | 2): Promise<Rows> {
  const rows =
    known.get(version) ??
    loadContract(version, false).then(
      ({ methods }) => new Map(methods.filter(({ to }) => to !== 'agent').map(row => [row.name, row])),
    )
  known.set(version, rows)
  return rows
}

/** Rejects where the params are not what the method takes. */
export async function readParams<M extends LentMethod>(method: M, params: unknown): Promise<LentParams<M>> {
  const mended =
    method === 'session/request_permission' ? slipsOfVersion1['session/request_permission'](params) : params
  return (await readBy(1, method, mended)) as LentParams<M>
}

/** An agent of version 2 asks in other words, and for nothing else. */
export async function readLaterPermission(params: unknown): Promise<v2.RequestPermissionRequest> {
  return (await readBy(2, 'session/request_permission', params)) as v2.RequestPermissionRequest
}

async function readBy(version: 1 | 2, method: LentMethod, params: unknown): Promise<unknown> {
  const row = (await rowsOf(version)).get(method)
  if (row === undefined) throw rpcError('method_not_found', 'There is no such method')
  const reader = new Reader()
  const value = reader.read(row.params, params)
  const [flaw] = reader.flaws
  if (value === BAD)
    throw rpcError('invalid_params', `Invalid params: ${flaw?.path}: expected ${flaw?.expected}`)
  return value
}
