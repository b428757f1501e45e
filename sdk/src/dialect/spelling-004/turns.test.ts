/** What happens during a turn with a peer of document 004: prompts, tool calls, permissions, and how it ends. */
import { describe, expect, test } from 'vitest'
import { type Desk, errorOf, type Fields, plain, resultOf, withAgent, withClient } from './desk.fixture.js'
import { hunksBetween, textsAround } from './hunks.js'

const text = (words: string): Fields => ({ type: 'text', text: words })
const item = (words: string): Fields => ({ type: 'content', content: text(words) })

const say = (desk: Desk, update: Fields): readonly Fields[] => {
  const before = desk.told.length
  desk.notify('ours', 'session/update', { sessionId: 's', update })
  return desk.told.slice(before).map(({ params }) => params)
}

const hear = (desk: Desk, type: string, data: Fields): Fields => {
  desk.notify('theirs', 'session/update', { sessionId: 's', type, data })
  return desk.lastTold('ours').update as Fields
}

const statuses = (desk: Desk): readonly unknown[] =>
  desk.told
    .filter(({ to, params }) => to === 'theirs' && String(params.type).startsWith('tool_call'))
    .map(({ params }) => (params.data as Fields).status)

describe('prompts', () => {
  test('attachments are blocks behind the content, and come back as what they were', () => {
    const attachments = [
      { path: 'src/a.ts' },
      { uri: 'file:///b.txt', content: 'b', mimeType: 'text/plain' },
      { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBO' } },
    ]
    const params = { sessionId: 's', content: [text('look')], attachments }
    const { asked } = withClient().exchange('theirs', ['session/prompt', params], { stopReason: 'end_turn' })
    expect(plain(asked.prompt)).toEqual([
      text('look'),
      { type: 'resource_link', uri: 'file:///home/user/project/src/a.ts', name: 'a.ts' },
      { type: 'resource', resource: { uri: 'file:///b.txt', text: 'b', mimeType: 'text/plain' } },
      { type: 'image', data: 'iVBO', mimeType: 'image/png' },
    ])
    const { asked: again } = withAgent().exchange('ours', ['session/prompt', asked], {})
    expect(again).toEqual(params)
  })

  test('attachments that say nothing of a file are laid away', () => {
    const params = { sessionId: 's', content: [], attachments: [{ path: '/a' }, { size: 3 }] }
    const { asked } = withClient().exchange('theirs', ['session/prompt', params], {})
    expect(plain(asked)).toEqual({ sessionId: 's', prompt: [] })
    expect(withAgent().exchange('ours', ['session/prompt', asked], {}).asked).toEqual(params)
  })

  test.each([
    ['max_tokens', 'max_tokens'],
    ['cancelled', 'cancelled'],
    ['refusal', 'end_turn'],
    ['max_turn_requests', 'end_turn'],
  ])('the end %s of our agent is %s there, and itself again', (stopReason, told) => {
    const params = { sessionId: 's', content: [] }
    const { result } = withClient().exchange('theirs', ['session/prompt', params], { stopReason })
    expect(result.stopReason).toBe(told)
    const { result: again } = withAgent().exchange(
      'ours',
      ['session/prompt', { sessionId: 's', prompt: [] }],
      result,
    )
    expect(again.stopReason).toBe(stopReason)
  })

  test('what was used is told where it is known, and kept where there is no place for it', () => {
    const usage = { inputTokens: 350, outputTokens: 520 }
    const params = { sessionId: 's', prompt: [] }
    const { result } = withAgent().exchange('ours', ['session/prompt', params], {
      stopReason: 'end_turn',
      usage,
    })
    expect(plain(result)).toEqual({ stopReason: 'end_turn' })
    const prompt = ['session/prompt', { sessionId: 's', content: [] }] as const
    expect(withClient().exchange('theirs', prompt, result).result).toEqual({ stopReason: 'end_turn', usage })
    const counted = { stopReason: 'end_turn', usage: { totalTokens: 870, ...usage } }
    expect(withClient().exchange('theirs', prompt, counted).result).toMatchObject({ usage })
  })

  test('a turn that broke ends with an error there, and is an error here', () => {
    const client = withClient()
    const made = client.request('theirs', 'session/prompt', { sessionId: 's', content: [] })
    client.refuse('session/prompt', {
      code: -32603,
      message: 'the model is gone',
      data: { reason: 'internal_error' },
    })
    expect(plain(resultOf(made))).toEqual({ stopReason: 'error' })
    const agent = withAgent()
    const ours = agent.request('ours', 'session/prompt', { sessionId: 's', prompt: [] })
    agent.answer('session/prompt', resultOf(made))
    expect(errorOf(ours)).toMatchObject({ code: -32603, message: 'the model is gone' })
  })

  test('a call that was wrong is an error on both sides, each with its own number', () => {
    const client = withClient()
    const made = client.request('theirs', 'session/prompt', { sessionId: 'x', content: [] })
    client.refuse('session/prompt', {
      code: -32002,
      message: 'unknown',
      data: { reason: 'session_not_found' },
    })
    expect(errorOf(made)).toMatchObject({ code: -32000, data: { reason: 'session_not_found' } })
  })

  test('why a turn was called off is kept', () => {
    const client = withClient()
    client.notify('theirs', 'session/cancel', { sessionId: 's', reason: 'user_requested' })
    const told = client.lastTold('ours')
    expect(plain(told)).toEqual({ sessionId: 's' })
    const agent = withAgent()
    agent.notify('ours', 'session/cancel', told)
    expect(agent.lastTold('theirs')).toEqual({ sessionId: 's', reason: 'user_requested' })
  })
})

describe('the way of a tool call of ours', () => {
  const begin = (desk: Desk): void => {
    desk.request('theirs', 'session/prompt', { sessionId: 's', content: [] })
    say(desk, {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Edit a.ts',
      kind: 'edit',
      status: 'pending',
    })
  }
  const OPTIONS = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'ever', name: 'Always', kind: 'allow_always' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ]
  const ask = (desk: Desk) =>
    desk.request('ours', 'session/request_permission', {
      sessionId: 's',
      toolCall: { toolCallId: 't', locations: [{ path: '/a.ts' }] },
      options: OPTIONS,
    })

  test('it is in progress before it is completed', () => {
    const desk = withClient()
    begin(desk)
    say(desk, {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'completed',
      content: [item('done')],
    })
    expect(statuses(desk)).toEqual(['pending', 'in_progress', 'completed'])
  })

  test('it waits for permission, and goes on when that is granted', () => {
    const desk = withClient()
    begin(desk)
    const made = ask(desk)
    expect(plain(desk.answer('session/request_permission', { granted: true, scope: 'once' }))).toEqual({
      sessionId: 's',
      operation: 'file_write',
      resource: '/a.ts',
      reason: 'Edit a.ts',
      toolCallId: 't',
    })
    expect(plain(resultOf(made))).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } })
    say(desk, {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'failed',
      content: [item('disk full')],
    })
    expect(statuses(desk)).toEqual(['pending', 'awaiting_permission', 'in_progress', 'failed'])
  })

  test('one that fails after it was not allowed was denied', () => {
    const desk = withClient()
    begin(desk)
    const made = ask(desk)
    desk.answer('session/request_permission', { granted: false })
    expect(plain(resultOf(made))).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } })
    say(desk, { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' })
    expect(statuses(desk)).toEqual(['pending', 'awaiting_permission', 'denied'])
  })

  test('one that fails because its turn was called off was cancelled', () => {
    const desk = withClient()
    begin(desk)
    say(desk, { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' })
    desk.notify('theirs', 'session/cancel', { sessionId: 's' })
    say(desk, { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' })
    expect(statuses(desk)).toEqual(['pending', 'in_progress', 'cancelled'])
    desk.answer('session/prompt', { stopReason: 'cancelled' })
    begin(desk)
    say(desk, { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' })
    expect(statuses(desk).at(-1)).toBe('failed')
  })

  test('who calls off a turn has answered all questions of it, once', () => {
    const desk = withClient()
    begin(desk)
    const made = ask(desk)
    desk.notify('theirs', 'session/cancel', { sessionId: 's' })
    expect(resultOf(made)).toEqual({ outcome: { outcome: 'cancelled' } })
    desk.answer('session/request_permission', { granted: true })
    expect(made.settled).toHaveLength(1)
  })

  test('what was forgotten of a turn that is over does not pile up', () => {
    const desk = withClient()
    begin(desk)
    expect(desk.state.sessions.get('s')?.toolCalls.size).toBe(1)
    desk.answer('session/prompt', { stopReason: 'end_turn' })
    expect(desk.state.sessions.get('s')?.toolCalls.size).toBe(0)
  })

  const choices: readonly (readonly [Fields, unknown])[] = [
    [{ granted: true }, 'yes'],
    [{ granted: true, remember: true }, 'ever'],
    [{ granted: true, remember: true, scope: 'once' }, 'yes'],
    [{ granted: true, remember: true, scope: 'always' }, 'ever'],
    [{ granted: true, scope: 'session' }, 'yes'],
    [{ granted: true, remember: true, scope: 'workspace' }, 'yes'],
    [{ granted: true, remember: true, scope: null }, 'yes'],
    [{ granted: true, remember: true, scope: '' }, 'yes'],
    [{ granted: true, scope: {} }, 'yes'],
    [{ granted: false, remember: true }, 'no'],
    [{ granted: 'yes' }, 'no'],
    [{}, 'no'],
  ]
  test.each(choices)('the answer %j chooses %s', (answer, optionId) => {
    const desk = withClient()
    const made = ask(desk)
    desk.answer('session/request_permission', answer)
    expect(resultOf(made).outcome).toEqual({ outcome: 'selected', optionId })
  })

  test('a scope that an option of ours stands for chooses that one, and is kept', () => {
    const desk = withClient()
    const scoped = {
      optionId: 'here',
      kind: 'allow_always',
      _meta: { 'parley.dev/d4': { scope: 'session' } },
    }
    const params = { sessionId: 's', toolCall: { toolCallId: 't' }, options: [...OPTIONS, scoped] }
    const given = { granted: true, remember: true, scope: 'session' }
    const { result } = desk.exchange('ours', ['session/request_permission', params], given)
    expect(result.outcome).toEqual({ outcome: 'selected', optionId: 'here' })
    expect(result._meta).toEqual({ 'parley.dev/d4': given })
  })

  test('nothing is allowed for longer than it was granted', () => {
    const desk = withClient()
    const options = OPTIONS.filter(({ kind }) => kind !== 'allow_once')
    const params = { sessionId: 's', toolCall: { toolCallId: 't' }, options }
    const { result } = desk.exchange('ours', ['session/request_permission', params], {
      granted: true,
      scope: 'once',
    })
    expect(result.outcome).toEqual({ outcome: 'selected', optionId: 'no' })
  })

  test.each([
    [-32002, { outcome: 'selected', optionId: 'no' }],
    [-32003, { outcome: 'cancelled' }],
  ])('an answer with the error %i is one, too', (code, outcome) => {
    const desk = withClient()
    const made = ask(desk)
    desk.refuse('session/request_permission', { code, message: 'no' })
    expect(resultOf(made)).toEqual({ outcome })
  })

  test.each([
    [{ kind: 'execute', rawInput: { command: 'npm test' } }, 'terminal_execute', 'npm test'],
    [
      {
        kind: 'execute',
        title: 'Run',
        locations: [{ path: '/README' }],
        rawInput: { command: 'rm', args: ['-rf', '~'] },
      },
      'terminal_execute',
      'rm -rf ~',
    ],
    [{ kind: 'execute', title: 'Run it', locations: [{ path: '/README' }] }, 'terminal_execute', 'Run it'],
    [
      { kind: 'edit', locations: [{ path: '/a' }, { path: '/home/.bashrc' }] },
      'file_write',
      '/a, /home/.bashrc',
    ],
    [{ kind: 'fetch', rawInput: { url: 'https://example.com' } }, 'network_access', 'https://example.com'],
    [{ kind: 'delete', locations: [{ path: '/a' }] }, 'file_delete', '/a'],
    [{ kind: 'other', title: 'Look around' }, 'mcp_tool', 'Look around'],
    [{}, 'mcp_tool', 't'],
  ])('a call of %j asks for %s on %s', (call, operation, resource) => {
    const desk = withClient()
    const params = { sessionId: 's', toolCall: { toolCallId: 't', ...call }, options: OPTIONS }
    desk.request('ours', 'session/request_permission', params)
    expect(desk.takeAsk('session/request_permission').params).toMatchObject({ operation, resource })
  })

  test('the rest of what is asked for is the reason', () => {
    const desk = withClient()
    const rawInput = { command: 'make' }
    const locations = [{ path: '/w' }]
    const toolCall = {
      toolCallId: 't',
      kind: 'execute',
      title: 'Build',
      rawInput,
      locations,
      content: [item('all')],
    }
    desk.request('ours', 'session/request_permission', { sessionId: 's', toolCall, options: OPTIONS })
    expect(desk.takeAsk('session/request_permission').params).toMatchObject({ reason: 'Build\n/w\nall' })
  })

  test.each([
    ['another kind', { kind: 'execute', title: 'file_read README.md' }],
    ['another title', { kind: 'read', title: 'rm' }],
    ['another place', { kind: 'read', title: 'file_read README.md', locations: [{ path: '/etc/passwd' }] }],
    ['a command', { kind: 'read', title: 'file_read README.md', rawInput: { command: 'rm' } }],
  ])('words of the document that were laid away do not count where the call has %s', (_, call) => {
    const desk = withClient()
    const laid = { operation: 'file_read', resource: 'README.md', reason: 'look', toolCallId: 't' }
    desk.request('ours', 'session/request_permission', {
      sessionId: 's',
      toolCall: { toolCallId: 't', ...call },
      options: OPTIONS,
      _meta: { 'parley.dev/d4': laid },
    })
    const told = desk.takeAsk('session/request_permission').params as Fields
    expect([told.operation, told.resource]).not.toEqual(['file_read', 'README.md'])
    expect(told.reason).not.toBe('look')
  })
})

describe('permission that their agent asks for', () => {
  const PARAMS = { sessionId: 's', operation: 'file_write', resource: 'src/a.ts', reason: 'to mend it' }
  const ask = (outcome: Fields, params: Fields = PARAMS) =>
    withAgent().exchange('theirs', ['session/request_permission', params], { outcome })

  test('it becomes a tool call with all there is to choose from', () => {
    const { asked } = ask({ outcome: 'cancelled' })
    expect(plain(asked.toolCall)).toEqual({
      toolCallId: 'permission_1',
      title: 'file_write src/a.ts',
      kind: 'edit',
      status: 'pending',
      locations: [{ path: '/home/user/project/src/a.ts' }],
      content: [item('to mend it')],
    })
    expect((asked.options as readonly Fields[]).map(({ kind }) => kind)).toEqual([
      'allow_once',
      'allow_always',
      'allow_always',
      'allow_always',
      'reject_once',
      'reject_always',
    ])
    expect(ask({ outcome: 'cancelled' }, { ...PARAMS, toolCallId: 'tc' }).asked).toMatchObject({
      toolCall: { toolCallId: 'tc' },
    })
  })

  test.each([
    ['allow_once', { granted: true, scope: 'once' }],
    ['allow_session', { granted: true, remember: true, scope: 'session' }],
    ['allow_workspace', { granted: true, remember: true, scope: 'workspace' }],
    ['allow_always', { granted: true, remember: true, scope: 'always' }],
    ['reject_once', { granted: false }],
    ['reject_always', { granted: false, remember: true }],
    ['nonsense', { granted: false }],
  ])('the choice %s is %j', (optionId, told) => {
    expect(ask({ outcome: 'selected', optionId }).result).toEqual(told)
  })

  test('a question that was called off was not granted', () => {
    expect(plain(ask({ outcome: 'cancelled' }).result)).toEqual({ granted: false })
  })
})

describe('changes of files', () => {
  const OLD = 'one\ntwo\nthree\n'
  const NEW = 'one\n2\nthree\nfour\n'
  const HUNKS = [
    {
      oldStart: 1,
      oldLines: 3,
      newStart: 1,
      newLines: 4,
      content: '@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four',
    },
  ]
  const output = { type: 'diff', path: 'a.ts', hunks: HUNKS }
  const reader = { fs: { readTextFile: true } }

  test('two texts become hunks, exactly', () => {
    const [told] = say(withClient(), {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      content: [{ type: 'diff', path: '/a.ts', oldText: OLD, newText: NEW }],
    })
    expect(told?.data).toEqual({ id: 't', output: { type: 'diff', path: '/a.ts', hunks: HUNKS } })
  })

  test.each([
    ['the old one', OLD],
    ['the new one', NEW],
  ])('hunks become two texts where one is at hand: %s', (_, content) => {
    const desk = withAgent({}, reader)
    desk.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'tool_call_update',
      data: { id: 't', output },
    })
    desk.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'agent_message_chunk',
      data: { content: 'so' },
    })
    expect(desk.told).toEqual([])
    expect(desk.answer('fs/read_text_file', { content })).toEqual({
      sessionId: 's',
      path: '/home/user/project/a.ts',
    })
    expect(desk.told.map(({ params }) => plain(params.update))).toEqual([
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        content: [{ type: 'diff', path: '/home/user/project/a.ts', oldText: OLD, newText: NEW }],
      },
      { sessionUpdate: 'agent_message_chunk', content: text('so') },
    ])
    desk.ring()
    expect(desk.told).toHaveLength(2)
  })

  test.each([
    ['a new file', undefined, 'a\nb'],
    ['lines behind the last', 'a\n', 'a\nb\n'],
    ['lines before the first', 'b\n', 'a\nb\n'],
    ['a last line that loses its end', 'a\nb\n', 'a\nb'],
    ['two places far apart', `x\n${'same\n'.repeat(20)}y\n`, `1\n${'same\n'.repeat(20)}2\n`],
    ['everything gone', 'a\nb\n', ''],
  ])('hunks lead from one text to the other and back: %s', (_, before, after) => {
    const hunks = hunksBetween(before, after)
    expect(textsAround(before ?? '', hunks, false)?.newText).toBe(after)
    expect(textsAround(after, hunks, true)?.oldText).toBe(before ?? '')
  })

  const shown = (desk: Desk): unknown => plain((desk.lastTold('ours').update as Fields).content)
  const PATCH = [
    item(
      '```diff\n--- /home/user/project/a.ts\n+++ /home/user/project/a.ts\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n```',
    ),
  ]

  test('where the text is another, or nobody may read it, or it takes too long, they are shown as they are', () => {
    const other = withAgent({}, reader)
    other.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'tool_call_update',
      data: { id: 't', output },
    })
    other.answer('fs/read_text_file', { content: 'something else\n' })
    expect(shown(other)).toEqual(PATCH)
    const slow = withAgent({}, reader)
    slow.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'tool_call_update',
      data: { id: 't', output },
    })
    slow.ring()
    expect(shown(slow)).toEqual(PATCH)
    expect(slow.givenUp).toHaveLength(1)
    slow.refuse('fs/read_text_file', { code: -32800, message: 'given up' })
    expect(slow.told).toHaveLength(1)
    const blind = withAgent()
    expect(plain(hear(blind, 'tool_call_update', { id: 't', output }).content)).toEqual(PATCH)
  })

  test('their answers wait with their words', () => {
    const desk = withAgent({}, reader)
    const made = desk.request('ours', 'session/prompt', { sessionId: 's', prompt: [] })
    desk.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'tool_call_update',
      data: { id: 't', output },
    })
    desk.answer('session/prompt', { stopReason: 'end_turn' })
    expect(made.settled).toEqual([])
    desk.refuse('fs/read_text_file', { code: -32002, message: 'gone' })
    expect(resultOf(made)).toMatchObject({ stopReason: 'end_turn' })
  })

  test('a hunk that says nothing is shown as that', () => {
    const desk = withAgent({}, reader)
    const silent = { type: 'diff', path: '/a', hunks: [{ oldStart: 1, newStart: 1, content: '...' }] }
    desk.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'tool_call_update',
      data: { id: 't', output: silent },
    })
    desk.answer('fs/read_text_file', { content: OLD })
    expect(JSON.stringify(shown(desk))).toContain('...')
  })
})

