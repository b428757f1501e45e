/** The folder of a session, by the words of a gateway that lends it: listed, read, searched, written; its terminals ended, and its answers taken back. */

import { extensionRequest } from '@parley/acp/client'
import {
  GRANTS_LIST_METHOD,
  GRANTS_REVOKE_METHOD,
  TERMINAL_KILL_METHOD,
  WORKSPACE_FIND_METHOD,
  WORKSPACE_LIST_METHOD,
  WORKSPACE_READ_METHOD,
  WORKSPACE_WRITE_METHOD,
} from '@parley/acp/protocol'
import type { FileContent, FolderEntry, LastingAnswer } from '../state/actions.js'
import { type Fields, fieldsOf, listIn, numberIn, textIn } from './fields.js'

const MOST_ENTRIES = 20_000
const MOST_PATHS = 200
const MOST_ANSWERS = 500
const SCOPES = ['session', 'workspace', 'always'] as const
const KINDS = ['file', 'folder', 'link', 'other'] as const

const word = <Result>(method: `_${string}`, readResult: (value: unknown) => Result) =>
  extensionRequest<Fields, Result>(method, { readParams: fieldsOf, readResult })

export const LIST_FOLDER = word(WORKSPACE_LIST_METHOD, value => ({
  entries: listIn(value, 'entries', MOST_ENTRIES).flatMap(toEntry),
  isCut: fieldsOf(value).isCut === true,
}))

export const READ_FILE = word(WORKSPACE_READ_METHOD, toContent)

export const FIND_FILES = word(WORKSPACE_FIND_METHOD, (value): readonly string[] =>
  listIn(value, 'paths', MOST_PATHS).filter(each => typeof each === 'string'),
)

export const WRITE_FILE = word(WORKSPACE_WRITE_METHOD, value => ({
  digest: textIn(fieldsOf(value), 'digest') ?? null,
}))

export const KILL_TERMINAL = word(TERMINAL_KILL_METHOD, () => undefined)

export const LIST_ANSWERS = word(GRANTS_LIST_METHOD, (value): readonly LastingAnswer[] =>
  listIn(value, 'grants', MOST_ANSWERS).flatMap(toAnswer),
)

export const REVOKE_ANSWER = word(GRANTS_REVOKE_METHOD, () => undefined)

function toAnswer(value: unknown): readonly LastingAnswer[] {
  const fields = fieldsOf(value)
  const [id, text] = [textIn(fields, 'id'), textIn(fields, 'text')]
  const scope = SCOPES.find(each => each === fields.scope)
  if (id === undefined || text === undefined || scope === undefined) return []
  return [{ id, text, scope, isAllowed: fields.effect === 'allow', until: numberIn(fields, 'expiresAt') }]
}

function toEntry(value: unknown): readonly FolderEntry[] {
  const fields = fieldsOf(value)
  const name = textIn(fields, 'name')
  if (name === undefined) return []
  const kind = KINDS.find(each => each === fields.kind) ?? 'other'
  return [{ name, kind, size: numberIn(fields, 'size'), isIgnored: fields.isIgnored === true }]
}

function toContent(value: unknown): FileContent {
  const fields = fieldsOf(value)
  const [path, digest] = [textIn(fields, 'path'), textIn(fields, 'digest')]
  if (path === undefined || digest === undefined) throw new Error('/path, /digest: expected string')
  const text = typeof fields.text === 'string' ? fields.text : undefined
  return { path, text, digest, size: numberIn(fields, 'size') ?? 0, isCut: fields.isCut === true }
}
