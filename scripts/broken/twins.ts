/** Broken twins: for every promise one fault in the source, and the named test that must notice it. A row per promise. */
import type { Row } from './row.js'
import { toRow } from './twin.js'
import { CARRIERS } from './twins/carriers.js'

  ...[].map(toRow),

import { FUZZ } from './twins/fuzz.js'
import { JSONRPC } from './twins/jsonrpc.js'
import { MCP } from './twins/mcp.js'
import { PROTOCOL } from './twins/protocol.js'
import { SIDES } from './twins/sides.js'

  ...[...JSONRPC, ...CARRIERS, ...PROTOCOL, ...SIDES, ...THREAD, ...CLIENT, ...MCP, ...FUZZ, ...STORE, ...CRASHES].map(toRow),
]
