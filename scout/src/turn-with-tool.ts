/** A turn that opens its tool calls another way, and is the same otherwise. */

import type { ToolCall, ToolCallStart, Turn } from '@parley/acp/agent'

export function turnWithTool(turn: Turn, tool: (start: ToolCallStart) => ToolCall): Turn {
  return new Proxy(turn, {
    get(target, key) {
      if (key === 'tool') return tool
      // A turn keeps things to itself: its own methods must be called on it.
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
