/** Every task a client can be given, done with the library's own words. */

import { type BlockOf, type Client, isAcpError, type McpServerOf, type Session } from '@parley/acp/client'
import type { Task } from '../../client/fixture.js'
import type { Album } from './album.js'
import type { Errand } from './errand.js'

export interface Work {
  readonly client: Client
  readonly errand: Errand
  readonly album: Album
  /** The agent has said or asked something. */
  stir(sessionId: string): void
  /** Called when the agent has said or asked something. */
  onStir(listen: (sessionId: string) => void): void
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const tasks: Readonly<Record<Task, (work: Work) => Promise<void>>> = {
  prompt: work => talk(work),
  prompt_deny: work => talk(work),
  prompt_bare: work => talk(work),
  form: work => talk(work),
  form_decline: work => talk(work),
  visit: work => talk(work),
  cancel,
  two_prompts: async work => {
    const session = await begin(work)
    await say(work, session)
    await say(work, session)
  },
  two_sessions: async work => {
    const sessions = [await begin(work), await begin(work)]
    await Promise.all(sessions.map(session => say(work, session)))
  },
  load: async ({ client, errand, album }) => {
    const { session: sessionId, cwd } = errand
    const onUpdate = (update: Parameters<Album['add']>[1]): void => album.add(sessionId, update)
    album.show(sessionId, await client.loadSession({ sessionId, cwd, onUpdate }))
  },
  resume: async ({ client, errand, album }) => {
    const { session: sessionId, cwd } = errand
    album.show(sessionId, await client.resumeSession({ sessionId, cwd }))
  },
  list: async ({ client, album }) => {
    album.listed = []
    for await (const info of client.listSessions()) album.listed.push({ ...info })
  },
  close: async work => (await begin(work)).close(),
  delete: async ({ client, errand }) => client.deleteSession(errand.session),
  fork: async work => {
    await (await begin(work)).fork()
  },
  set_mode: async work => {
    const session = await begin(work)
    await session.setMode(second(session.modes)?.id ?? 'none')
    work.album.show(session.id, session)
  },
  set_option: work => setOption(work, 'select'),
  set_boolean: work => setOption(work, 'boolean'),
  sign_in: async work => {
    await begin(work)
  },
  sign_out: async ({ client }) => client.logout(),
  attach,
  mcp: async work => {
    const stdio: McpServerOf<1> = { name: 'local', command: process.execPath, args: ['--version'], env: [] }
    const remote: McpServerOf<1> = {
      type: 'http',
      name: 'remote',
      url: 'http://127.0.0.1:9/mcp',
      headers: [],
    }
    await orLess(
      () => begin(work, { mcpServers: [stdio, remote] }),
      () => begin(work, { mcpServers: [stdio] }),
    )
  },
  directories: async work => {
    await orLess(
      () => begin(work, { additionalDirectories: [work.errand.beside] }),
      () => begin(work),
    )
  },
}

type Setup = Omit<Parameters<Client['newSession']>[0], 'cwd'>

async function begin({ client, errand, album, stir }: Work, setup: Setup = {}): Promise<Session> {
  const session = await client.newSession({ cwd: errand.cwd, ...setup })
  session.onUpdate(update => {
    album.add(session.id, update)
    if (update.sessionUpdate === 'agent_message_chunk') stir(session.id)
  })
  album.show(session.id, session)
  return session
}

async function talk(work: Work): Promise<void> {
  await say(work, await begin(work))
}

async function say({ errand, album }: Work, session: Session, blocks?: readonly BlockOf<1>[]): Promise<void> {
  const content = blocks ?? [{ type: 'text', text: errand.prompt } as const]
  const turn = session.prompt(content)
  album.add(session.id, { type: 'prompt', content })
  try {
    const { stopReason } = await turn.outcome
    album.end(session.id, { stopReason })
    album.add(session.id, { type: 'end', stopReason })
  } catch (error) {
    if (isAcpError(error) && error.reason === 'capability_missing') throw error
    album.end(session.id, { error })
  }
  album.show(session.id, session)
}

async function cancel(work: Work): Promise<void> {
  const session = await begin(work)
  let isCancelled = false
  work.onStir(sessionId => {
    if (sessionId !== session.id || isCancelled) return
    isCancelled = true
    work.album.add(session.id, { type: 'cancel' })
    void session.cancel()
  })
  await say(work, session)
}

async function attach(work: Work): Promise<void> {
  const session = await begin(work)
  const text = { type: 'text', text: work.errand.prompt } as const
  const image = { type: 'image', mimeType: 'image/png', data: PIXEL } as const
  const resource = session.mention('file:///notes.txt', { text: 'A note.', mimeType: 'text/plain' })
  await orLess(
    () => say(work, session, [text, image, resource]),
    () => say(work, session, [text, resource]),
  )
}

async function setOption(work: Work, type: string): Promise<void> {
  const session = await begin(work)
  const option = session.options.find(each => each.type === type)
  const value = type === 'boolean' ? !option?.value : second(option?.choices ?? [])?.value
  await session.setOption(option?.id ?? 'none', value ?? 'none')
  work.album.show(session.id, session)
}

function second<T>(list: readonly T[]): T | undefined {
  return list[1] ?? list[0]
}

/** What the agent cannot take is left out. */
async function orLess<T>(more: () => Promise<T>, less: () => Promise<T>): Promise<T> {
  try {
    return await more()
  } catch (error) {
    if (isAcpError(error) && error.reason === 'capability_missing') return less()
    throw error
  }
}
