/** The client under test: several conversations at once, each with every way of reading, leaving and cancelling a turn. */
import {
  AcpError,
  type Client,
  ConnectionError,
  connect,
  type Host,
  RpcError,
  type Session,
} from '@parley/acp/client'
import { stdio } from '@parley/acp/node'
import { QUIET_SESSION } from '../marker.js'
import { isUnstable, stray, tellLog, version, watchStrays } from './sentry.js'

type AnyClient = Client<1 | 2>
type AnySession = Session<1 | 2>

const CONVERSATIONS = 3

const host: Host = {
  permission: async ({ options, title }) => {
    if (title === 'hold') await new Promise(() => {})
    if (title.length % 5 === 0) return undefined
    if (title.length % 7 === 0) throw new Error(title)
    return options[title.length % options.length]
  },
  elicit: {
    form: async ({ schema }) => ({
      action: 'accept',
      content: { [Object.keys(schema.properties ?? {})[0] ?? '']: 'x' },
    }),
    url: async () => ({ action: 'decline' }),
  },
  files: { read: async ({ path }) => ({ content: path }), write: async () => ({}) },
  terminals: {
    create: async () => ({ terminalId: 'terminal' }),
    output: async () => ({ output: 'text', truncated: false }),
    waitForExit: async () => ({ exitCode: 0 }),
    kill: async () => ({}),
    release: async () => ({}),
  },
}

/** A caller sees errors of three kinds; anything else is a bug of the library. */
function demandKnown(error: unknown): void {
  if (error instanceof RpcError || error instanceof AcpError || error instanceof ConnectionError) return
  stray(error)
}

async function readAll(session: AnySession): Promise<void> {
  const turn = session.prompt('read everything')
  for await (const _ of turn.updates);
  await turn.outcome
}

async function readSome(session: AnySession): Promise<void> {
  const turn = session.prompt([{ type: 'text', text: 'read a little' }])
  for await (const _ of turn.updates) break
  await turn.outcome
}

async function readNothing(session: AnySession): Promise<void> {
  await session.prompt('read nothing').outcome
}

async function cancelSoon(session: AnySession): Promise<void> {
  const turn = session.prompt('be cancelled')
  setImmediate(() => turn.cancel())
  await turn.outcome
}

async function listen(session: AnySession): Promise<void> {
  const stop = session.onUpdate(() => {})
  await Promise.all([session.prompt('one').outcome, session.prompt('two').outcome])
  stop()
}

/** Methods that have no word of their own: what comes back is checked by the contract all the same. */
const CALLS: Readonly<Record<string, object>> = {
  'session/list': {},
  'session/set_mode': { modeId: 'm' },
  'session/set_config_option': { configId: 'c', value: 'v', type: 'select' },
  'session/load': { cwd: '/tmp', mcpServers: [] },
  'session/resume': { cwd: '/tmp', mcpServers: [] },
  'session/fork': { cwd: '/tmp', mcpServers: [] },
  'session/status': {},
  'providers/list': {},
  'auth/status': {},
  'session/close': {},
}

async function callAll(client: AnyClient, { id }: AnySession): Promise<void> {
  const request = client.peer.request.bind(client.peer) as (
    method: string,
    params: object,
  ) => Promise<unknown>
  for (const [method, params] of Object.entries(CALLS))
    await request(method, method.startsWith('session/') ? { sessionId: id, ...params } : params).catch(
      demandKnown,
    )
}

/** The same by the words of the kit, which make more of what comes back. */
async function useKit(client: AnyClient, session: AnySession, cwd: string): Promise<void> {
  const kept = { sessionId: session.id, cwd }
  const [mode] = session.modes
  const [option] = session.options
  const [choice] = option?.choices ?? []
  await client.loadSession(kept).catch(demandKnown)
  await client.resumeSession(kept).catch(demandKnown)
  await client.listSessionsPage().catch(demandKnown)
  await client.sessionStatus(session.id).catch(demandKnown)
  if (mode !== undefined) await session.setMode(mode.id).catch(demandKnown)
  if (option !== undefined) await session.setOption(option.id, choice?.value ?? true).catch(demandKnown)
}

/** One conversation after the other; the working directory tells which of several this is. */
async function converse(client: AnyClient, cwd: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      const session = await client.newSession({ cwd })
      await callAll(client, session)
      await useKit(client, session, cwd)
      for (const turn of [readAll, readSome, readNothing, cancelSoon, listen])
        await turn(session).catch(demandKnown)
      await session.close().catch(demandKnown)
    } catch (error) {
      demandKnown(error)
    }
    await new Promise(resolve => setImmediate(resolve))
  }
}

watchStrays()
try {
  const client: AnyClient = await connect(stdio(), host, { version, unstable: isUnstable, log: tellLog })
  client.session(QUIET_SESSION, { cwd: '/quiet' })
  let isOver = false
  const closed = client.closed.then(({ reason, error }) => {
    isOver = true
    const cause = error instanceof Error ? error.stack : ''
    tellLog({ level: 'info', event: 'closed', message: `${reason} ${cause}` })
  })
  const places = Array.from({ length: CONVERSATIONS }, (_, number) => `/tmp/${number}`)
  await Promise.all([closed, ...places.map(cwd => converse(client, cwd, () => isOver))])
} catch (error) {
  demandKnown(error)
}
