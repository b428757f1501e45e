/** Version 1: which capability opens which method, one line each. The compiler demands a line for every method. */

import type { v1Unstable } from '../schema/index.js'
import type { GateOf } from './gate.js'

type Method =
  | keyof v1Unstable.AgentRequests
  | keyof v1Unstable.AgentNotifications
  | keyof v1Unstable.ClientRequests
  | keyof v1Unstable.ClientNotifications

export const gatesV1: Readonly<
  Record<Method, GateOf<v1Unstable.AgentCapabilities, v1Unstable.ClientCapabilities>>
> = {
  '$/cancel_request': 'always',
  initialize: 'always',
  authenticate: { authMethods: true },
  logout: { agent: 'auth.logout' },
  'auth/status': { agent: 'auth.status' },
  'auth/status_update': { agent: 'auth.status' },
  'providers/list': { agent: 'providers' },
  'providers/set': { agent: 'providers' },
  'providers/disable': { agent: 'providers' },
  'session/new': 'always',
  'session/load': { agent: 'loadSession' },
  'session/resume': { agent: 'sessionCapabilities.resume' },
  'session/list': { agent: 'sessionCapabilities.list' },
  'session/delete': { agent: 'sessionCapabilities.delete' },
  'session/close': { agent: 'sessionCapabilities.close' },
  'session/fork': { agent: 'sessionCapabilities.fork' },
  'session/archive': { agent: 'sessionCapabilities.archive' },
  'session/unarchive': { agent: 'sessionCapabilities.archive' },
  'session/status': { agent: 'sessionCapabilities.status' },
  'session/set_title': { agent: 'sessionCapabilities.title' },
  // Opened by the modes and options that a session's setup returns, which only the session knows.
  'session/set_mode': 'always',
  'session/set_config_option': 'always',
  'session/prompt': 'always',
  'session/cancel': 'always',
  'session/update': 'always',
  'session/request_permission': 'always',
  'fs/read_text_file': { client: 'fs.readTextFile' },
  'fs/write_text_file': { client: 'fs.writeTextFile' },
  'terminal/create': { client: 'terminal' },
  'terminal/output': { client: 'terminal' },
  'terminal/wait_for_exit': { client: 'terminal' },
  'terminal/kill': { client: 'terminal' },
  'terminal/release': { client: 'terminal' },
  'elicitation/create': { client: 'elicitation' },
  'elicitation/complete': { client: 'elicitation.url' },
  'mcp/message': { agent: 'mcpCapabilities.acp' },
  // Only a conductor speaks these, and only to a proxy: who got one has been addressed as such.
  'proxy/initialize': 'always',
  'proxy/successor': 'always',
}
