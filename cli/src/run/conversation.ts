/** The conversation of a run: a new one, a named one, or one that is taken up. Never a fresh one in the place of another. */

import { stat } from 'node:fs/promises'
import { type Client, isAcpError, reasonOf, type Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { findAgent } from '../agents/catalogue.js'
import type { AgentEntry } from '../agents/entry.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { claimName } from '../record/name-claim.js'
import type { RecordedSession } from '../record/record.js'
import { refuseKeptElsewhere } from '../sessions/library.js'
import type { Shell } from '../shell.js'
import { findRecorded, type Wanted } from './recording.js'
import type { RunSettings } from './settings.js'

const USUAL = 'scout'

export interface OpenConversation {
  readonly session: Session<Version>
  readonly isResumed: boolean
}

/** A conversation to take up, and the id of its record where there is one. */
type Found = RecordedSession & { readonly id?: string }

/** Whom to talk to, where, and which conversation to take up with them; nothing for a new one. */
export interface Counterpart {
  readonly entry: AgentEntry
  readonly settings: RunSettings
  readonly found?: Found | undefined
  /** Called when the conversation is recorded, or will not be: then another process may look for it. */
  readonly release?: (() => Promise<void>) | undefined
}

/** Found before any agent is started. Who names a conversation and no agent means the agent it was held with. */
export async function findCounterpart(settings: RunSettings, shell: Shell): Promise<Counterpart> {
  const { flags, cwd } = settings
  const { agent, session: label, resume } = flags
  const named = agent === undefined ? undefined : await findAgent(agent, shell)
  if (label === undefined && resume === undefined)
    return { entry: named ?? (await findAgent(USUAL, shell)), settings }
  const id = typeof resume === 'string' ? resume : undefined
  const { found, release } = await findOrClaim({ agent: named?.id, cwd, label, id }, shell)
  const entry = named ?? (await findAgent(found?.agent ?? USUAL, shell))
  if (found !== undefined) return { entry, found, settings: await whereHeld(settings, found) }
  if (label !== undefined) return { entry, settings, release }
  // An agent may keep conversations that were never held from here.
  if (id !== undefined) {
    await refuseKeptElsewhere({ id, agent: named?.id }, shell)
    return { entry, settings, found: { agent: entry.id, sessionId: id, cwd } }
  }
  const who = named === undefined ? '' : ` with ${entry.id}`
  throw new Failure(`there is no conversation${who} in ${cwd} to take up`, {
    exitCode: EXIT.noSession,
    cure: 'Begin one: leave --resume out. List all of them: parley sessions list --all',
    reason: 'session_not_found',
  })
}

/** Who finds no conversation of a name gets the right to make it, once nobody else is about to. */
async function findOrClaim(
  wanted: Wanted,
  shell: Shell,
): Promise<{ readonly found?: Found | undefined; readonly release?: () => Promise<void> }> {
  const found = await findRecorded(wanted, shell)
  const { label, cwd } = wanted
  if (found !== undefined || label === undefined) return { found }
  const release = await claimName({ cwd, label }, shell)
  const made = await findRecorded(wanted, shell)
  if (made === undefined) return { release }
  await release()
  return { found: made }
}

/** A conversation goes on where it was held. */
async function whereHeld(settings: RunSettings, { cwd }: RecordedSession): Promise<RunSettings> {
  if (settings.flags.cwd !== undefined) return settings
  const status = await stat(cwd).catch(() => undefined)
  if (status?.isDirectory() === true) return { ...settings, cwd }
  throw new Failure(`the directory of the conversation is gone: ${cwd}`, {
    exitCode: EXIT.noSession,
    cure: 'Go on with it elsewhere: --cwd <directory>',
    reason: 'directory_gone',
  })
}

export async function openConversation(
  client: Client<Version>,
  settings: RunSettings,
  found: RecordedSession | undefined,
): Promise<OpenConversation> {
  const { cwd, directories, servers, flags } = settings
  const place = {
    cwd,
    mcpServers: servers,
    ...(directories.length > 0 && { additionalDirectories: directories }),
  }
  const session =
    found === undefined
      ? await client.newSession(place)
      : await takeUp(client, { ...place, sessionId: found.sessionId })
  if (flags.mode !== undefined) await session.setMode(flags.mode)
  for (const [id, value] of settings.options) await session.setOption(id, toValue(session, id, value))
  return { session, isResumed: found !== undefined }
}

type Kept = Parameters<Client<Version>['resumeSession']>[0]

/** Without having it told again where the agent can do that, else with. */
async function takeUp(client: Client<Version>, kept: Kept): Promise<Session<Version>> {
  try {
    return await client.resumeSession(kept)
  } catch (error) {
    if (!isMissing(error)) throw toNoSession(error, kept.sessionId)
  }
  try {
    // What was said before is not shown again, but it must be listened to, or it would count as unheard.
    return await client.loadSession({ ...kept, onUpdate: () => {} })
  } catch (error) {
    throw toNoSession(error, kept.sessionId)
  }
}

const isMissing = (error: unknown): boolean => isAcpError(error) && error.reason === 'capability_missing'

const GONE = new Set(['session_not_found', 'resource_not_found', 'session_expired', 'session_corrupted'])

function toNoSession(error: unknown, sessionId: string): unknown {
  if (isMissing(error))
    return new Failure(
      'this agent cannot take up conversations: it offers neither session/resume nor session/load',
      {
        exitCode: EXIT.noSession,
        cure: 'Begin a new one: leave --session and --resume out.',
        reason: 'session_not_found',
        cause: error,
      },
    )
  const reason = reasonOf(error)
  if (reason === undefined || !GONE.has(reason)) return error
  return new Failure(
    `the agent has no conversation ${sessionId}: ${error instanceof Error ? error.message : reason}`,
    {
      exitCode: EXIT.noSession,
      cure: 'List those that it has: parley sessions list',
      reason,
      cause: error,
    },
  )
}

function toValue({ options }: Session<Version>, id: string, text: string): string | boolean {
  const isBoolean = options.find(option => option.id === id)?.type === 'boolean'
  return isBoolean && (text === 'true' || text === 'false') ? text === 'true' : text
}
