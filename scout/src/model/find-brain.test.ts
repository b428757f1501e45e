import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { serveModel } from '../rehearsal/index.js'
import { askModels } from './discovery.js'
import { findBrain, listBrains, listTroubles } from './find-brain.js'
import { priceOf } from './price-list.js'
import { type Surroundings, sourcesIn } from './providers.js'
import { stage } from './stage.fixture.js'

const none: Surroundings = { SCOUT_DISCOVERY: 'off' }

test('without a key, an address or a server there is no model', async () => {
  expect(await listBrains({ ...none })).toEqual([])
  expect(await findBrain({ env: { ...none } })).toBeUndefined()
  expect(await findBrain({ model: 'server/x', env: { ...none } })).toBeUndefined()
})

test('the usual servers are looked for at their usual places on this machine', () => {
  expect(sourcesIn({}).map(({ id, baseUrl }) => [id, baseUrl])).toEqual([
    ['ollama', 'http://127.0.0.1:11434/v1'],
    ['llama', 'http://127.0.0.1:8080/v1'],
    ['vllm', 'http://127.0.0.1:8000/v1'],
    ['lmstudio', 'http://127.0.0.1:1234/v1'],
  ])
})

test('a server at one of those places is found by the models it lists', async () => {
  await using model = await serveModel({ models: ['qwen3:8b', 'nomic-embed-text'] })
  const [ollama] = sourcesIn({})
  const listed = await askModels({ ...ollama!, baseUrl: `${model.address}/v1` })
  expect(listed).toEqual({ models: [{ id: 'qwen3:8b', contextSize: undefined }] })
  expect(await askModels({ ...ollama!, baseUrl: 'http://127.0.0.1:9/v1' })).toEqual({
    why: 'no web server may listen on that port',
  })
})

