/** The examples of document 003, end to end: a client that knows nothing but that document, and scout as its child process. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeProject } from './tools/errand.fixture.js'

const PROGRAM = fileURLToPath(new URL('fixtures/scout-003.mjs', import.meta.url))

type Fields = Readonly<Record<string, unknown>>
type Answer = (params: Fields) => unknown

/** A client written by hand from the document: its words only, and `null` where it says `null`. */
class Client003 {
  readonly updates: Fields[] = []
  readonly asked: { readonly method: string; readonly params: Fields }[] = []
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  readonly #answers: Readonly<Record<string, Answer>>
  readonly #waiting = new Map<number, (answer: Fields) => void>()
  #id = 0
  #text = ''

  constructor(state: string, answers: Readonly<Record<string, Answer>>) {
    this.#answers = answers
    this.child = spawn(process.execPath, [PROGRAM, state], { stdio: 'pipe' })
    this.exited = new Promise(resolve => this.child.once('close', resolve))
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    onTestFinished(async () => {
      this.child.kill()
      await this.exited
    })
  }

  async request(method: string, params: Fields): Promise<Fields> {
    const id = ++this.#id
    const answered = new Promise<Fields>(resolve => this.#waiting.set(id, resolve))
    this.#write({ id, method, params })
    return answered
  }

  notify(method: string, params: Fields): void {
    this.#write({ method, params })
  }

  async result(method: string, params: Fields): Promise<unknown> {
    const answer = await this.request(method, params)
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
    return answer.result
  }

  prompt(sessionId: string, text: string): Promise<unknown> {
    return this.result('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  }

  /** What was said, and nothing but: all text of messages that have a role and a list of blocks. */
  get said(): string {
    return this.updates
      .filter(({ type, role }) => type === 'message' && role === 'agent')
      .flatMap(({ content }) => (content as Fields[]).map(({ text }) => text))
      .join('')
  }

  #write(message: object): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  #read(text: string): void {
    const lines = (this.#text + text).split('\n')
    this.#text = lines.pop() ?? ''
    for (const line of lines) void this.#take(JSON.parse(line) as Fields)
  }

  async #take(message: Fields): Promise<void> {
    const { id, method } = message
    const params = (message.params ?? {}) as Fields
    if (method === undefined) return this.#waiting.get(id as number)?.(message)
    if (id === undefined) {
      if (method === 'session/update') this.updates.push(params.update as Fields)
      return
    }
    this.asked.push({ method: method as string, params })
    try {
      this.#write({ id, result: await this.#answers[method as string]?.(params) })
    } catch {
      this.#write({ id, error: { code: -32003, message: 'Resource not found' } })
    }
  }
}

interface Begun {
  readonly client: Client003
  readonly work: string
  readonly sessionId: string
  readonly greeting: Fields
}

const capabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: { create: true, output: true, waitForExit: true, kill: true, release: true },
}

async function begin(clientCapabilities: Fields, answers: Readonly<Record<string, Answer>>): Promise<Begun> {
  const work = makeProject({ 'config.json': '{"version": "1.0.0"}' })
  const client = new Client003(join(dirname(work), 'state'), answers)
  const greeting = (await client.result('initialize', {
    protocolVersion: 1,
    clientInfo: { name: 'Pharo IDE', version: '14.0' },
    clientCapabilities,
  })) as Fields
  const opened = (await client.result('session/new', { cwd: work, mcpServers: [] })) as Fields
  return { client, work, greeting, sessionId: opened.sessionId as string }
}

const allow: Answer = params => ({
  selectedOptionId: (params.options as Fields[]).find(({ kind }) => kind === 'allow_once')?.optionId,
})

test('a client of document 003 meets scout, has a file written and is shown the change', async () => {
  const { client, work, greeting, sessionId } = await begin(
    { fs: capabilities.fs },
    {
      'session/request_permission': allow,
      'fs/read_text_file': ({ path }) => ({ content: readFileSync(path as string, 'utf8') }),
      'fs/write_text_file': ({ path, content }) => {
        mkdirSync(dirname(path as string), { recursive: true })
        writeFileSync(path as string, content as string)
        return null
      },
    },
  )
  expect(greeting).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'scout' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: true, embeddedContext: true },
      mcpCapabilities: { supportedTransports: ['stdio', 'http', 'sse'] },
      sessionModes: [{ modeId: 'ask', title: 'Ask' }, { modeId: 'code' }, { modeId: 'architect' }],
    },
    authenticationMethods: [],
  })
  const name = join(work, 'src', 'HelloWorld.class.st')
  expect(
    await client.prompt(sessionId, `/write src/HelloWorld.class.st Object subclass: #HelloWorld`),
  ).toEqual({
    stopReason: 'end_turn',
  })
  const permission = client.asked.find(({ method }) => method === 'session/request_permission')?.params
  expect(permission).toMatchObject({
    sessionId,
    title: expect.stringContaining('HelloWorld.class.st'),
    description: expect.stringContaining('+ Object subclass: #HelloWorld'),
    options: expect.arrayContaining([expect.objectContaining({ label: expect.any(String) })]),
  })
  expect(client.updates.find(({ type }) => type === 'tool_call')).toMatchObject({
    toolCallId: expect.any(String),
    kind: 'edit',
    status: 'pending',
    location: { path: name },
  })
  expect(client.updates.findLast(({ type }) => type === 'tool_call_update')).toMatchObject({
    status: 'completed',
  })
  expect(JSON.stringify(client.updates)).toContain('"type":"diff"')
  expect(readFileSync(name, 'utf8')).toContain('HelloWorld')

  expect(await client.prompt(sessionId, '/read config.json:1-1')).toEqual({ stopReason: 'end_turn' })
  expect(JSON.stringify(client.updates)).toContain('1.0.0')
  expect(client.said).not.toBe('')
  expect(client.updates.some(update => 'sessionUpdate' in update)).toBe(false)
  client.child.stdin?.end()
  expect(await client.exited).toBe(0)
})

