/** What the gateway must know of methods by name; all others pass through it as they are. */

import type { Scope } from '../config/scope.js'
import {
  AGENTS_METHOD,
  ATTACH_METHOD,
  GRANTS_LIST_METHOD,
  GRANTS_REVOKE_METHOD,
  LABEL_METHOD,
  LIST_METHOD,
  TERMINAL_KILL_METHOD,
  WORKSPACE_FIND_METHOD,
  WORKSPACE_LIST_METHOD,
  WORKSPACE_READ_METHOD,
  WORKSPACE_WRITE_METHOD,
} from '../hub/words.js'
import { isOurs } from '../upstream/agent-words.js'

/** Methods that only look. Every other one changes something, also those that nobody here has heard of. */
const READING = new Set([
  'session/list',
  'session/load',
  'session/resume',
  'session/status',
  ATTACH_METHOD,
  LIST_METHOD,
  AGENTS_METHOD,
])

/** What a gateway that lends answers itself: for those who may prompt, for its agent works with the same files. */
export const LENT = new Set([
  GRANTS_LIST_METHOD,
  GRANTS_REVOKE_METHOD,
  TERMINAL_KILL_METHOD,
  WORKSPACE_FIND_METHOD,
  WORKSPACE_LIST_METHOD,
  WORKSPACE_READ_METHOD,
  WORKSPACE_WRITE_METHOD,
])

/** For those who may answer, too: who writes a file gives the leave to do so, and who takes an answer back gives another. */
const ANSWERING = new Set([WORKSPACE_WRITE_METHOD, GRANTS_LIST_METHOD, GRANTS_REVOKE_METHOD])

/** What a caller needs to use this method, all of it. */
export function scopesFor(method: string): readonly Scope[] {
  if (ANSWERING.has(method)) return ['session.write', 'permission.answer']
  return [READING.has(method) ? 'session.read' : 'session.write']
}

/** Methods by which a client begins to take part in a session; they are answered where no session is. */
export type Opener = 'session/new' | 'session/load' | 'session/resume' | 'session/fork' | typeof ATTACH_METHOD

const OPENERS = new Set<string>([
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  ATTACH_METHOD,
])

export function isOpener(method: string): method is Opener {
  return OPENERS.has(method)
}

/** Methods of no session, whatever their params name: what they answer is of more than one, and looked through first. */
const OF_NO_SESSION = new Set<string>([
  ...OPENERS,
  LIST_METHOD,
  AGENTS_METHOD,
  'session/list',
  'authenticate',
  'logout',
  'auth/login',
  'auth/logout',
  'auth/status',
  'providers/list',
  'providers/set',
  'providers/disable',
  'mcp/message',
  'proxy/initialize',
  'proxy/successor',
])

/** Whether the session that a request names is the one that it is about. */
export function isOfSession(method: string): boolean {
  return !OF_NO_SESSION.has(method)
}

const KNOWN_HERE = new Set<string>([ATTACH_METHOD, LABEL_METHOD, LIST_METHOD, AGENTS_METHOD])

/** Whether it is in the words of a gateway and its clients, and no gateway knows it: such words are for no agent. */
export function isUnheardOf(method: string): boolean {
  return isOurs(method) && !KNOWN_HERE.has(method) && !LENT.has(method)
}

/** Methods after which an agent has put the session away. */
export const ENDING = new Set(['session/close', 'session/archive'])

/** Methods after which it stands in another way in everybody's list. */
export const RELISTING = new Set(['session/set_title', 'session/archive', 'session/unarchive'])

/** Methods that change a session for everybody: what becomes of them is waited for, also when their client has left. */
export const CHANGING = new Set([
  ...ENDING,
  'session/delete',
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
])

/** Methods of those who take part; the others can be used on any session of one's own. */
export const NEEDS_ATTENDANCE = new Set([
  ...LENT,
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_config_option',
])

const NEEDS_SESSION = new Set<string>([
  ...NEEDS_ATTENDANCE,
  ...CHANGING,
  ...RELISTING,
  LABEL_METHOD,
  'session/status',
  'terminal/cancel',
  'tool_call/cancel',
])

/** Whether it means nothing without the session that it is about. */
export function needsSession(method: string): boolean {
  return NEEDS_SESSION.has(method)
}

/** What the protocol has clients say without waiting for an answer; `$/cancel_request` is understood before. */
const TOLD = new Set(['session/cancel', 'mcp/message', 'proxy/successor'])

/** Whether it is known, and asked, never told: without an id it would pass everything by which requests are judged. */
export function isOnlyAsked(method: string): boolean {
  if (TOLD.has(method)) return false
  return method === 'initialize' || OF_NO_SESSION.has(method) || NEEDS_SESSION.has(method)
}

/** What a guest of one session may use: nothing that could reach beyond it, and nothing that nobody here has heard of. */
export const FOR_GUESTS = new Set([
  ...OPENERS,
  ...LENT,
  LIST_METHOD,
  AGENTS_METHOD,
  'session/list',
  'session/status',
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
])
