import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { serveModel } from '../rehearsal/index.js'
import { asking, hostFor, makeProject } from '../tools/errand.fixture.js'
import { sourcesIn } from './providers.js'
import { callsIn, hear, stage, WIRES } from './stage.fixture.js'
import { openModel } from './wires.js'

for (const wire of WIRES) {
  test(`${wire}: words and thoughts come as they are said, and the tokens are told`, async () => {
    const { say, model } = await stage({ wire })
    const { stopReason, said, thought, updates } = await say(
      '[[think let me see]] [[say hello there, this is long]]',
    )
    expect(stopReason).toBe('end_turn')
    expect(said).toBe('hello there, this is long')
    expect(thought).toBe('let me see')
    expect(
      updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk').length,
    ).toBeGreaterThan(1)
    expect(updates.find(({ sessionUpdate }) => sessionUpdate === 'usage_update')).toMatchObject({ used: 15 })
    expect(model.requests.at(-1)?.body).toMatchObject(wire === 'google' ? {} : { stream: true })
  })

  test(`${wire}: what it reads comes back to it, and then it speaks`, async () => {
    const { say, model } = await stage({ wire, files: { 'notes.txt': 'the colour is red\n' } })
    const { stopReason, said, updates } = await say('[[read notes.txt]] [[say it is red]]')
    expect([stopReason, said]).toEqual(['end_turn', 'it is red'])
    expect(callsIn(updates)).toMatchObject([{ kind: 'read', status: 'completed' }])
    const result = model.requests.at(-1)?.conversation?.messages.find(({ role }) => role === 'tool')
    expect(result?.text).toContain('the colour is red')
  })
}

for (const wire of ['openai', 'anthropic'] as const) {
  test(`${wire}: what only looks is done at the same time, and every result finds its call`, async () => {
    const files = { 'a.txt': 'first\n', 'b.txt': 'second\n', 'c.txt': 'third\n' }
    const { say, model } = await stage({ wire, files })
    const { updates } = await say('[[say look]] [[read a.txt]]+[[read b.txt]]+[[read c.txt]] [[say seen]]')
    const kinds = updates.flatMap(update => {
      if (update.sessionUpdate === 'tool_call') return ['begun']
      return update.sessionUpdate === 'tool_call_update' && update.status === 'completed' ? ['ended'] : []
    })
    expect(kinds).toEqual(['begun', 'begun', 'begun', 'ended', 'ended', 'ended'])
    const results = model.requests.at(-1)?.conversation?.messages.filter(({ role }) => role === 'tool')
    expect(results?.map(({ text }) => /first|second|third/.exec(text)?.[0])).toEqual([
      'first',
      'second',
      'third',
    ])
    expect(model.requests.filter(({ dialect }) => dialect !== undefined)).toHaveLength(2)
  })

  test(`${wire}: a change is shown and asked about, and made when it is allowed`, async () => {
    const { say, work, asked } = await stage({ wire, files: { 'notes.txt': 'the colour is red\n' } })
    const { said, updates } = await say('[[edit notes.txt|red|blue]] [[say changed]]')
    expect(said).toBe('changed')
    expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('the colour is blue\n')
    expect(asked.length).toBeGreaterThan(0)
    expect(JSON.stringify(callsIn(updates))).toContain('"type":"diff"')
  })
}

test('a change that is not allowed is not made, and the model is told so', async () => {
  const work = makeProject({ 'notes.txt': 'red\n' })
  const host = hostFor(work, { permission: asking('reject_once').permission })
  const { say, model } = await stage({ work, host })
  const { stopReason } = await say('[[edit notes.txt|red|blue]] [[say all right]]')
  expect(stopReason).toBe('end_turn')
  expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('red\n')
  expect(model.requests.at(-1)?.conversation?.messages.at(-1)?.text).toMatch(/did not allow/)
})

