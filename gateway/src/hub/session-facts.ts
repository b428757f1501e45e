/** What a session is from its beginning to its end: how the journal knows it, and what its agent is told of it. */

import { createHash, randomBytes } from 'node:crypto'
import type { SessionHeader, SessionRecord } from '@parley/acp/store'
import type { Fields } from './fields.js'
import { toRealPath } from './real-path.js'

/** Whose session it is, and which agent's. */
export interface Owner {
  readonly principal: string
  readonly agent: string
}

export interface SessionFacts extends Owner {
  readonly sessionId: string
  readonly protocol: number
  readonly cwd: string
  readonly additionalDirectories: readonly string[] | undefined
  /** How the journal spells its directories, where it was found there: earlier gateways kept what clients had said. */
  readonly spellings?: readonly string[]
}

/** Where the agent works, and with which servers. */
export function toPlace(facts: SessionFacts, mcpServers: readonly unknown[]): Fields {
  const { cwd, additionalDirectories } = facts
  return additionalDirectories === undefined
    ? { cwd, mcpServers }
    : { cwd, mcpServers, additionalDirectories }
}

/** An agent chooses the ids of its sessions: neither is one fit to name a file, nor are two agents' ids different. */
export function keyOf({ principal, agent }: Owner, sessionId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([principal, agent, sessionId]))
    .digest('hex')
}

export function isOf({ facts = {} }: SessionRecord, { principal, agent }: Owner): boolean {
  return facts.principal === principal && facts.agent === agent
}

/** What the journal is told when the session begins. */
export function toHeader(facts: SessionFacts): SessionHeader {
  const { sessionId, principal, agent, protocol, cwd, additionalDirectories } = facts
  const epoch = randomBytes(9).toString('base64url')
  const id = keyOf(facts, sessionId)
  return { id, cwd, additionalDirectories, facts: { sessionId, principal, agent, protocol, epoch } }
}

/** What the journal said when it was found again. */
export function fromRecord({ facts = {}, cwd, additionalDirectories }: SessionRecord): SessionFacts {
  return {
    ...{ sessionId: String(facts.sessionId), protocol: Number(facts.protocol) },
    ...{ principal: String(facts.principal), agent: String(facts.agent), cwd, additionalDirectories },
  }
}

/** The same with real paths for its directories: those that were kept as clients had spelled them may be read in two ways. */
export async function withRealPaths(facts: SessionFacts): Promise<SessionFacts> {
  const { cwd, additionalDirectories } = facts
  return {
    ...facts,
    cwd: await toRealPath(cwd),
    additionalDirectories:
      additionalDirectories && (await Promise.all(additionalDirectories.map(toRealPath))),
    spellings: [cwd, ...(additionalDirectories ?? [])],
  }
}
