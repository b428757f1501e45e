/** The words that a gateway and its clients have beyond the protocol: methods with an underscore, keys of `_meta`. */

/** In `_meta` of `initialize`: this client knows the methods below. The gateway says so too in its answer. */
export const SESSION_META = 'parley.dev/session'
/** In `_meta` of a prompt: it may wait until the turn before it is over. */
export const QUEUE_META = 'parley.dev/queue'
/** In `_meta` of an update: which of the clients did this. */
export const BY_META = 'parley.dev/by'

/** From a client: takes part in a session, from an event on or from its beginning. */
export const ATTACH_METHOD = '_parley/session/attach'
/** A turn began or is over. */
export const TURN_METHOD = '_parley/session/turn'
/** A question was answered, or will not be. */
export const ANSWERED_METHOD = '_parley/session/answered'
/** Who takes part now. */
export const PRESENCE_METHOD = '_parley/session/presence'
/** The agent of this session died, came back, or cannot come back. */
export const AGENT_METHOD = '_parley/session/agent'

export const UPDATE_METHOD = 'session/update'
export const PROMPT_METHOD = 'session/prompt'
export const CANCEL_TURN_METHOD = 'session/cancel'
