/** The words of delivery over a network: what our own peers say to each other so that nothing is lost when it breaks. */

/**
 * In `_meta` of `initialize`: `true`, the client takes numbers and may come back for what it missed. In `_meta` of the
 * answer: `{connectionId}`, the server numbers what it sends, and can tell it again. Who keeps the log puts it there.
 */
export const DELIVERY_META = 'parley.dev/delivery'

/**
 * In `_meta` of `initialize` on a socket, from a client whose connection was forgotten: `[{sessionId, event}]`, the last
 * event that it has of each session. On HTTP it is the `Last-Event-ID` of each request.
 */
export const POSITIONS_META = 'parley.dev/positions'

/** In `_meta` of a prompt: the client's name for it. The same name is the same prompt, however often it arrives. */
export const KEY_META = 'parley.dev/key'

/**
 * In `_meta` of the first message of a connection, and of each socket that goes on with one, from a page that came with a cookie:
 * `{challenge, signature}`, by the key that the cookie is bound to. What it is over is good once.
 */
export const PROOF_META = 'parley.dev/proof'

/** The first message on a new socket of a connection that goes on. Its answer says how much the server has had. */
export const RESUME_METHOD = '_parley/connection/resume'

/** From the server: how many messages of this client it has had. The client forgets those. */
export const RECEIVED_METHOD = '_parley/connection/received'

/**
 * From the server: what came before in this session is not known to be whole; what follows tells it from the beginning.
 * `{sessionId, event}`: what comes behind that event was not told before.
 */
export const RESET_METHOD = '_parley/session/reset'

/** From the client's own channel, which sees the numbers: what a reset told again has been told. `{sessionId}` */
export const RETOLD_METHOD = '_parley/session/retold'

/** The member that numbers a message on a socket: `"_event": "epoch.number"`. On an event stream it is the `id`. */
export const EVENT_MEMBER = '_event'

/** In `_meta` of `initialize`: this client knows the words of a gateway. In that of the answer: who it is there, `{name, role}`. */
export const SESSION_META = 'parley.dev/session'

/**
 * In `_meta` of `session/load` and `session/resume`: `true`, of a session that the gateway keeps where it works and with which servers
 * stays as it is. What the message says of that, because it must, counts for one that only the agent knows.
 */
export const KEEP_META = 'parley.dev/keep'

/** In `_meta` of a prompt: it may wait until the turn before it is over. */
export const QUEUE_META = 'parley.dev/queue'

/** In `_meta` of an update, from a gateway: which of its clients did this. */
export const BY_META = 'parley.dev/by'

/**
 * In `_meta` of the params of `session/update`, from a gateway to clients with `SESSION_META`, of what it tells again: when it
 * happened, in milliseconds since 1970. Not in the update itself: what is folded of it is the same as when it was new.
 */
export const AT_META = 'parley.dev/at'

/** From a client of a gateway: takes part in a session, from an event on or from its beginning. */
export const ATTACH_METHOD = '_parley/session/attach'

/** From a client of a gateway: the sessions that are its own with this agent, and who is in them. */
export const LIST_METHOD = '_parley/session/list'

/**
 * From a client of a gateway, `{sessionId, title?, isArchived?}`: what people call a session, and whether they have put it away, kept
 * by the gateway; null takes the name back. From the gateway, the same: it is so for everybody from now on.
 */
export const LABEL_METHOD = '_parley/session/label'

/** From a client of a gateway: the agents that it may reach there, and the folders that new sessions may work in. */
export const AGENTS_METHOD = '_parley/agents/list'

/** From a gateway: a turn began or is over. */
export const TURN_METHOD = '_parley/session/turn'

/** From a gateway: a question was answered, or will not be. */
export const ANSWERED_METHOD = '_parley/session/answered'

/** From a gateway: who takes part in a session now. */
export const PRESENCE_METHOD = '_parley/session/presence'

/** From a gateway: the agent of a session died, came back, or cannot come back. */
export const AGENT_METHOD = '_parley/session/agent'

/**
 * From a gateway, `{sessionId, update}`: an update of the session in words that version 1 has not, such as what terminals show that
 * the gateway lends. It has a name of its own, because `session/update` of version 1 takes no others than it knows.
 */
export const NEWS_METHOD = '_parley/session/update'

/** From a client of a gateway that lends files: `{sessionId, path}`, what a folder holds. */
export const WORKSPACE_LIST_METHOD = '_parley/workspace/list'

/** The same: `{sessionId, path}`, a file, and the digest of its bytes. */
export const WORKSPACE_READ_METHOD = '_parley/workspace/read'

/** The same: `{sessionId, query}`, the files whose paths answer best to a few letters. */
export const WORKSPACE_FIND_METHOD = '_parley/workspace/find'

/** The same: `{sessionId, path, text, digest}`, replaces a file that is still the one of that digest. Null: there is none. */
export const WORKSPACE_WRITE_METHOD = '_parley/workspace/write'

/** From a client of a gateway that lends terminals: `{sessionId, terminalId}`, ends the command; what it showed stays. */
export const TERMINAL_KILL_METHOD = '_parley/terminal/kill'

/** From a client of a gateway that lends: `{sessionId}`, the answers that last and hold in this session. */
export const GRANTS_LIST_METHOD = '_parley/grants/list'

/** The same: `{sessionId, id}`, takes one of them back. */
export const GRANTS_REVOKE_METHOD = '_parley/grants/revoke'

/**
 * In `_meta` of `session/request_permission` from a gateway that lends: what will really happen,
 * `{lines, description?, command?, cwd?, changes?, rules?}`; `rules` says by option what a lasting answer would write down.
 */
export const ASK_META = 'parley.dev/ask'

/** Who answered an opening, in a form that can be compared: the version that is spoken, and the agent's name. */
export function greeterOf(result: unknown): string {
  const { protocolVersion, agentInfo, info } = (result ?? {}) as Readonly<Record<string, unknown>>
  const { name } = (agentInfo ?? info ?? {}) as { readonly name?: unknown }
  return JSON.stringify([protocolVersion, name])
}
