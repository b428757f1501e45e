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

/** The first message on a new socket of a connection that goes on. Its answer says how much the server has had. */
export const RESUME_METHOD = '_parley/connection/resume'

/** From the server: how many messages of this client it has had. The client forgets those. */
export const RECEIVED_METHOD = '_parley/connection/received'

/** From the server: what came before in this session is not known to be whole; what follows tells it from the beginning. */
export const RESET_METHOD = '_parley/session/reset'

/** The member that numbers a message on a socket: `"_event": "epoch.number"`. On an event stream it is the `id`. */
export const EVENT_MEMBER = '_event'

/** Who answered an opening, in a form that can be compared: the version that is spoken, and the agent's name. */
export function greeterOf(result: unknown): string {
  const { protocolVersion, agentInfo, info } = (result ?? {}) as Readonly<Record<string, unknown>>
  const { name } = (agentInfo ?? info ?? {}) as { readonly name?: unknown }
  return JSON.stringify([protocolVersion, name])
}
