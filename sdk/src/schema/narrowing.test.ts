/** What the compiler knows of the generated types; the assertions are made by `tsc`, not at run time. */
import { expectTypeOf, test } from 'vitest'
import type { v1, v1Unstable, v2, v2Unstable } from './index.js'

test('a switch on the tag narrows closed and open unions alike', () => {
  const read = (update: v1.SessionUpdate): string | undefined => {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return update.content.type === 'text' ? update.content.text : undefined
      case 'tool_call':
        return update.title
      default:
        return undefined
    }
  }
  const readNext = (update: v2.SessionUpdate): string | undefined => {
    if (update.sessionUpdate === 'state_update' && update.state === 'idle')
      return update.stopReason ?? undefined
    if (update.sessionUpdate === 'agent_message_chunk') return update.messageId
    return undefined
  }
  expectTypeOf(read).returns.toEqualTypeOf<string | undefined>()
  expectTypeOf(readNext).returns.toEqualTypeOf<string | undefined>()
})

test('a server without a type is the one with a command', () => {
  const read = (server: v1.McpServer): string => (server.type === undefined ? server.command : server.url)
  expectTypeOf(read).returns.toEqualTypeOf<string>()
})

test('a method leads to its params and its result', () => {
  expectTypeOf<v1.AgentRequests['session/prompt']['result']['stopReason']>().toEqualTypeOf<v1.StopReason>()
  expectTypeOf<v1.ClientNotifications['session/update']['params']>().toEqualTypeOf<v1.SessionNotification>()
  expectTypeOf<'$/cancel_request'>().toExtend<keyof v2.AgentNotifications & keyof v2.ClientNotifications>()
  expectTypeOf<'proxy/successor'>().toExtend<
    keyof v1Unstable.AgentRequests & keyof v2Unstable.ClientNotifications
  >()
  expectTypeOf<'mcp/message'>().toExtend<
    keyof v1Unstable.ClientRequests & keyof v1Unstable.AgentNotifications
  >()
})

test('an optional field may be left out, undefined or null, and an open list of strings takes any', () => {
  expectTypeOf<{ toolCallId: string; title: undefined; kind: null }>().toExtend<v1.ToolCallUpdate>()
  expectTypeOf<'_mine'>().toExtend<v2.ToolKind>()
  expectTypeOf<'_mine'>().not.toExtend<v1.ToolKind>()
})

test('what did not change is the same type in the unstable contract', () => {
  expectTypeOf<v1Unstable.ContentBlock>().toEqualTypeOf<v1.ContentBlock>()
  expectTypeOf<v1Unstable.NewSessionRequest>().not.toEqualTypeOf<v1.NewSessionRequest>()
})
