import { memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import { stage } from './stage.fixture.js'

const textsOf = (
  conversation: { readonly messages: readonly { role: string; text: string }[] } | undefined,
) =>
  (conversation?.messages ?? [])
    .filter(({ role }) => role !== 'system')
    .map(({ role, text }) => `${role}: ${text}`)

for (const [wire, version] of [
  ['openai', 1],
  ['openai', 2],
  ['anthropic', 1],
] as const)
  test(`${wire}, version ${version}: a session that is loaded goes on where it was, with calls and results in pairs`, async () => {
    const journal = memoryJournal()
    const first = await stage({ wire, version, journal, files: { 'notes.txt': 'red\n' } })
    await first.say(
      '[[say looking]] [[read notes.txt]]+[[tool fly|{"high":true}]] [[edit notes.txt|red|blue]] [[say changed it]]',
    )
    await first.client.close()
    const second = await stage({
      wire,
      version,
      journal,
      work: first.work,
      model: first.model,
      sessionId: first.session.id,
    })
    expect((await second.say('[[say going on]]')).said).toBe('going on')
    const { body, conversation } = first.model.requests.at(-1) ?? {}
    expect(textsOf(conversation).map(text => text.slice(0, 24))).toEqual(
      expect.arrayContaining(['assistant: looking', 'assistant: changed it', 'user: [[say going on]]']),
    )
    const sent = JSON.stringify(body)
    const calls = [
      ...sent.matchAll(wire === 'openai' ? /"id":"(kept_[^"]+)"/g : /"tool_use","id":"(kept_[^"]+)"/g),
    ]
    const results = [
      ...sent.matchAll(
        wire === 'openai' ? /"tool_call_id":"(kept_[^"]+)"/g : /"tool_use_id":"(kept_[^"]+)"/g,
      ),
    ]
    expect(calls).toHaveLength(2)
    expect(results.map(([, id]) => id).sort()).toEqual(calls.map(([, id]) => id).sort())
    expect(sent).toContain('red')
    expect(sent).toMatch(wire === 'openai' ? /\\"oldText\\":\\"red\\"/ : /"oldText":"red"/)
  })

test('a call that was cut off has a result all the same, and the next turn works', async () => {
  const { session, say, model } = await stage({ wire: 'anthropic', files: {}, mode: 'code' })
  await session.setOption('autoApprove', true)
  const turn = session.prompt('[[shell sleep 20]]')
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress') await turn.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
  expect((await say('[[say next]]')).said).toBe('next')
  const results = model.requests.at(-1)?.conversation?.messages.filter(({ role }) => role === 'tool')
  expect(results).toMatchObject([{ text: 'It was called off before it ended.' }])
})

const long = 'a long story about a red fox '.repeat(120)

for (const isPlain of [false, true])
  test(`a full context is summarised, and the summary outlives the process (plain client: ${isPlain})`, async () => {
    const journal = memoryJournal()
    const brain = { contextSize: 2_000 }
    const usage = { input: 1_500, output: 300 }
    const script = [
      { text: `first answer: ${long}`, usage },
      { text: 'they spoke of a fox' },
      { text: 'second answer', usage: { input: 300, output: 20 } },
    ]
    const first = await stage({ journal, brain, script, isPlain })
    await first.say('tell me of the fox')
    const { said, stopReason, updates, notices } = await first.say('and then?')
    expect(stopReason).toBe('end_turn')
    expect(said).toContain('second answer')
    expect(isPlain ? said : notices.join()).toContain('The conversation has become long')
    const compactions = updates.filter(({ sessionUpdate }) => sessionUpdate === 'compaction_update')
    expect(compactions).toHaveLength(isPlain ? 0 : 2)
    const besides = updates.filter(({ sessionUpdate }) => sessionUpdate === 'session_info_update')
    expect(besides).toHaveLength(isPlain ? 1 : 0)
    const [, asked, answered] = first.model.requests.filter(({ dialect }) => dialect !== undefined)
    expect(JSON.stringify(asked?.body)).toContain('a long story about a red fox')
    expect(JSON.stringify(answered?.body)).toContain('they spoke of a fox')
    expect(JSON.stringify(answered?.body)).not.toContain('a long story')
    await first.client.close()
    const { model, work, session } = first
    const second = await stage({ journal, brain, model, work, sessionId: session.id, isPlain })
    await second.say('[[say third]]')
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('they spoke of a fox')
    expect(sent).toContain('second answer')
    expect(sent).not.toContain('a long story')
    expect(sent).not.toContain('has become long')
  })

test('a turn that fills the context by itself is summarised too, and its request stays as it was', async () => {
  const script = [
    { calls: [{ name: 'read', arguments: { path: 'a.txt' } }], usage: { input: 1_800, output: 50 } },
    { text: 'a.txt tells of a fox' },
    { text: 'it is about a fox', usage: { input: 200, output: 10 } },
  ]
  const { say, model } = await stage({ brain: { contextSize: 2_000 }, script, files: { 'a.txt': long } })
  const { said } = await say('what is a.txt about?')
  expect(said).toContain('it is about a fox')
  const sent = JSON.stringify(model.requests.at(-1)?.body)
  expect(sent).toContain('what is a.txt about?')
  expect(sent).toContain('a.txt tells of a fox')
  expect(sent).not.toContain('a long story')
})

test('a summary that cannot be had loses nothing', async () => {
  const script = [
    { text: `first answer: ${long}`, usage: { input: 1_700, output: 100 } },
    { failure: { status: 400, message: 'not today' } },
    { text: 'second answer' },
  ]
  const { say, model } = await stage({ brain: { contextSize: 2_000 }, script })
  await say('tell me')
  const { said, updates } = await say('and then?')
  expect(said).toBe('second answer')
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'compaction_update')).toMatchObject([
    { status: 'in_progress' },
    { status: 'failed', error: expect.stringContaining('not today') },
  ])
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('a long story')
})

test('what the server finds too long is shortened once; where that does not help, the user is told', async () => {
  const failure = { status: 400, message: 'This exceeds the maximum context length' }
  const script = [{ text: long }, { failure }, { text: 'of a fox' }, { text: 'here' }]
  const { say, model } = await stage({ script })
  await say('tell me')
  expect((await say('more')).said).toBe('here')
  model.expect({ failure }, { text: 'notes' }, { failure })
  const { error } = await say('even more')
  expect(error?.message).toMatch(/too long for fake-model/)
  expect(error?.data).toMatchObject({ cause: 'context_too_long' })
})

test('costs add up over turns and processes where a price is known, and are not told where none is', async () => {
  const journal = memoryJournal()
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
  const script = [1, 2, 3].map(() => ({ text: 'x', usage: { input: 1_000, output: 100 } }))
  const first = await stage({ journal, script, brain: { price } })
  const costIn = (updates: readonly object[]): unknown =>
    updates.flatMap(update => ('cost' in update ? [Object(update.cost).amount] : [])).at(-1)
  expect(costIn((await first.say('one')).updates)).toBeCloseTo(0.0045, 8)
  await first.client.close()
  const { model, work, session } = first
  const second = await stage({ journal, model, work, sessionId: session.id, brain: { price } })
  expect(costIn((await second.say('two')).updates)).toBeCloseTo(0.009, 8)
  const free = await stage({ script })
  expect(costIn((await free.say('one')).updates)).toBeUndefined()
})
