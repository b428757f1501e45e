/** Broken twins: for every promise one fault in the source, and the named test that must notice it. A row per promise. */
import type { Row } from './row.js'
import { toRow } from './twin.js'
import { AGENT } from './twins/agent.js'
import { CARRIERS } from './twins/carriers.js'
import { CHATS } from './twins/chat.js'
import { COMMANDS } from './twins/cli.js'
import { CLIENT } from './twins/client.js'
import { CRASHES } from './twins/crashes.js'
import { DELIVERY } from './twins/delivery.js'
import { DESKS } from './twins/desk.js'
import { DOORWAY } from './twins/doorway.js'
import { FILES } from './twins/files.js'
import { FINDINGS } from './twins/findings.js'
import { FUZZ } from './twins/fuzz.js'
import { GATEWAY } from './twins/gateway.js'
import { GUARD } from './twins/guard.js'
import { HARM } from './twins/harm.js'
import { JSONRPC } from './twins/jsonrpc.js'
import { LAUNCH } from './twins/launch.js'
import { LENDING } from './twins/lending.js'
import { MCP } from './twins/mcp.js'
import { PAGE } from './twins/page.js'
import { PROCESSES } from './twins/processes.js'
import { PROTOCOL } from './twins/protocol.js'
import { REDACTION } from './twins/redaction.js'
import { REMOTE } from './twins/remote.js'
import { SCOUTS } from './twins/scout.js'
import { SEEDS } from './twins/seeds.js'
import { SIDES } from './twins/sides.js'
import { SOCKETS } from './twins/sockets.js'
import { STORE } from './twins/store.js'
import { STREAMS } from './twins/streams.js'
import { THREAD } from './twins/thread.js'
import { WORKBENCH } from './twins/workbench.js'

export const TWINS: readonly Row[] = [
  ...[
    ...JSONRPC,
    ...STREAMS,
    ...CARRIERS,
    ...PROTOCOL,
    ...THREAD,
    ...STORE,
    ...SIDES,
    ...AGENT,
    ...CLIENT,
    ...MCP,
    ...LAUNCH,
    ...FILES,
    ...DESKS,
    ...PROCESSES,
    ...GUARD,
    ...REDACTION,
    ...SCOUTS,
    ...COMMANDS,
    ...CHATS,
    ...REMOTE,
    ...SOCKETS,
    ...GATEWAY,
    ...HARM,
    ...PAGE,
    ...WORKBENCH,
    ...DELIVERY,
    ...DOORWAY,
    ...LENDING,
    ...FINDINGS,
    ...SEEDS,
  ].map(toRow),
  ...FUZZ,
  ...CRASHES,
]
