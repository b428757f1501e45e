/** Scout in a conversation with a real client, about a real folder, over a channel in memory. */

import {
  connect,
  type Host,
  type Message,
  type NewSession,
  type PermissionRequest,
  type Session,
  type SessionUpdate,
} from '@parley/acp/client'
import { type Journal, memoryJournal } from '@parley/acp/store'
import { memoryPair } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'
import { type ScoutOptions, scout } from './scout.js'
import { makeProject } from './tools/errand.fixture.js'

export interface Scene {
  readonly files?: Readonly<Record<string, string>>
  /** A folder that is there already. */
  readonly work?: string
  /** Which kind of answer every question gets; the first option that has it. */
  readonly answer?: 'allow_once' | 'allow_always' | 'reject_once'
  readonly host?: Host
  readonly version?: 1 | 2
  readonly journal?: Journal
  readonly options?: ScoutOptions
  readonly setup?: Partial<NewSession<1>>
}

/** What one message led to. */
export interface Answered {
  readonly said: string
  readonly updates: readonly SessionUpdate[]
  readonly stopReason: string
}

export async function talk(scene: Scene = {}) {
  const { files = {}, work = makeProject(files), answer = 'allow_once', version = 1, setup } = scene
  const journal = scene.journal ?? memoryJournal()
  const asked: PermissionRequest[] = []
  const permission: Host['permission'] = request => {
    asked.push(request)
    return request.options.find(option => option.kind === answer)
  }
  const [near, far] = memoryPair()
  scout({ journal, ...scene.options }).serve(far)
  const client = await connect(near, scene.host ?? { permission }, { version: version as 1, unstable: true })
  onTestFinished(() => client.close())
  const session = await client.newSession({ cwd: work, ...setup })
  return { client, session, work, asked, journal, say: (message: Message) => say(session, message) }
}

/** Sends a message and listens to the end. */
export async function say(session: Session, message: Message): Promise<Answered> {
  const turn = session.prompt(message)
  const updates: SessionUpdate[] = []
  for await (const update of turn.updates) updates.push(update)
  const { stopReason } = await turn.outcome
  return { said: saidIn(updates), updates, stopReason: `${stopReason}` }
}

export function saidIn(updates: readonly SessionUpdate[]): string {
  return updates
    .flatMap(update =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
        ? [update.content.text]
        : [],
    )
    .join('')
}
