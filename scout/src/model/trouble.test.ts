import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { findBrain } from './index.js'
import { KEY, QUICK, stage, surroundings, WIRES } from './stage.fixture.js'

for (const wire of WIRES)
  test(`${wire}: a server that is busy is asked again, and the user is told`, async () => {
    const { say, model } = await stage({ wire })
    const { stopReason, said, notices } = await say('[[fail 429|0.2]] [[say at last]]')
    expect([stopReason, said]).toEqual(['end_turn', 'at last'])
    expect(notices).toEqual(['The model is busy, trying again in 1 s.'])
    const after = await say('[[fail 500*2]] [[say there]]')
    expect([after.said, after.notices.length]).toEqual(['there', 2])
    expect(model.requests.flatMap(({ dialect, status }) => (dialect ? [status] : []))).toEqual([
      429, 200, 500, 500, 200,
    ])
  })

test('what the server wishes is honoured: it is not asked before its time', async () => {
  const { say } = await stage({ options: { patience: { ...QUICK, firstPause: 1 } } })
  await say('[[say what is loaded late is loaded now]]')
  const start = performance.now()
  await say('[[fail 503|1]] [[say x]]')
  expect(performance.now() - start).toBeGreaterThan(950)
})

test('a server that wants too much time, or never comes round, ends the turn with a clear error', async () => {
  const one = await stage()
  const patient = await one.say('[[fail 429|3600]]')
  expect(patient.error?.message).toMatch(/still busy or failing \(429\).*server said: too many requests$/)
  const other = await stage()
  const never = await other.say('[[fail 500*9]]')
  expect(never.error?.message).toMatch(/still busy or failing \(500\).*something went wrong here$/)
  expect(never.error?.data).toMatchObject({ cause: 'busy', status: 500 })
  expect(other.model.requests.filter(({ dialect }) => dialect !== undefined)).toHaveLength(QUICK.tries)
})

test('a cancel does not wait for the server', async () => {
  const { session } = await stage({ options: { patience: { ...QUICK, longestPause: 60_000 } } })
  const turn = session.prompt('[[fail 429|50]]')
  for await (const update of turn.updates) if (update.sessionUpdate === 'notice') await turn.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
})

for (const [status, cause, words] of [
  [401, 'no_key', /did not accept the key in SCOUT_API_KEY/],
  [404, 'model_unknown', /does not know fake-model/],
  [402, 'no_credit', /no credit/],
  [422, 'failed', /refused the request \(422\)/],
] as const)
  test(`an answer ${status} is told with its cause and cure, once`, async () => {
    const { say, model } = await stage()
    const { error } = await say(`[[fail ${status}]]`)
    expect(error?.message).toMatch(words)
    expect(error?.data).toMatchObject({ cause, status })
    expect(model.requests.filter(({ dialect }) => dialect !== undefined)).toHaveLength(1)
  })

test('a server that is not there is named, and what to do about it', async () => {
  const { say, model } = await stage()
  await model.close()
  const { error } = await say('hello')
  expect(error?.message).toMatch(/Nothing answers at 127\.0\.0\.1:\d+\. Start the server/)
})

test('a connection that breaks in the middle is made again, and the broken piece is not told to the model', async () => {
  let asked = 0
  const bodies: string[] = []
  const body = (text: string): string =>
    `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: text } }] })}\n\n`
  const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
  const server = createServer((request, response) => {
    let sent = ''
    request.setEncoding('utf8').on('data', piece => {
      sent += piece
    })
    request.on('end', () => bodies.push(sent))
    if (request.method === 'GET') return response.writeHead(200).end('{"data":[{"id":"m"}]}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (++asked > 1) return response.end(body('whole') + end)
    response.write(body('half'), () => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${Object(server.address()).port}`
  try {
    const brain = await findBrain({ env: surroundings('openai', address) })
    const { say } = await stage({ brain: brain ?? {} })
    const { stopReason, said, notices } = await say('go')
    expect([stopReason, said]).toEqual(['end_turn', 'halfwhole'])
    expect(notices).toEqual([expect.stringMatching(/^The connection to the model broke/)])
    await say('and now')
    expect(bodies.at(-1)).toContain('whole')
    expect(bodies.at(-1)).not.toContain('half')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('the key is sent to the server and shown to nobody, also when the server says it aloud', async () => {
  for (const wire of WIRES) {
    const failure = { status: 401, message: `no such key: ${KEY}` }
    const script = [
      { text: `your key is ${KEY}, is it not`, thought: `the key ${KEY}` },
      { text: KEY.slice(0, 10) },
      { failure },
      { failure: { ...failure, status: 400 } },
    ]
    const { session, say, model, journal } = await stage({ wire, script })
    const turns = [await say('one'), await say('two'), await say('three'), await say('four')]
    expect(turns[0]?.said).toBe('your key is «redacted», is it not')
    expect(turns[1]?.said).toBe(KEY.slice(0, 10))
    expect(turns[2]?.error?.message).toContain('no such key')
    expect(JSON.stringify(model.requests.at(-1)?.headers)).toContain(KEY)
    const kept: unknown[] = []
    for await (const entry of journal.read(session.id)) kept.push(entry)
    const shown = JSON.stringify([turns, kept, turns.map(({ error }) => [error?.message, error?.data])])
    expect(shown).not.toContain(KEY)
  }
})

test('a key does not follow where the server points to', async () => {
  const seen: unknown[] = []
  const other = createServer((request, response) => {
    seen.push(request.headers)
    response.end('{}')
  })
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const pointing = createServer((request, response) => {
    request.resume()
    response.writeHead(307, { location: `http://127.0.0.1:${Object(other.address()).port}/` }).end()
  })
  await new Promise<void>(resolve => pointing.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${Object(pointing.address()).port}`
  const brain = await findBrain({
    env: { ...surroundings('anthropic', address), SCOUT_MODEL: 'anthropic/m' },
  })
  const { say } = await stage({ brain: brain ?? {} })
  expect((await say('go')).error?.message).toMatch(/redirect/)
  expect(seen).toEqual([])
  for (const server of [other, pointing]) server.close()
})

test('a model that cannot use tools is talked to without them, and the user is told', async () => {
  const failure = { status: 400, message: 'registry.example/m does not support tools' }
  const { say, model } = await stage({ script: [{ failure }, { text: 'hello' }] })
  const { said, notices } = await say('hi')
  expect(said).toBe('hello')
  expect(notices).toEqual([expect.stringMatching(/^The model cannot use tools/)])
  expect(model.requests.at(-1)?.conversation?.tools).toEqual([])
})

test('an answer without a word is not passed over in silence', async () => {
  const { say } = await stage({ script: [{ text: '' }] })
  expect(await say('hi')).toMatchObject({
    stopReason: 'end_turn',
    notices: ['The model gave an empty answer.'],
  })
})

test('a server that does not take the wish to think is told of with the cure', async () => {
  const failure = { status: 400, message: 'reasoning_effort is not a parameter of this model' }
  const { say } = await stage({ script: [{ failure }] })
  expect((await say('hi')).error?.message).toMatch(/Set thinking to off/)
})