test('a server that does not answer, redirects, or answers with something else is no server of models', async () => {
  const answers = [() => undefined, 'elsewhere', '<html>', '{"data":[{"id":"bad\\u001b[31m"},{"id":"good"}]}']
  let asked = 0
  const server = createServer((_, response) => {
    const answer = answers[asked++]
    if (answer === 'elsewhere') response.writeHead(302, { location: '/other' }).end()
    else if (typeof answer === 'string') response.end(answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const [ollama] = sourcesIn({})
  const source = { ...ollama!, baseUrl: `http://127.0.0.1:${Object(server.address()).port}/v1` }
  const start = performance.now()
  expect(await askModels(source)).toEqual({ why: 'it did not answer within 300 ms' })
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(await askModels(source)).toEqual({ why: 'it points to another address' })
  expect(await askModels(source)).toEqual({ why: 'its answer is no list of models' })
  expect(await askModels(source)).toEqual({ models: [{ id: 'good', contextSize: undefined }] })
  server.closeAllConnections()
  server.close()
})

test('a key makes a provider, whose models are known also where it cannot be asked', async () => {
  const nowhere = 'http://127.0.0.1:9'
  const env = {
    ...none,
    ANTHROPIC_API_KEY: 'a',
    ANTHROPIC_BASE_URL: nowhere,
    GEMINI_API_KEY: 'g',
    GOOGLE_GENERATIVE_AI_BASE_URL: nowhere,
  }
  const brains = await listBrains(env)
  expect(brains[0]).toMatchObject({ id: expect.stringMatching(/^anthropic\/claude-/), wire: 'anthropic' })
  expect(brains.map(({ id }) => id)).toContain('google/gemini-2.5-pro')
  expect(brains.find(({ wire }) => wire === 'google')?.contextSize).toBe(1_048_576)
  expect(brains.every(({ price }) => price === undefined)).toBe(true)
})

test('prices are known at the provider itself, and only for names that are on the list', () => {
  const env = { ...none, OPENAI_API_KEY: 'k' }
  const source = sourcesIn(env)[0]
  expect(source).toMatchObject({ baseUrl: 'https://api.openai.com/v1', isOfficial: true })
  expect(sourcesIn({ ...env, OPENAI_BASE_URL: 'https://other.example' })[0]).toMatchObject({
    isOfficial: false,
  })
  expect(priceOf('gpt-5-mini')).toMatchObject({ input: 0.25, output: 2 })
  expect(priceOf('gpt-99')).toBeUndefined()
})

test('the model that the surroundings name comes first, listed or not, and a context size may be given', async () => {
  await using model = await serveModel({ models: ['one', 'two'] })
  const base = { ...none, SCOUT_BASE_URL: `${model.address}/v1/` }
  expect((await listBrains({ ...base })).map(({ id }) => id)).toEqual(['server/one', 'server/two'])
  expect((await findBrain({ env: { ...base, SCOUT_MODEL: 'two' } }))?.id).toBe('server/two')
  expect((await findBrain({ env: { ...base, SCOUT_MODEL: 'org/three' } }))?.id).toBe('server/org/three')
  const sized = await findBrain({ model: 'server/one', env: { ...base, SCOUT_CONTEXT_SIZE: '4096' } })
  expect(sized?.contextSize).toBe(4_096)
  expect(await findBrain({ model: 'none', env: { ...base } })).toBeUndefined()
})

test('blanks around a key are no part of it, and what is secret in an address is not shown', async () => {
  expect(sourcesIn({ ...none, ANTHROPIC_API_KEY: ' key\n' })[0]?.key).toBe('key')
  const env = { ...none, SCOUT_BASE_URL: 'http://me:hunter2@127.0.0.1:9/v1', SCOUT_MODEL: 'm' }
  const brain = await findBrain({ env })
  expect(`${brain?.id} ${brain?.name} ${brain?.description}`).not.toContain('hunter2')
  const { say } = await stage({ brain: brain ?? {} })
  const { error } = await say('hi')
  expect(error?.message).toMatch(/refused|Nothing answers|broke/)
  expect(JSON.stringify([error?.message, error?.data])).not.toContain('hunter2')
})

test('the key of OpenAI goes to OpenAI or to its own address, and to no server of another name', async () => {
  await using model = await serveModel()
  const env = { ...none, OPENAI_API_KEY: 'sk-of-openai', OPENAI_BASE_URL: 'http://127.0.0.1:9' }
  const brain = await findBrain({
    model: 'server/fake-model',
    env: { ...env, SCOUT_BASE_URL: model.address },
  })
  await brain?.open()
  expect(model.requests.length).toBeGreaterThan(0)
  expect(JSON.stringify(model.requests.map(({ headers }) => headers))).not.toContain('sk-of-openai')
  expect(brain?.secrets).toEqual([])
  expect(brain?.keyName).toBe('SCOUT_API_KEY')
  expect(sourcesIn(env)[0]).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1', key: 'sk-of-openai' })
})

test('what is wrong with a server that was named is told with its cause, and the rest is silent', async () => {
  expect(await listTroubles({})).toEqual([])
  const refused = { ...none, SCOUT_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` }
  expect(await listTroubles(refused)).toEqual([
    { server: expect.stringMatching(/^127\.0\.0\.1:\d+ \(SCOUT_BASE_URL\)$/), why: 'nothing listens there' },
  ])
  expect(await listTroubles({ ...none, SCOUT_BASE_URL: 'localhost:11434' })).toEqual([
    { server: 'The server in SCOUT_BASE_URL', why: expect.stringContaining('that is no address') },
  ])
  await using model = await serveModel({ models: ['nomic-embed-text'] })
  expect(await listTroubles({ ...none, SCOUT_BASE_URL: model.address })).toMatchObject([
    { why: 'it lists no model that can talk' },
  ])
})

test('a server that wants a key says so by the variable that holds it', async () => {
  const server = createServer((_, response) => response.writeHead(401).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const SCOUT_BASE_URL = `http://127.0.0.1:${Object(server.address()).port}`
  expect(await listTroubles({ ...none, SCOUT_BASE_URL })).toMatchObject([
    { why: 'it wants a key, and SCOUT_API_KEY is not set' },
  ])
  expect(await listTroubles({ ...none, SCOUT_BASE_URL, SCOUT_API_KEY: 'k' })).toMatchObject([
    { why: 'it did not accept the key in SCOUT_API_KEY' },
  ])
  server.close()
})

/** A port on which nothing listens any more. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = Object(server.address())
  await new Promise(resolve => server.close(resolve))
  return port
}
