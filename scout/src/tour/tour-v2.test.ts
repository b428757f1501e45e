import { expect, test } from 'vitest'
import { lendingHost, visit } from './visit.fixture.js'
import { constantsOf } from './wire-judge.fixture.js'

const once = (values: readonly unknown[]): unknown[] =>
  [...new Set(values)].filter(each => each !== undefined).sort()

test('on version 2 every message of the tour is valid, and everything an agent can say occurs', async () => {
  await using visitor = await visit(2, lendingHost())
  const { judge, session } = visitor
  for (const reason of ['max_tokens', 'max_turn_requests', 'refusal'])
    await visitor.ask(`/tour stop ${reason}`)
  const waiting = session.prompt('/tour stop cancelled')
  for await (const update of waiting.updates)
    if (update.sessionUpdate === 'agent_message_chunk') void session.cancel()
  expect((await waiting.outcome).stopReason).toBe('cancelled')
  expect(await visitor.ask('/tour')).toBe('end_turn')

  expect(judge.flaws).toEqual([])
  const { definitions: all, updates } = judge
  const kinds = constantsOf(all.SessionUpdate, 'sessionUpdate')
  expect(once(updates.map(each => each.sessionUpdate))).toEqual(kinds.sort())
  const idle = constantsOf(all.IdleStateUpdate, 'stopReason')
  // Nobody can ask for an error.
  expect(once(judge.stopReasons)).toEqual(idle.filter(reason => reason !== 'error').sort())
  const calls = updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update')
  expect(once(calls.map(({ kind }) => kind))).toEqual(constantsOf(all.ToolKind).sort())
  expect(once(judge.shown.map(({ type }) => type))).toEqual(constantsOf(all.ToolCallContent, 'type').sort())
  const said = updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
  expect(once(said.map(({ content }) => content?.type))).toEqual(constantsOf(all.ContentBlock, 'type').sort())
  const options = judge.paramsOf('session/request_permission').flatMap(question => question.options ?? [])
  expect(once(options.map(({ kind }) => kind))).toEqual(constantsOf(all.PermissionOptionKind).sort())
})

test('on version 2 a command is shown in a terminal of the agent, with all it printed', async () => {
  await using visitor = await visit(2, lendingHost())
  await visitor.ask('/tour run')
  const { updates } = visitor.judge
  const printed = updates.flatMap(({ data }) =>
    data === undefined ? [] : [Buffer.from(data, 'base64').toString()],
  )
  expect(printed.join('')).toBe('Hello, world.\n')
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'terminal_update').at(-1)).toMatchObject({
    exitStatus: { exitCode: 0 },
  })
})
