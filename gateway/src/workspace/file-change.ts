/** A person's change of a file: only where it is still the file that they saw, whole or not at all, and on record. */

import { type Action, sensitivityOf } from '@parley/acp/guard'
import { isRpcError, RpcError } from '@parley/acp/jsonrpc'
import { type AuditLog, type Leave, lookAtFile, type Root, removeInside, writeInside } from '@parley/acp/node'
import { reasonCodes, reasonOf, rpcError } from '@parley/acp/protocol'
import type { LentRequest } from '../hub/lender.js'

/** What is to be there, and what was: null is no file. */
export interface FileChange {
  readonly path: string
  readonly text: string | null
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string | null
}

/** Where a change is written down, and what is known of whose it is. */
export interface ChangeRecord {
  readonly audit: AuditLog
  readonly session: string
  readonly agent: string
  readonly by: LentRequest['by']
}

/** Where it may happen. */
export interface ChangePlace {
  readonly roots: readonly Root[]
  readonly record?: ChangeRecord | undefined
  /** Why it may not happen, in a sentence. */
  readonly denial?: ((action: Action) => Promise<string | undefined>) | undefined
}

/** Resolves with the digest of what is there then. */
export async function changeFile(change: FileChange, place: ChangePlace): Promise<string | null> {
  const { path, text, digest } = change
  if (text === null && digest === null)
    throw rpcError('invalid_params', '/text: there is nothing to take away')
  try {
    return text === null ? await remove(change, place) : await write(change, text, place)
  } catch (error) {
    // What was changed between the look and the deed is refused by whoever does it.
    const wasInTheWay = isRpcError(error) && IN_THE_WAY.has(reasonOf(error))
    if (wasInTheWay && (await isOther(path, digest, place.roots))) throw conflict(path)
    throw error
  }
}

const IN_THE_WAY = new Set<unknown>(['resource_access_denied', 'resource_not_found'])

async function write({ path, digest }: FileChange, text: string, place: ChangePlace): Promise<string> {
  let written = ''
  await writeInside({ path, content: text }, place.roots, {
    admit: async judged => {
      const { at, ...action } = judged
      demandOrdinary(at.path)
      await demandNotDenied(judged, path, place)
      const now = 'isNew' in action && action.isNew ? null : await digestOf(at.path, place.roots)
      if (now !== digest) throw conflict(path)
      written = 'sha256' in action ? action.sha256 : ''
      return await noted(place, 'fs.write', { at, isNew: now === null, sha256: written })
    },
  })
  return written
}

async function remove({ path, digest }: FileChange, place: ChangePlace): Promise<null> {
  let leave: Leave | undefined
  try {
    await removeInside(path, place.roots, {
      admit: async at => {
        demandOrdinary(at)
        const root = rootOf(at, place.roots)
        await demandNotDenied({ action: 'fs.delete', at: [{ path: at, root }], isFolder: false }, path, place)
        if ((await digestOf(at, place.roots)) !== digest) throw conflict(path)
        leave = await noted(place, 'fs.delete', { at: [{ path: at }], isFolder: false })
      },
    })
  } catch (error) {
    await leave?.finish('failed')
    throw error
  }
  await leave?.finish('done')
  return null
}

// What was there before is mostly an agent's word: nobody brings back a hook or takes away a policy by taking a change back.
function demandOrdinary(path: string): void {
  if (sensitivityOf(path, [], true) === 'protected')
    throw rpcError('permission_denied', 'It steers tools or runs by itself: change it by hand', { path })
}

/** Before anything is told of what stands there. */
async function demandNotDenied(action: Action, path: string, { denial }: ChangePlace): Promise<void> {
  const reason = await denial?.(action)
  if (reason !== undefined) throw rpcError('permission_denied', `${reason} Nothing was changed.`, { path })
}

function rootOf(path: string, roots: readonly Root[]): string | undefined {
  return roots.find(root => path.startsWith(`${root.path}/`))?.path
}

async function digestOf(path: string, roots: readonly Root[]): Promise<string> {
  return (await lookAtFile(path, roots, { textBytes: 0 })).sha256
}

/** Whether another file is there by now, or none; a place that cannot be looked at is not told apart from others. */
async function isOther(path: string, digest: string | null, roots: readonly Root[]): Promise<boolean> {
  try {
    return (await digestOf(path, roots)) !== digest
  } catch (error) {
    return reasonOf(error) === 'resource_not_found' && digest !== null
  }
}

/** What cannot be written down is not done. */
async function noted({ record }: ChangePlace, action: string, facts: object): Promise<Leave> {
  if (record === undefined) return { finish: async () => {} }
  const { audit, session, agent, by } = record
  const entry = { connection: 'gateway', session, agent, action, facts: { ...facts, ...by } }
  try {
    const seq = await audit.record({ ...entry, decision: 'allow', by: 'user' })
    return { finish: outcome => audit.conclude(seq, outcome).catch(() => {}) }
  } catch {
    throw rpcError('permission_denied', 'It cannot be written down, so it is not done.')
  }
}

function conflict(path: string): RpcError {
  const message = 'The file is not the one that was read: look at it again'
  return new RpcError(reasonCodes.invalid_session_state, message, { reason: 'conflict', path })
}
