/** How a conversation comes to be: begun anew, taken up again, told again from its beginning, or forked. */

import { AcpError, isIdentifier, type RequestOptions, type Version } from '../protocol/index.js'
import type { LiveSession, Shared } from './live-session.js'
import { request, sessionClosed } from './request.js'
import type { KeptSession, NewSession } from './session.js'
import type { SetupAnswer } from './session-state.js'
import type { Request } from './spelling.js'

type Setup = NewSession<Version>
type Kept = KeptSession<Version>

interface BegunAnswer extends SetupAnswer {
  readonly sessionId: string
}

const OPENING_MILLISECONDS = 60_000

export function begin(shared: Shared, setup: Setup, options?: RequestOptions): Promise<LiveSession> {
  return admit(shared, { setup, asked: { method: 'session/new', params: toParams(setup) } }, options)
}

/** The directories of the first conversation are not handed on but for the one it works in. */
export function fork(
  shared: Shared,
  forked: { readonly session: LiveSession; readonly setup: Partial<Setup> },
  options?: RequestOptions,
): Promise<LiveSession> {
  const { session } = forked
  const setup = { ...forked.setup, cwd: forked.setup.cwd ?? session.roots[0] ?? '' }
  const params = { ...toParams(setup), sessionId: session.id }
  return admit(shared, { setup, asked: { method: 'session/fork', params } }, options)
}

export function resume(shared: Shared, kept: Kept, options?: RequestOptions): Promise<LiveSession> {
  const params = { ...toParams(kept), sessionId: kept.sessionId }
  return attach(shared, { kept, asked: { method: 'session/resume', params } }, options)
}

/** A replay takes as long as the conversation is long: no deadline unless the caller sets one. */
export function load(shared: Shared, kept: Kept, options?: RequestOptions): Promise<LiveSession> {
  const params = { ...toParams(kept), sessionId: kept.sessionId }
  return attach(shared, { kept, asked: shared.spelling.load(params) }, { deadline: undefined, ...options })
}

/** A session whose id the agent gives. */
async function admit(
  shared: Shared,
  { setup, asked }: { readonly setup: Setup; readonly asked: Request },
  options?: RequestOptions,
): Promise<LiveSession> {
  const { sessions, peer } = shared
  let session: LiveSession | undefined
  let since: LiveSession['state']['moment'] | undefined
  // Known from the moment its answer is read: the agent may ask for a file in the next message.
  const onSettle = (isError: boolean, result: unknown): void => {
    const id = isError ? undefined : idIn(result)
    if (id === undefined || sessions.find(id) !== undefined) return
    session = sessions.add(id, setup)
    if (setup.onUpdate !== undefined) session.onUpdate(update => setup.onUpdate?.(update))
    if (shared.spelling.isAnswerLater) since = session.state.moment
  }
  const answer = await request<BegunAnswer>(peer, asked, {
    deadline: OPENING_MILLISECONDS,
    ...options,
    onSettle,
  })
  const admitted = session ?? sessions.add(answer.sessionId, setup)
  admitted.state.setUp(answer, since ?? BEGINNING)
  return admitted
}

const BEGINNING = { mode: 0, options: 0, commands: 0 }

/** A session whose id is known: it listens before it is asked for, because what is told again comes before the answer. */
async function attach(
  shared: Shared,
  { kept, asked }: { readonly kept: Kept; readonly asked: Request },
  options?: RequestOptions,
): Promise<LiveSession> {
  const { sessions, peer, spelling } = shared
  const known = sessions.find(kept.sessionId)
  if (known !== undefined && known.turns.length > 0)
    throw new AcpError('session_busy', 'a session is not loaded again while the agent works on a turn of it')
  const session = sessions.takeUp(kept.sessionId, kept)
  const stopListening = kept.onUpdate && session.onUpdate(update => kept.onUpdate?.(update))
  let since = session.state.moment
  const onSettle = (): void => {
    if (spelling.isAnswerLater) since = session.state.moment
  }
  try {
    const settled = { lane: session.id, onSettle }
    const result = await request<SetupAnswer>(peer, asked, {
      deadline: OPENING_MILLISECONDS,
      ...options,
      ...settled,
    })
    sessions.confirm(session)
    session.moveTo(kept)
    session.state.setUp(result, since)
    return session
  } catch (error) {
    stopListening?.()
    // Never a fresh one in its place: who asked for this conversation is told that it could not be had.
    sessions.giveUp(session, sessionClosed('the session could not be loaded'))
    throw error
  }
}

// Throws nothing, because the reader of the connection runs it: what cannot be admitted is refused behind it.
function idIn(result: unknown): string | undefined {
  const sessionId = (result as Partial<BegunAnswer> | null | undefined)?.sessionId
  return typeof sessionId === 'string' && isIdentifier(sessionId) ? sessionId : undefined
}

function toParams({ cwd, additionalDirectories, mcpServers, systemPrompt, _meta }: Setup): object {
  return {
    cwd,
    mcpServers: mcpServers ?? [],
    ...(additionalDirectories === undefined ? {} : { additionalDirectories }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(_meta === undefined ? {} : { _meta }),
  }
}
