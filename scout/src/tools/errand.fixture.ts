/** A small agent whose prompts are orders for scout's tools, with a real client and a real folder around it. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { agent, modePresets } from '@parley/acp/agent'
import {
  type Client,
  connect,
  type Host,
  type NewSession,
  type PermissionRequest,
  type Session,
  type SessionUpdate,
  type Turn,
} from '@parley/acp/client'
import { auditLog, grantMemory, type NodeHostOptions, nodeHost } from '@parley/acp/node'
import { type Journal, memoryJournal } from '@parley/acp/store'
import { memoryPair } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'
import type { Errand } from '../errand.js'
import { openWorkspace } from '../workspace/open-workspace.js'
import type { ToolResult } from './tool.js'

/** A folder with these files, gone after the test. */
export function makeProject(files: Readonly<Record<string, string>> = {}): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-hands-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const work = join(base, 'work')
  mkdirSync(work)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, name)), { recursive: true })
    writeFileSync(join(work, name), text)
  }
  return work
}

/** A client that answers every question with the option of this kind, and keeps what it was asked. */
export function asking(kind: 'allow_once' | 'allow_always' | 'reject_once') {
  const asked: PermissionRequest[] = []
  const permission: Host['permission'] = request => {
    asked.push(request)
    return request.options.find(option => option.kind === kind) ?? request.options[0]
  }
  return { asked, permission }
}

/** The host of this package, with its own state beside the project. */
export function hostFor(work: string, options: NodeHostOptions = {}) {
  const state = join(dirname(work), 'state')
  return nodeHost({
    policy: false,
    audit: auditLog({ folder: join(state, 'audit') }),
    grants: grantMemory({ folder: join(state, 'grants') }),
    ...options,
  })
}

export type Work = (errand: Errand) => Promise<ToolResult | string | undefined>

export interface Setting {
  readonly work: string
  readonly host: Host
  readonly version?: 1 | 2
  readonly journal?: Journal
  /** A conversation to go on with. */
  readonly sessionId?: string
  readonly mcpServers?: NewSession<1>['mcpServers']
}

const modes = [modePresets.ask, modePresets.code, modePresets.architect]
const autoApprove = { type: 'boolean', id: 'autoApprove', name: 'Approve', initial: false } as const

/** What came of an order. */
export interface Done {
  readonly result: ToolResult
  readonly updates: readonly SessionUpdate[]
  readonly stopReason: string
}

export interface Conversation {
  readonly client: Client
  readonly session: Session
  readonly journal: Journal
  say(text: string): Promise<unknown>
  order(act: Work): Promise<Done>
  /** Starts it and does not wait. */
  start(act: Work): Turn
}

/** A conversation in which `order` gives the agent something to do and hears what came of it. */
export async function converse(setting: Setting): Promise<Conversation> {
  const { work, host, version = 1, journal = memoryJournal(), sessionId, mcpServers } = setting
  const orders: Work[] = []
  const results: unknown[] = []
  const scout = agent({
    name: 'hands',
    version: '0.0.0',
    modes,
    settings: [autoApprove],
    sessions: journal,
    mcp: ['stdio'],
    async prompt(turn) {
      const order = orders.shift()
      if (turn.text.startsWith('set '))
        return turn.session.setSetting('autoApprove', turn.text === 'set true')
      if (turn.text.startsWith('mode ')) return turn.session.setMode(turn.text.slice(5))
      results.push(await order?.({ turn, workspace: openWorkspace(turn) }))
    },
  })
  const [near, far] = memoryPair()
  scout.serve(far)
  const client = await connect(near, host, { version: version as 1 })
  onTestFinished(() => client.close())
  const place = { cwd: work, ...(mcpServers && { mcpServers }) }
  const session: Session =
    sessionId === undefined
      ? await client.newSession(place)
      : await client.loadSession({ ...place, sessionId })
  return {
    client,
    session,
    journal,
    say: (text: string) => session.prompt(text).outcome,
    order: (act: Work) => send(session, act, { orders, results }),
    start(act) {
      orders.push(act)
      return session.prompt('go')
    },
  }
}

interface Books {
  readonly orders: Work[]
  readonly results: unknown[]
}

async function send(session: Session, act: Work, { orders, results }: Books): Promise<Done> {
  orders.push(act)
  const turn = session.prompt('go')
  const updates: SessionUpdate[] = []
  for await (const update of turn.updates) updates.push(update)
  const { stopReason } = await turn.outcome
  return { result: results.pop() as ToolResult, updates, stopReason }
}
