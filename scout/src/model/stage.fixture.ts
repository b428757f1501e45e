/** A small agent that answers with a model, between a real client with a real folder and a model server on loopback. */

import { agent, modePresets, type Setting } from '@parley/acp/agent'
import { connect, type Host, type NewSession, type Session, type SessionUpdate } from '@parley/acp/client'
import { type Journal, memoryJournal } from '@parley/acp/store'
import { memoryPair } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'
import { type ModelServer, type Reply, serveModel } from '../rehearsal/index.js'
import { asking, hostFor, makeProject } from '../tools/errand.fixture.js'
import { openWorkspace } from '../workspace/open-workspace.js'
import type { Brain, Wire } from './brain.js'
import { type AnswerOptions, answer, findBrain } from './index.js'
import type { Surroundings } from './providers.js'

export const KEY = 'sk-rehearsal-0123456789abcdef'

export const WIRES = ['openai', 'anthropic', 'google'] as const

/** The surroundings in which the server is found. */
export const surroundings = (wire: Wire, address: string): Surroundings => ({
  SCOUT_DISCOVERY: 'off',
  ...(wire === 'openai' && { SCOUT_BASE_URL: address, SCOUT_API_KEY: KEY }),
  ...(wire === 'anthropic' && { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: KEY }),
  ...(wire === 'google' && { GOOGLE_GENERATIVE_AI_BASE_URL: address, GEMINI_API_KEY: KEY }),
})

const choices = (...values: readonly string[]) => values.map(value => ({ value, name: value }))

const settingsFor = (models: readonly string[]): readonly Setting[] => [
  { type: 'select', id: 'model', name: 'Model', initial: models[0] ?? '', choices: choices(...models) },
  {
    type: 'select',
    id: 'thinking',
    name: 'Thinking',
    initial: 'off',
    choices: choices('off', 'low', 'high'),
  },
  { type: 'select', id: 'maxTokens', name: 'Max', initial: 'default', choices: choices('default', '1024') },
  { type: 'boolean', id: 'autoApprove', name: 'Approve', initial: false },
]

export interface Scene {
  readonly wire?: Wire
  readonly files?: Readonly<Record<string, string>>
  readonly script?: readonly Reply[]
  readonly models?: readonly string[]
  readonly host?: Host
  readonly journal?: Journal
  readonly model?: ModelServer
  readonly work?: string
  readonly options?: AnswerOptions
  readonly brain?: Partial<Brain>
  readonly mode?: 'ask' | 'code' | 'architect'
  readonly version?: 1 | 2
  readonly mcpServers?: NewSession<1>['mcpServers']
  /** Whether the client takes no notices and no compactions. */
  readonly isPlain?: boolean
  /** Takes up this session instead of making one. */
  readonly sessionId?: string
}

/** No test waits as long as a user would. */
export const QUICK = { tries: 4, firstPause: 10, longestPause: 2_000 }

export async function stage(scene: Scene = {}) {
  const { wire = 'openai', script, models = ['fake-model'], journal = memoryJournal(), options } = scene
  const model = scene.model ?? (await serveModel({ script, models }))
  onTestFinished(() => model.close())
  const env = surroundings(wire, model.address)
  const find = async (id?: string): Promise<Brain> => {
    const brain = await findBrain({ model: id, env })
    if (brain === undefined) throw new Error('no brain was found')
    return { ...brain, ...scene.brain }
  }
  const first = await find()
  const prefix = first.id.split('/')[0]
  const scout = agent({
    name: 'stage',
    version: '0.0.0',
    modes: [modePresets.ask, modePresets.code, modePresets.architect],
    settings: settingsFor(models.map(each => `${prefix}/${each}`)),
    sessions: journal,
    accepts: ['image', 'audio', 'resource'],
    mcp: ['stdio'],
    prompt: turn =>
      answer({ turn, workspace: openWorkspace(turn) }, first, {
        patience: QUICK,
        findBrain: find,
        ...options,
      }),
  })
  const work = scene.work ?? makeProject(scene.files)
  const { asked, permission } = asking('allow_once')
  const [near, far] = memoryPair()
  scout.serve(far)
  const client = await connect(
    scene.isPlain ? plain(near) : near,
    scene.host ?? hostFor(work, { permission }),
    { version: 1 },
  )
  onTestFinished(() => client.close())
  const { sessionId, mode } = scene
  const session =
    sessionId === undefined
      ? await client.newSession({ cwd: work, ...(scene.mcpServers && { mcpServers: scene.mcpServers }) })
      : await client.loadSession({ sessionId, cwd: work })
  if (mode !== undefined) await session.setMode(mode)
  return { model, client, session, work, journal, asked, first, say: (text: Said) => hear(session, text) }
}

type Channel = ReturnType<typeof memoryPair>[0]

/** The same channel, on which the client says nothing of what else it takes. */
const plain = (channel: Channel): Channel => ({
  incoming: channel.incoming,
  close: () => channel.close(),
  send: (message, text) => {
    const { params } = message as { readonly params?: { readonly clientCapabilities?: object } }
    if (params?.clientCapabilities === undefined) return channel.send(message, text)
    const silent = JSON.parse(text)
    delete silent.params.clientCapabilities.session
    return channel.send(silent, JSON.stringify(silent))
  },
})

type Said = Parameters<Session['prompt']>[0]

export interface Heard {
  readonly stopReason: string | undefined
  readonly error: (Error & { readonly data?: unknown }) | undefined
  readonly updates: readonly SessionUpdate[]
  readonly said: string
  readonly thought: string
  readonly notices: readonly string[]
}

/** Everything that a turn brings, and what it says in one text. */
export async function hear(session: Session, text: Said): Promise<Heard> {
  const turn = session.prompt(text)
  const updates: SessionUpdate[] = []
  for await (const update of turn.updates) updates.push(update)
  const end = await turn.outcome.then(
    ({ stopReason }) => ({ stopReason, error: undefined }),
    (error: unknown) => ({ stopReason: undefined, error: error as Error }),
  )
  return {
    ...end,
    updates,
    said: textIn(updates, 'agent_message_chunk'),
    thought: textIn(updates, 'agent_thought_chunk'),
    notices: updates.flatMap(update => (update.sessionUpdate === 'notice' ? [update.title] : [])),
  }
}

export const textIn = (
  updates: readonly SessionUpdate[],
  kind: 'agent_message_chunk' | 'agent_thought_chunk',
): string =>
  updates
    .map(update =>
      update.sessionUpdate === kind && update.content.type === 'text' ? update.content.text : '',
    )
    .join('')

/** The calls by their last state. */
export const callsIn = (updates: readonly SessionUpdate[]) => {
  const calls = new Map<string, Record<string, unknown>>()
  for (const update of updates)
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
      calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...update })
  return [...calls.values()]
}