test('changes that are asked for together are made one after another', async () => {
  const { say, work } = await stage({ files: { 'notes.txt': 'one\n' }, mode: 'code' })
  const { updates } = await say('[[edit notes.txt|one|two]]+[[edit notes.txt|two|three]] [[say done]]')
  expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('three\n')
  expect(callsIn(updates).map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('in the mode architect nothing that changes is offered, and what is tried all the same is refused', async () => {
  const { say, model, work } = await stage({ files: { 'a.txt': 'a\n' }, mode: 'architect' })
  await say('[[tool write|{"path":"a.txt","content":"b"}]] [[say so be it]]')
  const [first, second] = model.requests.filter(({ dialect }) => dialect !== undefined)
  expect(first?.conversation?.tools.map(({ name }) => name)).toContain('read')
  expect(first?.conversation?.tools.map(({ name }) => name)).not.toContain('write')
  expect(second?.conversation?.messages.at(-1)?.text).toMatch(/architect/)
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('a\n')
})

test('a tool that is not there and arguments that do not fit are errors for the model, and the turn goes on', async () => {
  const { say, model } = await stage()
  const { said } = await say(
    '[[tool fly|{}]] [[tool read|{"where":1}]] [[tool read|not json]] [[say I give up]]',
  )
  expect(said).toBe('I give up')
  const results = model.requests.at(-1)?.conversation?.messages.filter(({ role }) => role === 'tool')
  expect(results?.map(({ text }) => text)).toEqual([
    expect.stringContaining('There is no tool "fly"'),
    expect.stringContaining('lacks "path"'),
    expect.stringContaining('no JSON object'),
  ])
})

test('a result that is too long is cut before it goes back', async () => {
  const { say, model } = await stage({
    files: { 'long.txt': 'word '.repeat(40_000) },
    brain: { contextSize: 8_000 },
  })
  await say('[[read long.txt]] [[say long]]')
  const result = model.requests.findLast(({ dialect }) => dialect)?.conversation?.messages.at(-1)
  expect(result?.text).toMatch(/left out/)
  expect(result?.text.length).toBeLessThan(8_000)
})

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

for (const wire of ['openai', 'anthropic'] as const)
  test(`${wire}: a cancel in the middle ends the turn and the connection to the model`, async () => {
    const { session, model } = await stage({ wire })
    const turn = session.prompt('[[slow 30*400]]')
    for await (const update of turn.updates)
      if (update.sessionUpdate === 'agent_message_chunk') {
        // Whatever held on to the request only weakly has lost it by now.
        collectGarbage()
        await turn.cancel()
        break
      }
    expect((await turn.outcome).stopReason).toBe('cancelled')
    await expect.poll(() => model.requests.at(-1)?.isAbandoned).toBe(true)
    expect((await hear(session, '[[say still here]]')).said).toBe('still here')
  })

test('a turn that takes too many steps says so and stops', async () => {
  const { say, model } = await stage({ files: { a: 'a' }, options: { maxSteps: 3 } })
  const { stopReason, notices } = await say('[[read a]] [[read a]] [[read a]] [[read a]] [[say never]]')
  expect(stopReason).toBe('max_turn_requests')
  expect(notices).toEqual([expect.stringContaining('limit of 3 steps')])
  expect(model.requests.filter(({ dialect }) => dialect !== undefined)).toHaveLength(3)
})

for (const wire of WIRES) {
  test(`${wire}: an answer that is cut by its length, and one that is refused, end with the right reason`, async () => {
    const { say, session, model } = await stage({ wire })
    await session.setOption('maxTokens', '1024')
    const cut = await say('[[length]] [[say only half of]]')
    expect(cut.stopReason).toBe('max_tokens')
    expect(cut.said).toContain('only half of')
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('1024')
    expect((await say('[[refuse]]')).stopReason).toBe('refusal')
    await say('[[say next]]')
    const heard = model.requests
      .at(-1)
      ?.conversation?.messages.map(({ text }) => text)
      .join('\n')
    expect(heard).toContain('[[length]]')
    expect(heard).not.toContain('[[refuse]]')
  })
}

test('a change of the settings counts from the next step on', async () => {
  const { session, model } = await stage({ models: ['small-model', 'large-model'], files: { a: 'a' } })
  const turn = session.prompt('[[read a]] [[slow 5*60]]')
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'tool_call') await session.setOption('model', 'server/large-model')
  await session.setOption('thinking', 'high')
  await hear(session, '[[say x]]')
  const asked = model.requests.filter(({ dialect }) => dialect !== undefined)
  expect(asked.map(({ body }) => [body.model, body.reasoning_effort])).toEqual([
    ['small-model', undefined],
    ['large-model', undefined],
    ['large-model', 'high'],
  ])
})

test('thinking is asked for in the words of each provider', async () => {
  for (const [wire, name, words] of [
    ['anthropic', 'claude-sonnet-4-5', '"thinking":{"type":"enabled","budget_tokens":24576}'],
    ['anthropic', 'claude-opus-5', '"effort":"high"'],
    ['google', 'gemini-2.5-pro', '"thinkingBudget":24576'],
    ['google', 'gemini-3-pro-preview', '"thinkingLevel":"high"'],
  ] as const) {
    const { session, model, say } = await stage({ wire, models: [name] })
    await session.setOption('thinking', 'high')
    await say('[[say x]]')
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(words)
  }
})

test('what a provider signed comes back to it as it was, within the turn', async () => {
  for (const [wire, words] of [
    ['anthropic', '"thinking":"let me see","signature":"signed"'],
    ['google', '"thoughtSignature":"c2lnbmVk"'],
  ] as const) {
    const { say, session, model } = await stage({ wire, files: { a: 'a' }, models: ['claude-sonnet-4-5'] })
    await session.setOption('thinking', 'high')
    await say('[[think let me see]] [[read a]] [[say done]]')
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(words)
  }
})

test('OpenAI itself is told of the longest answer in its own word, and others in theirs', async () => {
  for (const [isOfficial, word] of [
    [true, '"max_completion_tokens":1024'],
    [false, '"max_tokens":1024'],
  ] as const) {
    const server = await serveModel()
    const [source] = sourcesIn({ SCOUT_BASE_URL: server.address })
    const open = () => openModel({ ...source!, isOfficial }, 'gpt-5')
    const { session, say } = await stage({ model: server, brain: { open } })
    await session.setOption('maxTokens', '1024')
    await say('[[say x]]')
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(word)
  }
})

test("tools of the session's MCP servers are offered under names that every provider takes, and used", async () => {
  const program = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-filesystem/dist/index.js',
  )
  const work = makeProject({ 'a.txt': 'text of a\n' })
  const files = { name: 'my.files', command: process.execPath, args: [program, work], env: [] }
  const { say, model, asked } = await stage({ work, mcpServers: [files] })
  const path = JSON.stringify({ path: join(work, 'a.txt') })
  const { updates, said } = await say(`[[tool my_files_read_text_file|${path}]] [[say read]]`)
  expect(said).toBe('read')
  const [, first, second] = model.requests
  const names = first?.conversation?.tools.map(({ name }) => name) ?? []
  expect(names).toContain('my_files_read_text_file')
  expect(names.filter(name => !/^[\w-]{1,64}$/.test(name))).toEqual([])
  expect(second?.conversation?.messages.at(-1)?.text).toContain('text of a')
  expect(asked).toHaveLength(1)
  expect(callsIn(updates)).toMatchObject([{ status: 'completed' }])
})

for (const wire of WIRES)
  test(`${wire}: an image that a tool reads is seen by the model`, async () => {
    const work = makeProject()
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    writeFileSync(join(work, 'dot.png'), bytes)
    const { say, model } = await stage({
      wire,
      work,
      brain: { senses: { images: true, audio: false, documents: false } },
    })
    await say('[[read dot.png]] [[say a dot]]')
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain(bytes.toString('base64'))
    if (wire === 'anthropic') expect(sent).toMatch(/"tool_result".*"content":\[.*"type":"image"/)
    if (wire === 'openai') expect(sent).toMatch(/The images that the tools gave/)
  })
