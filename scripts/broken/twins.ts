/** Broken twins: for every promise one fault in the source, and the named test that must notice it. A row per promise. */
import type { Row } from './row.js'
import { toRow } from './twin.js'
import { AGENT } from './twins/agent.js'
import { CARRIERS } from './twins/carriers.js'
import { FUZZ } from './twins/fuzz.js'
import { JSONRPC } from './twins/jsonrpc.js'
import { PROTOCOL } from './twins/protocol.js'
import { SIDES } from './twins/sides.js'

export const TWINS: readonly Row[] = [
  ...[...JSONRPC, ...CARRIERS, ...PROTOCOL, ...SIDES, ...AGENT].map(toRow),
  ...FUZZ,
]
