/** Every scenario for agents, in the order in which they are played. */

import type { AgentScenario } from './scenario.js'
import { cancels } from './scenarios/cancels.js'
import { handshake } from './scenarios/handshake.js'
import { overHttp } from './scenarios/http.js'
import { keptSessions } from './scenarios/kept-sessions.js'
import { lentMeans } from './scenarios/lent-means.js'
import { mcp } from './scenarios/mcp.js'
import { prompts } from './scenarios/prompts.js'
import { questions } from './scenarios/questions.js'
import { remarks } from './scenarios/remarks.js'
import { rpc } from './scenarios/rpc.js'
import { sessionList } from './scenarios/session-list.js'
import { sessions } from './scenarios/sessions.js'
import { settings } from './scenarios/settings.js'
import { signIn } from './scenarios/sign-in.js'
import { toolCalls } from './scenarios/tool-calls.js'
import { cancelsOf2 } from './scenarios/v2-cancels.js'
import { handshakeOf2 } from './scenarios/v2-handshake.js'
import { promptsOf2 } from './scenarios/v2-prompts.js'
import { sessionsOf2 } from './scenarios/v2-sessions.js'
import { settingsOf2 } from './scenarios/v2-settings.js'
import { toolCallsOf2 } from './scenarios/v2-tool-calls.js'
import { overWebSocket } from './scenarios/websocket.js'
import { wires } from './scenarios/wires.js'

export const agentScenarios: readonly AgentScenario[] = [
  ...handshake,
  ...rpc,
  ...wires,
  ...sessions,
  ...keptSessions,
  ...sessionList,
  ...prompts,
  ...toolCalls,
  ...lentMeans,
  ...cancels,
  ...settings,
  ...remarks,
  ...questions,
  ...mcp,
  ...signIn,
  ...handshakeOf2,
  ...sessionsOf2,
  ...promptsOf2,
  ...cancelsOf2,
  ...toolCallsOf2,
  ...settingsOf2,
  ...overHttp,
  ...overWebSocket,
]
