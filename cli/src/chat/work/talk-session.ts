/** The session of a conversation: a new one, one that is taken up, or one that begins where another is. Never a fresh one under an old name. */

import { type Client, reasonOf, type Session, type UpdateOf } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import type { Conversation } from '../../record/conversation.js'
import type { McpServer } from '../../run/servers.js'
import type { ChatSettings } from '../settings.js'
import { isMissing } from './talk-failure.js'

type Update = UpdateOf<Version>
type Listener = (update: Update) => unknown

/** Where a session works, and with which servers. */
export interface Place {
  readonly cwd: string
  readonly mcpServers: readonly McpServer[]
  readonly additionalDirectories?: readonly string[]
}

/** A session, and a way to hear everything that comes from now on. */
export interface OpenSession {
  readonly session: Session<Version>
  listen(listener: Listener): void
}

const GONE = new Set(['session_not_found', 'resource_not_found', 'session_expired', 'session_corrupted'])

export async function beginSession(client: Client<Version>, place: Place): Promise<OpenSession> {
  return listened(await client.newSession(place))
}

export async function forkFrom(
  client: Client<Version>,
  place: Place,
  source: Conversation,
): Promise<OpenSession> {
  try {
    return listened(await client.session(source.sessionId, place).fork(place))
  } catch (error) {
    if (isMissing(error) || reasonOf(error) === 'method_not_found')
      throw new Failure('This agent cannot begin a second conversation where one is now.', {
        reason: 'capability_missing',
        cure: 'Begin a new one, and mention this one in it: # and its name.',
        cause: error,
      })
    throw toLost(error, source)
  }
}

/** Without having it told again where the agent can do that; else what it tells is dropped: the record is the truth. */
export async function takeUp(
  client: Client<Version>,
  place: Place,
  found: Conversation,
): Promise<OpenSession> {
  const kept = { ...place, sessionId: found.sessionId }
  try {
    return listened(await client.resumeSession(kept))
  } catch (error) {
    if (!isMissing(error)) throw toLost(error, found)
  }
  const replay = new Replay()
  try {
    const session = await client.loadSession({ ...kept, onUpdate: update => replay.hear(update) })
    replay.isOver = true
    return { session, listen: listener => replay.listen(listener) }
  } catch (error) {
    throw toLost(error, found)
  }
}

const listened = (session: Session<Version>): OpenSession => ({
  session,
  listen: listener => void session.onUpdate(listener),
})

/** Hears what is told again and forgets it; what comes behind it is kept for whoever listens. */
class Replay {
  isOver = false
  #listener: Listener | undefined
  readonly #late: Update[] = []

  hear(update: Update): unknown {
    if (!this.isOver) return undefined
    if (this.#listener !== undefined) return this.#listener(update)
    return void this.#late.push(update)
  }

  listen(listener: Listener): void {
    this.#listener = listener
    for (const update of this.#late.splice(0)) listener(update)
  }
}

function toLost(error: unknown, { sessionId, id }: Conversation): unknown {
  if (isMissing(error))
    return new Failure(
      'This agent cannot take up conversations: it offers neither session/resume nor session/load.',
      {
        exitCode: EXIT.noSession,
        reason: 'session_not_found',
        cure: `What was said is kept: parley sessions show ${id}. Begin a new conversation, and mention it there with #.`,
        cause: error,
      },
    )
  const reason = reasonOf(error)
  if (reason === undefined || !GONE.has(reason)) return error
  const said = error instanceof Error ? error.message : reason
  return new Failure(`The agent no longer has the conversation ${sessionId}: ${said}`, {
    exitCode: EXIT.noSession,
    reason,
    cure: `What was said is kept: parley sessions show ${id}. Begin a new conversation, and mention it there with #.`,
    cause: error,
  })
}

/** Sets what was asked for on the command line. What is not offered is told, and the conversation begins all the same. */
export async function applySettings(
  session: Session<Version>,
  { mode, options }: Pick<ChatSettings, 'mode' | 'options'>,
  warn: (message: string) => void,
): Promise<void> {
  const attempt = async (set: () => Promise<void>): Promise<void> => {
    try {
      await set()
    } catch (error) {
      warn(messageOf(error))
    }
  }
  if (mode !== undefined) await attempt(() => session.setMode(mode))
  for (const [id, value] of options) await attempt(() => session.setOption(id, toValue(session, id, value)))
}

/** Yes and no are words of the command line. */
export function toValue({ options }: Session<Version>, id: string, text: string): string | boolean {
  const isBoolean = options.find(option => option.id === id)?.type === 'boolean'
  return isBoolean && (text === 'true' || text === 'false') ? text === 'true' : text
}