describe('what has no place there', () => {
  test.each([
    { sessionUpdate: 'session_info_update', title: 'x' },
    { sessionUpdate: 'usage_update', used: 1, size: 2 },
    { sessionUpdate: 'notice', severity: 'info', title: 'x' },
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
  ])('the update $sessionUpdate is not told', update => {
    expect(say(withClient(), update)).toEqual([])
  })

  test('a picture in a message is named in its text, and goes along', () => {
    const image = { type: 'image', data: 'iVBO', mimeType: 'image/png' }
    const [told] = say(withClient(), { sessionUpdate: 'agent_message_chunk', content: image, messageId: 'm' })
    expect(told).toMatchObject({ type: 'agent_message_chunk', data: { content: '[image image/png]' } })
    expect(hear(withAgent(), 'agent_message_chunk', told?.data as Fields)).toMatchObject({
      content: image,
      messageId: 'm',
    })
  })

  test('several contents of a tool call are told as one text, and go along', () => {
    const content = [item('one'), { type: 'diff', path: '/a', oldText: 'x\n', newText: 'y\n' }]
    const [told] = say(withClient(), { sessionUpdate: 'tool_call_update', toolCallId: 't', content })
    expect(told?.data).toMatchObject({
      output: { type: 'text', text: expect.stringMatching(/^one\n```diff\n[\s\S]*\+y\n```$/) },
    })
    expect(hear(withAgent(), 'tool_call_update', told?.data as Fields).content).toEqual(content)
  })

  test('a plan with a name keeps it', () => {
    const entries = [{ content: 'go', priority: 'high', status: 'pending' }]
    const [told] = say(withClient(), {
      sessionUpdate: 'plan_update',
      plan: { type: 'items', planId: 'p', entries },
    })
    expect(plain(told)).toEqual({
      sessionId: 's',
      type: 'plan',
      data: { planId: 'p', steps: [{ id: 'step_1', description: 'go', status: 'pending' }] },
    })
    expect(hear(withAgent(), 'plan', told?.data as Fields)).toMatchObject({ entries })
  })
})
