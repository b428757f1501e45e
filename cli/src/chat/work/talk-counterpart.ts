/** Whom a conversation is held with, where, and what it goes on from: found before any agent is started. */

import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findAgent } from '../../agents/catalogue.js'
import { isShortened } from '../../agents/command-line.js'
import type { AgentEntry } from '../../agents/entry.js'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import type { Conversation } from '../../record/conversation.js'
import { readServers } from '../../run/servers.js'
import type { Effect } from '../effect.js'
import type { TalkMeans } from './talk-means.js'
import { findConversation } from './talk-record.js'
import type { Place } from './talk-session.js'

export type StartOrder = Omit<Extract<Effect, { do: 'start' }>, 'do' | 'talk'>

export interface Counterpart {
  readonly entry: AgentEntry
  readonly place: Place
  readonly kept?: Conversation | undefined
  /** It begins where the kept one is now, and leaves that as it is. */
  readonly isFork: boolean
}

type Means = Pick<TalkMeans, 'settings' | 'shell'>

/** Who takes a conversation up means the agent and the directory that it was held with. */
export async function findCounterpart(order: StartOrder, means: Means): Promise<Counterpart> {
  const { agent, cwd, resume, fork } = order
  const { shell, settings } = means
  const id = resume ?? fork
  if (id === undefined)
    return { entry: await findAgent(agent, shell), place: await toPlace(cwd, means), isFork: false }
  const only = id === 'last' ? settings.agent : undefined
  const kept = await findConversation({ id, cwd, agent: only }, shell)
  await demandDirectory(kept.cwd)
  const entry = await findAgent(isShortened(kept.agent) ? agent : kept.agent, shell)
  return { entry, place: await toPlace(kept.cwd, means), kept, isFork: resume === undefined }
}

async function toPlace(cwd: string, { settings, shell }: Means): Promise<Place> {
  const { mcp, directories } = settings
  const mcpServers = mcp === undefined ? [] : await readServers(resolve(shell.cwd, mcp))
  return { cwd, mcpServers, ...(directories.length > 0 && { additionalDirectories: directories }) }
}

async function demandDirectory(cwd: string): Promise<void> {
  const status = await stat(cwd).catch(() => undefined)
  if (status?.isDirectory() === true) return
  throw new Failure(`The directory of the conversation is gone: ${cwd}`, {
    exitCode: EXIT.noSession,
    cure: 'Make it again, or begin a new conversation and mention this one in it with #.',
    reason: 'directory_gone',
  })
}