test('scout runs a command in the terminal of a client of document 003', async () => {
  let output = ''
  const { client, sessionId } = await begin(capabilities, {
    'session/request_permission': allow,
    'terminal/create': ({ command, args, cwd }) => {
      output = execFileSync(command as string, args as string[], { cwd: cwd as string, encoding: 'utf8' })
      return { terminalId: 'term_xyz789' }
    },
    'terminal/output': () => ({ output, exitCode: 0 }),
    'terminal/wait_for_exit': () => ({ output, exitCode: 0 }),
    'terminal/kill': () => null,
    'terminal/release': () => null,
  })
  expect(await client.prompt(sessionId, '/run echo "Hello Terminal"')).toEqual({ stopReason: 'end_turn' })
  expect(output).toBe('Hello Terminal\n')
  const asked = client.asked.map(({ method }) => method)
  expect(asked).toEqual(
    expect.arrayContaining(['terminal/create', 'terminal/wait_for_exit', 'terminal/release']),
  )
  const contents = client.updates.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Fields[]) : [],
  )
  expect(contents).toContainEqual(
    expect.objectContaining({
      type: 'terminal',
      terminalId: 'term_xyz789',
      command: expect.stringContaining('echo'),
    }),
  )
})

test('modes are set and told, a session is loaded without saying where it works, and errors have their numbers', async () => {
  const { client, sessionId } = await begin({}, { 'session/request_permission': allow })
  expect(await client.result('session/set_mode', { sessionId, modeId: 'architect' })).toBe(null)
  expect(await client.prompt(sessionId, '/mode')).toEqual({ stopReason: 'end_turn' })
  expect(client.said.toLowerCase()).toContain('architect')
  expect(await client.result('session/set_config_option', { sessionId, option: 'mode', value: 'code' })).toBe(
    null,
  )
  expect(client.updates).toContainEqual({ type: 'current_mode_update', modeId: 'code' })
  expect(
    await client.request('session/set_config_option', { sessionId, option: 'mode', value: 7 }),
  ).toMatchObject({
    error: { code: -32602 },
  })
  client.updates.length = 0
  expect(await client.result('session/load', { sessionId, mcpServers: [] })).toBe(null)
  expect(client.updates).toContainEqual(
    expect.objectContaining({ type: 'message', role: 'user', content: [{ type: 'text', text: '/mode' }] }),
  )
  expect(await client.request('session/load', { sessionId: 'nobody', mcpServers: [] })).toMatchObject({
    error: { code: -32005, data: { reason: 'session_not_found' } },
  })
  expect(await client.request('session/prompt', { sessionId: 'nobody', prompt: [] })).toMatchObject({
    error: { code: -32005, data: { reason: 'session_not_found' } },
  })
})

test('a client of document 003 that comes back loads a session that began in another process', async () => {
  const { client, sessionId, work } = await begin({}, {})
  await client.prompt(sessionId, '/status')
  client.child.stdin?.end()
  await client.exited
  const again = new Client003(join(dirname(work), 'state'), {})
  await again.result('initialize', { protocolVersion: 1, clientCapabilities: {} })
  expect(await again.result('session/load', { sessionId, mcpServers: [] })).toBe(null)
  expect(again.updates).toContainEqual(
    expect.objectContaining({ type: 'message', role: 'user', content: [{ type: 'text', text: '/status' }] }),
  )
})

test('a question that is called off is over for scout, although document 003 has no answer for that', async () => {
  let hasAsked = (): void => {}
  const asking = new Promise<void>(resolve => {
    hasAsked = resolve
  })
  const { client, sessionId } = await begin(
    {},
    {
      'session/request_permission': () => {
        hasAsked()
        return new Promise(() => {})
      },
    },
  )
  const turn = client.prompt(sessionId, '/write a.txt text')
  await asking
  client.notify('session/cancel', { sessionId })
  expect(await turn).toEqual({ stopReason: 'cancelled' })
})
