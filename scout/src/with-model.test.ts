import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@parley/acp/client'
import { spawnAgent } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { say } from './conversation.fixture.js'
import { serveModel } from './rehearsal/index.js'
import { makeProject } from './tools/errand.fixture.js'

const PROGRAM = fileURLToPath(new URL('fixtures/scout-agent.mjs', import.meta.url))

async function start(work: string, env: Readonly<Record<string, string>>) {
  const channel = spawnAgent(process.execPath, [PROGRAM, join(dirname(work), 'state'), 'find'], {
    env: { SCOUT_DISCOVERY: 'off', ...env },
  })
  const client = await connect(channel, { permission: () => undefined })
  onTestFinished(() => client.close())
  return client.newSession({ cwd: work })
}

test('scout finds a model, tells it what AGENTS.md says, and goes by rules again when it is told to', async () => {
  const model = await serveModel({ models: ['lamp', 'moon'] })
  onTestFinished(() => model.close())
  const work = makeProject({ 'AGENTS.md': 'Use tabs.', 'notes.txt': 'the colour is red\n' })
  const session = await start(work, { SCOUT_BASE_URL: model.address })
  const option = () => session.options.find(({ id }) => id === 'model')?.value
  expect(option()).toBe('server/lamp')

  const { said } = await say(session, 'show me README [[read notes.txt]] [[say it is red]]')
  expect(said).toBe('it is red')
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Use tabs.')

  const asked = model.requests.length
  expect((await say(session, '/model')).said).toContain('- `server/lamp` (now)')
  expect((await say(session, '/model MOON')).said).toBe('The model is server/moon now.')
  expect((await say(session, '/model sun')).said).toContain('found "sun". For example: `/model server/lamp`')
  expect((await say(session, '/model none')).said).toContain('without a model')
  expect(option()).toBe('none')
  expect((await say(session, 'write a poem')).said).toContain('No model is chosen')
  expect((await say(session, 'show me notes.txt')).said).toContain('I read that as `/read notes.txt`')
  expect(model.requests.filter(({ dialect }) => dialect !== undefined).length).toBeLessThanOrEqual(asked)
})

test('scout starts without a model where none answers, and says so', async () => {
  const work = makeProject()
  const session = await start(work, {})
  expect((await say(session, 'write a poem')).said).toContain('No model is connected')
  expect((await say(session, '/model')).said).toContain('No model was found')
  expect((await say(session, '/status')).said).toContain('Model: none')
})

test('a server that was named and does not answer is named with its cause, wherever a model is spoken of', async () => {
  const session = await start(makeProject(), { SCOUT_BASE_URL: 'http://127.0.0.1:9/v1' })
  const trouble = '127.0.0.1:9 (SCOUT_BASE_URL) cannot be used: no web server may listen on that port.'
  for (const message of ['/status', '/model', 'write a poem']) {
    const { said } = await say(session, message)
    expect(said, message).toContain(trouble)
    expect(said, message).not.toMatch(/No model is connected|To connect one/)
  }
})

test('a server that listens and says nothing keeps nobody from initialize', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = Object(silent.address())
  const work = makeProject()
  const channel = spawnAgent(process.execPath, [PROGRAM, join(dirname(work), 'state'), 'find'], {
    env: { SCOUT_DISCOVERY: 'off', SCOUT_BASE_URL: `http://127.0.0.1:${port}` },
  })
  const asked = new Promise<number>(resolve => silent.once('connection', () => resolve(performance.now())))
  const client = await connect(channel, { permission: () => undefined })
  onTestFinished(() => {
    silent.close()
    return client.close()
  })
  const greeted = performance.now()
  const session = await client.newSession({ cwd: work })
  // The server is given 1.5 s: the greeting came before they were over, and the session after.
  expect(greeted - (await asked)).toBeLessThan(1_000)
  expect(performance.now() - (await asked)).toBeGreaterThan(1_300)
  expect((await say(session, '/status')).said).toContain('it did not answer within 1500 ms')
})

test('what a client adds to the briefing reaches the model, behind what scout says itself', async () => {
  const model = await serveModel()
  onTestFinished(() => model.close())
  const work = makeProject()
  const channel = spawnAgent(process.execPath, [PROGRAM, join(dirname(work), 'state'), 'find'], {
    env: { SCOUT_DISCOVERY: 'off', SCOUT_BASE_URL: model.address },
  })
  const client = await connect(channel, { permission: () => undefined }, { unstable: true })
  onTestFinished(() => client.close())
  const systemPrompt = { mode: 'append', content: [{ type: 'text', text: 'Answer in rhymes.' }] } as const
  const session = await client.newSession({ cwd: work, systemPrompt })
  await say(session, '[[say a rhyme]]')
  expect(JSON.stringify(model.requests.at(-1)?.body)).toMatch(/You are Scout.*Answer in rhymes\./)
})

test('a model of a server that is not there is an error that names the server', async () => {
  const env = { SCOUT_BASE_URL: 'http://127.0.0.1:9/v1', SCOUT_MODEL: 'lamp' }
  const session = await start(makeProject(), env)
  await expect(say(session, 'hello')).rejects.toThrow('Nothing answers at 127.0.0.1:9. Start the server')
})
