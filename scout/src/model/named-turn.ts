/** A turn whose tool calls say, for whoever reads the journal again, which tool it was and what the model gave it. */

import type { ToolCallStart, Turn } from '@parley/acp/agent'
import { cutMiddle } from '../tools/cut.js'
import { TOOL_META } from './kept-call.js'

const MOST_KEPT = 4_000

export const namedTurn = (turn: Turn, name: string, input: unknown): Turn => {
  const mark = { [TOOL_META]: { name, input: shortened(input) } }
  const tool = (start: ToolCallStart) => {
    const marked = { ...start, _meta: mark }
    return turn.tool(marked)
  }
  return new Proxy(turn, {
    get(target, key) {
      if (key === 'tool') return tool
      // A turn keeps things to itself: its own methods must be called on it.
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What is long is in the change that is shown. */
const shortened = (input: unknown): unknown => {
  if (typeof input === 'string') return cutMiddle(input, MOST_KEPT)
  if (Array.isArray(input)) return input.map(shortened)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, shortened(value)]))
}
