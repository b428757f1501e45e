/** Version 2: which capability opens which method, one line each. The compiler demands a line for every method. */

import type { v2Unstable } from '../schema/index.js'
import type { GateOf } from './gate.js'

type Method =
  | keyof v2Unstable.AgentRequests
  | keyof v2Unstable.AgentNotifications
  | keyof v2Unstable.ClientRequests
  | keyof v2Unstable.ClientNotifications

export const gatesV2: Readonly<
  Record<Method, GateOf<v2Unstable.AgentCapabilities, v2Unstable.ClientCapabilities>>
> = {
  '$/cancel_request': 'always',
  initialize: 'always',
  'auth/login': { authMethods: true },
  'auth/logout': { authMethods: true },
  'auth/status': { agent: 'auth.status' },
  'auth/status_update': { agent: 'auth.status' },
  'providers/list': { agent: 'providers' },
  'providers/set': { agent: 'providers' },
  'providers/disable': { agent: 'providers' },
  'session/new': { agent: 'session' },
  'session/list': { agent: 'session' },
  'session/resume': { agent: 'session' },
  'session/close': { agent: 'session' },
  'session/delete': { agent: 'session.delete' },
  'session/fork': { agent: 'session.fork' },
  'session/archive': { agent: 'session.archive' },
  'session/unarchive': { agent: 'session.archive' },
  'session/status': { agent: 'session.status' },
  'session/set_title': { agent: 'session.title' },
  'session/prompt': { agent: 'session' },
  'session/cancel': { agent: 'session' },
  'session/update': { agent: 'session' },
  'session/set_config_option': { agent: 'session' },
  'session/request_permission': { agent: 'session' },
  // Opened by the tool call or terminal itself, which says in its own capabilities whether it can be cancelled.
  'tool_call/cancel': { agent: 'session' },
  'terminal/cancel': { agent: 'session' },
  'elicitation/create': { client: 'elicitation' },
  'elicitation/complete': { client: 'elicitation.url' },
  'mcp/message': { agent: 'session.mcp.acp' },
  // Only a conductor speaks these, and only to a proxy: who got one has been addressed as such.
  'proxy/initialize': 'always',
  'proxy/successor': 'always',
}
