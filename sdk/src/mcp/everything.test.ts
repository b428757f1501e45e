import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { McpServer } from '../agent/index.js'
import { everythingFile, filesystemFile, stage, temporary, until } from './conversation.fixture.js'
import type { McpTools } from './index.js'

const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = dial(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** The real server as a process of its own, listening. */
const everythingAt = async (
  manner: 'streamableHttp' | 'sse',
): Promise<{ port: number; child: ChildProcess }> => {
  const port = await freePort()
  const child = spawn(process.execPath, [everythingFile, manner], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  started.push(child)
  for (let tries = 0; tries < 200 && !(await isListening(port)); tries++)
    await new Promise(resolve => setTimeout(resolve, 50))
  return { port, child }
}

const everything: McpServer = {
  name: 'everything',
  command: process.execPath,
  args: [everythingFile, 'stdio'],
  env: [{ name: 'EVERYTHING_TOKEN', value: 'canary-everything' }],
}

const tour = async (tools: McpTools, turn: Parameters<McpTools['call']>[0]) => ({
  failures: tools.failures,
  names: tools.list.map(({ name }) => name),
  echo: await tools.call(turn, 'everything/echo', { message: 'hello' }),
  sum: await tools.call(turn, 'everything/get-sum', { a: 2, b: 3 }),
})

const expectTour = ({ failures, names, echo, sum }: Awaited<ReturnType<typeof tour>>): void => {
  expect(failures).toEqual([])
  expect(names).toContain('everything/echo')
  expect(echo).toMatchObject({ status: 'completed', text: 'Echo: hello' })
  expect(sum.text).toContain('5')
}

test('the reference server over stdio: every kind of content, structure, errors, roots, resources and prompts', async () => {
  const { during, shown, asked, cwd, said, end } = await stage({ servers: [everything] })
  expectTour(await during(tour))
  expect(asked.map(({ title }) => title)).toEqual(['everything/echo', 'everything/get-sum'])
  expect(shown()[0]).toMatchObject({
    kind: 'other',
    rawInput: { tool: 'echo', arguments: { message: 'hello' } },
  })

  const call = (name: string, args = {}) =>
    during((tools, turn) => tools.call(turn, `everything/${name}`, args))
  const image = await call('get-tiny-image')
  expect(image.content.map(({ type }) => type)).toEqual(['text', 'image', 'text'])
  expect(image.content[1]).toMatchObject({ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) })
  expect(
    shown()
      .at(-1)
      ?.content?.map(({ content }) => content.type),
  ).toEqual(['text', 'image', 'text'])
  const embedded = await call('get-resource-reference', { resourceType: 'Text', resourceId: 1 })
  expect(embedded.content[1]).toMatchObject({ type: 'resource', resource: { mimeType: 'text/plain' } })
  const links = await call('get-resource-links', { count: 2 })
  expect(links.content[1]).toMatchObject({ type: 'resource_link', uri: expect.stringContaining('demo://') })
  const annotated = await call('get-annotated-message', { messageType: 'error', includeImage: false })
  expect(annotated.content[0]).toMatchObject({ annotations: { priority: 1 } })
  const weather = await call('get-structured-content', { location: 'Chicago' })
  expect(weather.structuredContent).toMatchObject({ temperature: expect.any(Number) })
  expect(shown().at(-1)).toMatchObject({ rawOutput: weather.structuredContent })
  const wrong = await call('get-sum', { a: 'two' })
  expect(wrong.status).toBe('failed')
  expect(shown().at(-1)).toMatchObject({ status: 'failed' })
  expect((await call('get-roots-list')).text).toContain(`file://${cwd}`)
  const environment = await call('get-env')
  expect(environment.text).toContain('EVERYTHING_TOKEN')

  const [resources, read, template, missing] = await during(
    async tools =>
      [
        await tools.resources(),
        await tools.resources().then(([first]) => tools.readResource(first?.uri ?? '')),
        await tools.readResource('demo://resource/dynamic/text/1'),
        await tools.readResource('demo://nothing').catch(String),
      ] as const,
  )
  expect(resources[0]).toMatchObject({ server: 'everything', uri: expect.stringContaining('demo://') })
  expect(read[0]).toMatchObject({ type: 'resource' })
  expect(template[0]).toMatchObject({ resource: { text: expect.stringContaining('Resource 1') } })
  expect(missing).toContain('no server could read this resource: everything: ')

  const [prompts, filled, lacking] = await during(
    async tools =>
      [
        await tools.prompts(),
        await tools.getPrompt('everything:args-prompt', 'Austin state=Texas'),
        await tools.getPrompt('everything:args-prompt').catch(String),
      ] as const,
  )
  expect(prompts).toContainEqual({
    name: 'everything:args-prompt',
    description: 'A prompt with two arguments, one required and one optional',
    hint: '<city> [state]',
  })
  expect(filled).toEqual([{ type: 'text', text: "What's weather in Austin, Texas?" }])
  expect(lacking).toBe('Error: the prompt "everything:args-prompt" needs city')
  expect(said()).not.toContain('canary-everything')
  await end()
})

test('progress of a long call is shown while it runs', async () => {
  const { during, shown, end } = await stage({ servers: [everything], options: { ask: false } })
  const args = { duration: 0.6, steps: 3 }
  const { status } = await during((tools, turn) =>
    tools.call(turn, 'everything/trigger-long-running-operation', args),
  )
  expect(status).toBe('completed')
  const words = shown().flatMap(({ content }) => content?.map(({ content: block }) => block.text) ?? [])
  // The third comes together with the answer, behind which the MCP client listens to no progress any more.
  expect(words.slice(0, 2)).toEqual(['1 of 3', '2 of 3'])
  await end()
})

test('the reference server over Streamable HTTP: calls, cancel, and its sudden end', async () => {
  const { port, child } = await everythingAt('streamableHttp')
  const server = {
    type: 'http' as const,
    name: 'everything',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: [],
  }
  const { during, begin, session, shown, failures, end } = await stage({
    servers: [server],
    options: { ask: false },
  })
  expectTour(await during(tour))
  const long = (tools: McpTools, turn: Parameters<McpTools['call']>[0]) =>
    tools.call(turn, 'everything/trigger-long-running-operation', { duration: 20, steps: 100 })
  const turn = begin(long)
  await until(() => shown().some(({ content }) => JSON.stringify(content ?? '').includes('of 100')))
  session.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
  expect(failures.pop()).toMatchObject({ name: 'AbortError' })
  const before = shown().length
  const failing = during(long)
  const isUnderWay = (from: number): boolean => JSON.stringify(shown().slice(from)).includes('of 100')
  await until(() => isUnderWay(before))
  child.kill('SIGKILL')
  expect((await failing).text).toContain('the connection was lost')
  await end()
})

test('the reference server over SSE, and its sudden end', async () => {
  const { port, child } = await everythingAt('sse')
  const server = {
    type: 'sse' as const,
    name: 'everything',
    url: `http://127.0.0.1:${port}/sse`,
    headers: [],
  }
  const { during, shown, end } = await stage({ servers: [server], options: { ask: false } })
  expectTour(await during(tour))
  const failing = during((tools, turn) =>
    tools.call(turn, 'everything/trigger-long-running-operation', { duration: 20, steps: 100 }),
  )
  await until(() => shown().some(({ content }) => JSON.stringify(content ?? '').includes('of 100')))
  child.kill('SIGKILL')
  expect((await failing).text).toContain('the connection was lost')
  await end()
})

test('the reference file server works where the session does, asks before it writes, and is kept out of the rest', async () => {
  const elsewhere = temporary()
  writeFileSync(join(elsewhere, 'secret'), 'nobody should read this')
  const server = { name: 'files', command: process.execPath, args: [filesystemFile, elsewhere], env: [] }
  let isAllowed = false
  const { cwd, during, shown, asked, end } = await stage({
    servers: [server],
    options: { decide: tool => (tool.annotations.readOnlyHint === true ? 'allow' : 'ask') },
    answer: () => (isAllowed ? 'allow_once' : 'reject_once'),
  })
  const path = join(cwd, 'note.txt')
  writeFileSync(path, 'one line')
  symlinkSync(elsewhere, join(cwd, 'way-out'))
  const call = (name: string, args: object) =>
    during((tools, turn) => tools.call(turn, `files/${name}`, { ...args }))
  // The server learns of the session's directory by asking, and takes it in place of the one it was started with.
  for (let tries = 0; tries < 100; tries++)
    if ((await call('list_allowed_directories', {})).text.includes(cwd)) break
  const before = shown().length
  expect(await call('read_text_file', { path })).toMatchObject({ status: 'completed', text: 'one line' })
  expect(shown()[before]).toMatchObject({ kind: 'other', title: 'files/read_text_file' })
  expect((await call('write_file', { path, content: 'two' })).status).toBe('rejected')
  expect(readFileSync(path, 'utf8')).toBe('one line')
  isAllowed = true
  expect((await call('write_file', { path, content: 'two' })).status).toBe('completed')
  expect(readFileSync(path, 'utf8')).toBe('two')
  expect(asked.map(({ title }) => title)).toEqual(['files/write_file', 'files/write_file'])
  const escaped = await call('read_text_file', { path: join(cwd, 'way-out', 'secret') })
  expect(escaped.status).toBe('failed')
  expect(escaped.text).not.toContain('nobody should read this')
  await end()
})
