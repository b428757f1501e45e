import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, connect, extensionRequest, type Host, type Session } from '@parley/acp/client'
import type { Channel } from '@parley/acp/jsonrpc'
import { openChannel } from '@parley/acp/node'
import {
  emptyThread,
  entriesOf,
  equalThreads,
  outputOf,
  reduce,
  type Thread,
  terminalsOf,
} from '@parley/acp/thread'
import { expect, onTestFinished, test } from 'vitest'
import { TOKENS } from '../guard/gate.fixture.js'
import { type Opened, openGateway } from '../serving/gate.fixture.js'
import { lendingIn } from './lending.fixture.js'

const pass = {
  readParams: (value: unknown) => value as object,
  readResult: (value: unknown) => value as object,
}
const workspace = (name: string) => extensionRequest(`_parley/workspace/${name}`, pass)
const kill = extensionRequest('_parley/terminal/kill', pass)

/** A channel of a client that knows the words of a gateway. */
function knowing(channel: Channel): Channel {
  return {
    incoming: channel.incoming,
    send: (message, text) => {
      if (!text.includes('"method":"initialize"')) return channel.send(message, text)
      const { params, ...rest } = JSON.parse(text)
      const said = { ...rest, params: { ...params, _meta: { ...params._meta, 'parley.dev/session': {} } } }
      return channel.send(said, JSON.stringify(said))
    },
    close: () => channel.close(),
  }
}

async function come({ gateway: { url } }: Opened, host: Host = {}, token = TOKENS.alice): Promise<Client> {
  const headers = { authorization: `Bearer ${token}` }
  const address = `${url.replace(/^http/, 'ws')}/acp`
  const channel = await openChannel({ transport: 'websocket', url: address, headers })
  const client = await connect(knowing(channel), host)
  onTestFinished(() => client.close())
  return client
}

async function open(): Promise<Opened & { readonly work: string }> {
  const opened = await openGateway({}, folder => ({ lends: lendingIn(folder) }))
  const work = join(opened.folder, 'work')
  await mkdir(work)
  return { ...opened, work }
}

/** The conversation as a client knows it. */
function follow(session: Session): () => Thread {
  let thread = emptyThread(1)
  session.onUpdate(update => {
    thread = reduce(thread, update)
  })
  return () => thread
}

const outputIn = (thread: Thread): string | undefined => {
  const [terminal] = terminalsOf(thread)
  return terminal && outputOf(terminal).text
}

const choosing = (optionId: string): Host => ({
  permission: ({ options }) => options.find(option => option.optionId === optionId),
})

test('a client without files and terminals works with those of the gateway, and asks for leave', async () => {
  const opened = await open()
  const path = join(opened.work, 'a.txt')
  const client = await come(opened, choosing('once'))
  const session = await client.newSession({ cwd: opened.work })
  const later = async (): Promise<Thread> => {
    const other = await come(opened)
    const followed = follow(await other.loadSession({ sessionId: session.id, cwd: opened.work }))
    await expect.poll(() => terminalsOf(followed())[0]?.exitStatus).toBeDefined()
    await expect.poll(() => entriesOf(followed()).length).toBe(5)
    return followed()
  }
  const thread = follow(session)
  await session.prompt(`write ${path} hello`).outcome
  expect(await readFile(path, 'utf8')).toBe('hello')
  await session.prompt('run echo from a terminal').outcome
  await expect.poll(() => outputIn(thread())).toBe('from a terminal\n')
  expect(terminalsOf(thread())).toMatchObject([
    { command: 'echo from a terminal', cwd: opened.work, exitStatus: { exitCode: 0 } },
  ])
  const [one, two] = [await later(), await later()]
  expect(outputIn(one)).toBe('from a terminal\n')
  expect(terminalsOf(one)).toEqual(terminalsOf(thread()))
  expect(equalThreads(one, two)).toBe(true)
})

test('who may only look sees what terminals show, and may not look into the folder, write or end anything', async () => {
  const opened = await open()
  const path = join(opened.work, 'a.txt')
  const client = await come(opened, choosing('once'))
  const { id: sessionId } = await client.newSession({ cwd: opened.work })
  const viewer = await come(opened, {}, TOKENS.viewer)
  const loaded = await viewer.loadSession({ sessionId, cwd: opened.work })
  const thread = follow(loaded)
  const session = await client.loadSession({ sessionId, cwd: opened.work })
  const turn = session.prompt('run sleep 600')
  await expect.poll(() => terminalsOf(thread()).length, { timeout: 10_000 }).toBe(1)
  const [{ terminalId } = { terminalId: '' }] = terminalsOf(thread())
  const denied = { code: -32004, data: { reason: 'permission_denied' } }
  const wish = { sessionId, path, text: 'x', digest: null, query: '' }
  for (const name of ['list', 'read', 'find', 'write'])
    await expect(viewer.call(workspace(name), wish)).rejects.toMatchObject(denied)
  await expect(viewer.call(kill, { sessionId, terminalId })).rejects.toMatchObject(denied)
  await expect(readFile(path)).rejects.toThrow()
  expect(await client.call(kill, { sessionId, terminalId })).toEqual({})
  expect((await turn.outcome).stopReason).toBe('end_turn')
  const digest = createHash('sha256').update('x').digest('hex')
  expect(await client.call(workspace('write'), wish)).toEqual({ digest })
  expect(await client.call(workspace('list'), { sessionId, path: '' })).toMatchObject({
    entries: [{ name: 'a.txt' }],
  })
})

test('a session is nobody else’s to look into, and one that is not taken part in is nobody’s', async () => {
  const opened = await open()
  const client = await come(opened)
  const { id: sessionId } = await client.newSession({ cwd: opened.work })
  const owner = await come(opened, {}, opened.token)
  const absent = { code: -32002 }
  await expect(owner.call(workspace('list'), { sessionId, path: '' })).rejects.toMatchObject(absent)
  const other = await come(opened)
  await expect(other.call(workspace('list'), { sessionId, path: '' })).rejects.toMatchObject(absent)
})

test('a gateway that lends nothing says so, and asks its clients as before', async () => {
  const opened = await openGateway()
  const client = await come(opened, { files: { read: () => ({ content: 'of the client' }) } })
  const session = await client.newSession({ cwd: opened.folder })
  const said: string[] = []
  session.onUpdate(update => void said.push(JSON.stringify(update)))
  await session.prompt('read /a').outcome
  await expect.poll(() => said.join()).toContain('of the client')
  const wish = { sessionId: session.id, path: '' }
  await expect(client.call(workspace('list'), wish)).rejects.toMatchObject({ code: -32601 })
})
