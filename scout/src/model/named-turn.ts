/** A turn whose tool calls say, for whoever reads the journal again, which tool it was and what the model gave it. */

import type { Turn } from '@parley/acp/agent'
import { cutTexts } from '../tools/cut.js'
import { turnWithTool } from '../turn-with-tool.js'
import { TOOL_META } from './kept-call.js'

/** What is long is in the change that is shown. */
const MOST_KEPT = 4_000

export const namedTurn = (turn: Turn, name: string, input: unknown): Turn => {
  const mark = { [TOOL_META]: { name, input: cutTexts(input, MOST_KEPT) } }
  return turnWithTool(turn, start => {
    const marked = { ...start, _meta: mark }
    return turn.tool(marked)
  })
}
