import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { serve, text } from '../protocol/parties.fixture.js'
import { type Journal, memoryJournal } from '../store/index.js'
import type { Turn } from './turn.js'

const lends = { clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true } }

const waits: Readonly<Record<string, (turn: Turn) => Promise<unknown> | undefined>> = {
  'a file to be read': turn => turn.files?.read('/work/a'),
  'a file to be written': turn => turn.files?.write?.('/work/a', 'words'),
  'a terminal to be made': turn => turn.terminal?.start({ command: 'sleep' }),
}

for (const [what, wait] of Object.entries(waits)) {
  test(`a cancel ends a turn that waits for ${what}, also when the client never answers`, async () => {
    const { far, served } = serve({ prompt: async turn => void (await wait(turn)) })
    const sessionId = await far.begin(1, lends)
    const answer = far.ask('session/prompt', { sessionId, prompt: text('go') })
    await calm()
    far.notify('session/cancel', { sessionId })
    expect(await answer).toMatchObject({ result: { stopReason: 'cancelled' } })
    await served.close()
  })
}

/** A disk takes its time. */
function slowJournal(): Journal {
  const journal = memoryJournal()
  const create: Journal['create'] = async header => {
    const log = await journal.create(header)
    return {
      id: log.id,
      async append(entry) {
        await new Promise(resolve => setTimeout(resolve, 5))
        await log.append(entry)
      },
      release: () => log.release(),
      [Symbol.asyncDispose]: () => log.release(),
    }
  }
  return new Proxy(journal, {
    get: (target, name) => (name === 'create' ? create : Reflect.get(target, name, target).bind(target)),
  })
}

for (const [what, wait] of Object.entries(waits)) {
  test(`a tool call is told before the request for ${what}, also where it is written down first`, async () => {
    const { far, served } = serve({
      sessions: slowJournal(),
      async prompt(turn) {
        void turn.tool({ title: 'Work' }).progress()
        await wait(turn)
      },
    })
    const sessionId = await far.begin(1, lends)
    const answer = far.ask('session/prompt', { sessionId, prompt: text('go') })
    while (!far.heard.some(({ method = '' }) => /^(fs|terminal)\//.test(method))) await far.more()
    const told = far.heard.map(({ method, params }) =>
      method === 'session/update' ? (params as { update: { status?: string } }).update.status : method,
    )
    expect(told.slice(-3)).toEqual(['pending', 'in_progress', expect.stringMatching(/^(fs|terminal)\//)])
    far.notify('session/cancel', { sessionId })
    await answer
    await served.close()
  })
}

test('a terminal that its author forgot is released with the turn', async () => {
  const { far, served } = serve({
    prompt: async turn => void (await turn.terminal?.start({ command: 'true' })),
  })
  const sessionId = await far.begin(1, lends)
  const answer = far.ask('session/prompt', { sessionId, prompt: text('go') })
  far.answer((await far.nextOf('terminal/create')).id, { terminalId: 't1' })
  const release = await far.nextOf('terminal/release')
  expect(release.params).toMatchObject({ sessionId, terminalId: 't1' })
  far.answer(release.id, {})
  expect(await answer).toMatchObject({ result: { stopReason: 'end_turn' } })
  await served.close()
})

test('a terminal that is made after the cancel is released all the same', async () => {
  const { far, served } = serve({
    prompt: async turn => void (await turn.terminal?.start({ command: 'true' })),
  })
  const sessionId = await far.begin(1, lends)
  const answer = far.ask('session/prompt', { sessionId, prompt: text('go') })
  const { id } = await far.nextOf('terminal/create')
  far.notify('session/cancel', { sessionId })
  expect(await answer).toMatchObject({ result: { stopReason: 'cancelled' } })
  far.answer(id, { terminalId: 'late' })
  expect((await far.nextOf('terminal/release')).params).toMatchObject({ terminalId: 'late' })
  await served.close()
})

test('a cancel does not wait behind a slow notification of its session', async () => {
  const { extensionNotification } = await import('../protocol/extension.js')
  const { handleExtension } = await import('../protocol/handlers.js')
  const slow = extensionNotification('_vendor/slow', { readParams: value => value })
  const { far, served } = serve({
    extensions: [handleExtension(slow, () => new Promise<undefined>(() => {}))],
    prompt: turn => new Promise(resolve => turn.signal.addEventListener('abort', () => resolve('cancelled'))),
  })
  const sessionId = await far.begin(1)
  const answer = far.ask('session/prompt', { sessionId, prompt: text('go') })
  far.notify('_vendor/slow', { sessionId })
  far.notify('session/cancel', { sessionId })
  expect(await answer).toMatchObject({ result: { stopReason: 'cancelled' } })
  await served.close()
})

test('version 2: what cannot be replayed, and content of an unknown kind, are refused', async () => {
  const { far, served } = serve()
  const sessionId = await far.begin(2)
  const resume = { sessionId, cwd: '/work', replayFrom: { type: 'start' } }
  expect(await far.ask('session/resume', resume)).toMatchObject({ error: { code: -32602 } })
  const prompt = [{ type: 'hologram' }]
  expect(await far.ask('session/prompt', { sessionId, prompt })).toMatchObject({ error: { code: -32602 } })
  await served.close()
})

test('what the definition says of MCP servers and directories is what the client is told', async () => {
  const declared = serve({ mcp: ['stdio', 'http'], additionalDirectories: true })
  expect(await declared.far.initialize(1)).toMatchObject({
    result: {
      agentCapabilities: {
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: { additionalDirectories: {} },
      },
    },
  })
  await declared.served.close()
  const again = serve({ mcp: ['stdio', 'http'], additionalDirectories: true })
  expect(await again.far.initialize(2)).toMatchObject({
    result: { capabilities: { session: { mcp: { stdio: {}, http: {} }, additionalDirectories: {} } } },
  })
  await again.served.close()
})
