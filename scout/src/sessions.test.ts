import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Client,
  connect,
  type Host,
  type Session,
  type SessionInfo,
  type SessionUpdate,
} from '@parley/acp/client'
import { type AgentProcess, spawnAgent } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { saidIn } from './conversation.fixture.js'
import { makeProject } from './tools/errand.fixture.js'

const PROGRAM = fileURLToPath(new URL('fixtures/scout-agent.mjs', import.meta.url))
const yes: Host = { permission: ({ options }) => options.find(({ kind }) => kind === 'allow_once') }

/** A folder for sessions that several processes share, one after the other. */
function stateFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-scout-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Started {
  readonly client: Client
  readonly channel: AgentProcess
}

async function start(state: string, version: 1 | 2 = 1): Promise<Started> {
  const channel = spawnAgent(process.execPath, [PROGRAM, state])
  const client = await connect(channel, yes, { version: version as 1, unstable: true })
  onTestFinished(() => client.close())
  return { client, channel }
}

/** What the session's updates come to, however often and in whichever pieces they are told. */
type Told = SessionUpdate[]

async function load(client: Client, session: Session, cwd: string): Promise<Told> {
  const told: Told = []
  await client.loadSession({ sessionId: session.id, cwd, onUpdate: update => void told.push(update) })
  return told
}

test.each([1, 2] as const)(
  'a scout that is killed in the middle of a turn loses nothing that was shown, in version %s',
  async version => {
    const state = stateFolder()
    const work = makeProject({ 'a.txt': 'old\n', 'b.txt': 'text of b\n' })
    const first = await start(state, version)
    const session = await first.client.newSession({ cwd: work })
    const shown: Told = []
    const isRunning = new Promise<void>(resolve => {
      session.onUpdate(update => {
        shown.push(update)
        if (JSON.stringify(update).includes('tick 3')) resolve()
      })
    })
    await session.prompt('/read b.txt').outcome
    await session.prompt("/edit a.txt 'old' 'new'").outcome
    const ticking = 'let n = 0; setInterval(() => console.log("tick " + ++n), 200)'
    session.prompt(`/run ${process.execPath} -e '${ticking}'`).outcome.catch(() => {})
    await isRunning
    process.kill(first.channel.pid ?? 0, 'SIGKILL')
    await first.channel.exited

    const second = await start(state, version)
    const again = await load(second.client, session, work)
    expect(saidIn(again)).toContain('text of b')
    const key = (update: SessionUpdate) => JSON.stringify(update)
    const known = new Set(again.map(key))
    const kept = shown.filter(update => !isMomentary(update))
    expect(kept.length).toBeGreaterThan(8)
    expect(kept.filter(update => !known.has(key(update)))).toEqual([])
    const taken = await (await second.client.resumeSession({ sessionId: session.id, cwd: work })).prompt(
      '/read a.txt',
    ).outcome
    expect(taken.stopReason).toBe('end_turn')
  },
)

/** For the moment only, or told by an answer instead. */
function isMomentary({ sessionUpdate }: { readonly sessionUpdate: string }): boolean {
  return [
    'notice',
    'state_update',
    'user_message',
    'config_option_update',
    'available_commands_update',
  ].includes(sessionUpdate)
}

test.each([1, 2] as const)(
  'sessions are listed, loaded, resumed, forked, closed and deleted, in version %s',
  async version => {
    const state = stateFolder()
    const work = makeProject({ 'a.txt': 'text of a\n' })
    const { client } = await start(state, version)
    const session = await client.newSession({ cwd: work })
    await session.prompt('/read a.txt').outcome
    await session.setMode('code')
    await session.setOption('autoApprove', true)
    expect(session.title).toBe('/read a.txt')

    const fork = await session.fork({ cwd: work })
    await fork.prompt('/todo add In the fork alone').outcome
    await session.close()
    const listed = await listAll(client)
    expect(listed.map(({ sessionId }) => sessionId).toSorted()).toEqual([session.id, fork.id].toSorted())
    expect(listed.find(({ sessionId }) => sessionId === session.id)).toMatchObject({
      title: '/read a.txt',
      cwd: work,
    })
    await client.close()

    const next = (await start(state, version)).client
    const told = await load(next, session, work)
    expect(saidIn(told)).toContain('text of a')
    expect(saidIn(told)).not.toContain('In the fork alone')
    const resumed = await next.resumeSession({ sessionId: fork.id, cwd: work })
    expect(resumed.mode).toBe('code')
    expect(resumed.options.find(({ id }) => id === 'autoApprove')?.value).toBe(true)
    await resumed.setTitle('The fork')
    expect(await titles(next)).toEqual(['/read a.txt', 'The fork'])
    await resumed.close()
    await next.deleteSession(fork.id)
    expect(await titles(next)).toEqual(['/read a.txt'])
    await expect(next.loadSession({ sessionId: fork.id, cwd: work })).rejects.toThrow()
  },
)

async function listAll(client: Client): Promise<readonly SessionInfo[]> {
  const all: SessionInfo[] = []
  for await (const info of client.listSessions()) all.push(info)
  return all
}

async function titles(client: Client): Promise<readonly unknown[]> {
  return (await listAll(client)).map(({ title }) => title).toSorted()
}

test('scout ends by itself when its client is gone, and says nothing on stderr', async () => {
  const { client, channel } = await start(stateFolder())
  await client.newSession({ cwd: makeProject() })
  await client.close()
  expect(await channel.exited).toEqual({ code: 0, signal: null })
  expect(channel.stderr).toBe('')
})
