/** The conversations an agent has kept, page by page or one after the other. */

import { AcpError, type RequestOptions } from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'

/** What an agent tells of a conversation it has kept. */
export type SessionInfo = v1Unstable.SessionInfo

/** Which conversations to list. */
export interface SessionFilter {
  /** Only those of exactly this working directory. */
  readonly cwd?: string | undefined
  /** Being tried: whether to list those that were archived. */
  readonly archived?: v1Unstable.SessionArchiveFilter | undefined
}

/** Some of the conversations; `nextCursor` is there when there are more. */
export interface SessionPage {
  readonly sessions: readonly SessionInfo[]
  readonly nextCursor?: string | null | undefined
}

/** A filter, and where to go on; without a cursor at the beginning. */
export interface PageRequest extends SessionFilter {
  readonly cursor?: string | undefined
}

/** All of them, each page asked for when the one before has been read. */
export async function* listAll(
  filter: SessionFilter,
  page: (request: PageRequest, options?: RequestOptions) => Promise<SessionPage>,
  options?: RequestOptions,
): AsyncGenerator<SessionInfo, void, undefined> {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const { sessions, nextCursor } = await page(
      cursor === undefined ? filter : { ...filter, cursor },
      options,
    )
    yield* sessions
    // An empty cursor is a cursor; only its absence ends the list.
    cursor = nextCursor ?? undefined
    if (cursor !== undefined && seen.has(cursor))
      throw new AcpError(
        'invalid_result',
        'the answer to session/list cannot be used: it leads back to an earlier page',
      )
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
}
