/** The words of delivery over a network: what our own peers say to each other so that nothing is lost when it breaks. */

/**
 * In `_meta` of `initialize`: `true`, the client takes numbers and may come back for what it missed. In `_meta` of the
 * answer: `{connectionId}`, the server numbers what it sends, and can tell it again. Who keeps the log puts it there.
 */
export const DELIVERY_META = 'parley.dev/delivery'

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
