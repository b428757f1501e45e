/** Method by method, what is spelled otherwise there. What needs to be remembered, asked or made up stands beside it. */

import { isFields } from '../../schema/fields.js'
import { blocks } from './content.js'
import { initializeParams, initializeResult } from './handshake.js'
import { mcpServers } from './mcp-servers.js'
import { giveBack, layAway, nothing, object, type Respelling, takeOut } from './respelling.js'
import { createParams, exitResult, outputResult, waitParams } from './terminals.js'

interface Row {
  readonly params?: Respelling
  readonly result?: Respelling
}

const LIMIT = 'max_turn_requests'

/** Why a turn ended: they have one reason less. */
const promptResult: Respelling = {
  toOurs(value) {
    if (!isFields(value)) return value
    return layAway(value, value.stopReason === LIMIT ? { stopReason: LIMIT } : {})
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    const theirs = giveBack(bare, extras)
    if (bare.stopReason !== LIMIT || extras.stopReason === LIMIT) return theirs
    return layAway({ ...theirs, stopReason: 'end_turn' }, { stopReason: LIMIT })
  },
}

const readParams = object({ names: { startLine: 'line', lineLimit: 'limit' } })

const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['initialize', { params: initializeParams, result: initializeResult }],
  ['authenticate', { result: nothing }],
  ['session/new', { params: object({ within: { mcpServers } }) }],
  ['session/load', { params: object({ within: { mcpServers }, foundOut: ['cwd'] }) }],
  ['session/prompt', { params: object({ within: { prompt: blocks } }), result: promptResult }],
  ['session/set_mode', { result: nothing }],
  ['fs/read_text_file', { params: readParams }],
  ['fs/write_text_file', { result: nothing }],
  ['terminal/create', { params: createParams }],
  ['terminal/output', { result: outputResult }],
  ['terminal/wait_for_exit', { params: waitParams, result: exitResult }],
  ['terminal/kill', { result: nothing }],
  ['terminal/release', { result: nothing }],
])

const unchanged: Respelling = object({})

export function paramsOf(method: string): Respelling {
  return rows.get(method)?.params ?? unchanged
}

export function resultOf(method: string): Respelling {
  return rows.get(method)?.result ?? unchanged
}
