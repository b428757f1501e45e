/**
 * The folder of a session, for the people who take part in it: looked at, searched, and changed where a file is still the
 * one they saw. Never outside of the session's directories; every change is written down first.
 */

import { resolve } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Action } from '@parley/acp/guard'
import { type AuditLog, lookAtFile, lookIntoFolder, type Root, type SessionRoots } from '@parley/acp/node'
import { rpcError } from '@parley/acp/protocol'
import type { Fields } from '../hub/fields.js'
import type { LentRequest } from '../hub/lender.js'
import type { SessionFacts } from '../hub/session-facts.js'
import {
  WORKSPACE_FIND_METHOD,
  WORKSPACE_LIST_METHOD,
  WORKSPACE_READ_METHOD,
  WORKSPACE_WRITE_METHOD,
} from '../hub/words.js'
import { changeFile } from './file-change.js'
import { FileIndex } from './file-index.js'
import { ignoredIn } from './folder-walk.js'

/** What a workspace needs beside its session. */
export interface WorkspaceOptions {
  readonly audit?: AuditLog | false | undefined
  /** The directories of the session, as they were when it began. */
  readonly directories: SessionRoots
  /** Why nobody may do this here, a person either, in a sentence; nothing where there is no reason. */
  readonly denial?: ((action: Action) => Promise<string | undefined>) | undefined
}

/** Where it is. */
export interface WorkspacePlace {
  readonly facts: SessionFacts
  readonly roots: readonly string[]
}

const MOST_FOUND = 50
const LONGEST_QUERY = 256

export class Workspace {
  readonly #place: WorkspacePlace
  readonly #options: WorkspaceOptions
  readonly #index = new FileIndex()

  constructor(place: WorkspacePlace, options: WorkspaceOptions) {
    this.#place = place
    this.#options = options
  }

  async serve({ method, params, by }: LentRequest): Promise<unknown> {
    const roots = await this.#roots()
    if (method === WORKSPACE_LIST_METHOD) return await this.#list(this.#pathIn(params), roots)
    if (method === WORKSPACE_READ_METHOD) return await this.#read(this.#pathIn(params), roots)
    if (method === WORKSPACE_FIND_METHOD) return await this.#find(textIn(params, 'query'), roots)
    if (method !== WORKSPACE_WRITE_METHOD) throw rpcError('method_not_found', 'There is no such method')
    const { audit, denial } = this.#options
    const [text, digest] = [textOrNull(params, 'text'), textOrNull(params, 'digest')]
    const path = this.#pathIn(params)
    const { sessionId: session, agent } = this.#place.facts
    const record = audit ? { audit, session, agent, by } : undefined
    return { digest: await changeFile({ path, text, digest }, { roots, record, denial }) }
  }

  /** The real paths of its directories. */
  async places(): Promise<readonly string[]> {
    return (await this.#roots()).map(({ path }) => path)
  }

  close(): void {
    this.#index.forget()
  }

  async #roots(): Promise<readonly Root[]> {
    const { facts, roots: names } = this.#place
    const results = await this.#options.directories.of({ sessionId: facts.sessionId, roots: names })
    const roots = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const [first] = results
    if (roots.length === 0 && first?.status === 'rejected') throw first.reason
    return roots
  }

  /** A path may be told from the working directory on. */
  #pathIn(params: Fields): string {
    return resolve(this.#place.facts.cwd, textIn(params, 'path'))
  }

  async #list(path: string, roots: readonly Root[]): Promise<unknown> {
    const { path: place, entries, isCut } = await lookIntoFolder(path, roots)
    const root = roots.find(each => place === each.path || place.startsWith(`${each.path}/`))
    const ignored = root && (await ignoredIn(root, place.slice(root.path.length), entries))
    return {
      entries: entries.map(entry => (ignored?.has(entry) ? { ...entry, isIgnored: true } : entry)),
      isCut,
    }
  }

  async #read(path: string, roots: readonly Root[]): Promise<unknown> {
    const { size, isCut, sha256, text } = await lookAtFile(path, roots)
    return { path, text, size, isCut, digest: sha256 }
  }

  async #find(query: string, roots: readonly Root[]): Promise<unknown> {
    if (query.length > LONGEST_QUERY) throw rpcError('invalid_params', '/query: too long')
    await breathe()
    return { paths: await this.#index.find(roots, query, MOST_FOUND) }
  }
}

function textIn(params: Fields, name: string): string {
  const text = params[name]
  if (typeof text !== 'string') throw rpcError('invalid_params', `/${name}: expected string`)
  return text
}

function textOrNull(params: Fields, name: string): string | null {
  return params[name] === null ? null : textIn(params, name)
}
