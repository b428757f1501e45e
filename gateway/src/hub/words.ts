/** The words that a gateway and its clients have beyond the protocol, and those of the protocol that it listens for. */

export {
  AGENT_METHOD,
  AGENTS_METHOD,
  ANSWERED_METHOD,
  AT_META,
  ATTACH_METHOD,
  BY_META,
  GRANTS_LIST_METHOD,
  GRANTS_REVOKE_METHOD,
  KEEP_META,
  LABEL_METHOD,
  LIST_METHOD,
  NEWS_METHOD,
  PRESENCE_METHOD,
  QUEUE_META,
  SESSION_META,
  TERMINAL_KILL_METHOD,
  TURN_METHOD,
  WORKSPACE_FIND_METHOD,
  WORKSPACE_LIST_METHOD,
  WORKSPACE_READ_METHOD,
  WORKSPACE_WRITE_METHOD,
} from '@parley/acp/protocol'

/** In `_meta` of `initialize`: the names of the gateways that it came through. */
export const HOPS_META = 'parley.dev/hops'
/** In `_meta` of an answer: what whoever asked should know of it, in words for people. */
export const NOTICE_META = 'parley.dev/notice'

export const UPDATE_METHOD = 'session/update'
export const PROMPT_METHOD = 'session/prompt'
export const CANCEL_TURN_METHOD = 'session/cancel'
