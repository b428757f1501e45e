/** A gateway that lends: what it is told, and what all of its sessions share. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  type AuditLog,
  auditLog,
  type GrantMemory,
  grantMemory,
  type NodeHostOptions,
} from '@parley/acp/node'
import type { Borrower, Lend } from '../hub/lender.js'
import { Places } from '../hub/places.js'
import { SessionLender } from './session-lender.js'

/** How a gateway lends its agents the files and terminals of its machine. Everything may be left out. */
export interface LendingOptions
  extends Pick<
    NodeHostOptions,
    'policy' | 'isProjectPolicyRead' | 'allowBroadRoots' | 'terminals' | 'questionsPerMinute'
  > {
  /** Where everything that is done is written down; the user's own log unless told, false for nowhere. */
  readonly audit?: AuditLog | false | undefined
  /** Who an agent is that has this name here: policies and grants are bound to it. Its name unless told. */
  readonly agentOf?: ((name: string) => NodeHostOptions['agent']) | undefined
  /** What was allowed for longer than a session, by principal; the user's own memory unless told. */
  readonly grantsOf?: ((principal: string) => GrantMemory) | undefined
}

/** That run at once for one principal, in all of its sessions. */
const MOST_COMMANDS = 64

/** Lends for every session of a gateway. */
export interface Lending {
  readonly lend: Lend
  /** All sessions are over: what they shared is put away. */
  close(): Promise<void>
}

/** Lends by these rules; `report` learns of what is wrong with a policy, the memory or the log. */
export function openLending(options: LendingOptions, report: (error: unknown) => void): Lending {
  const { grantsOf = usualGrants(), audit = auditLog(), agentOf, ...rest } = options
  const memories = new Set<GrantMemory>()
  const places = new Places(MOST_COMMANDS)
  // That a question waits a while is nothing that went wrong; but whoever waits for the agent wants to know.
  const noticing =
    (session: Borrower): NodeHostOptions['onNotice'] =>
    ({ kind, path, message }) => {
      if (kind !== 'pause') return report(new Error(path === '' ? message : `${path}: ${message}`))
      const title = 'A question was held back'
      session.tell({ sessionUpdate: 'notice', severity: 'info', title, description: message })
    }
  return {
    lend: session => {
      const { principal, agent: name } = session.facts
      const memory = grantsOf(principal)
      memories.add(memory)
      const takePlace = (): (() => void) | undefined => places.take(principal)
      const shared = { takePlace, grants: shareGrants(memory), audit: audit && shareAudit(audit) }
      const own = { agent: agentOf?.(name) ?? { name }, onNotice: noticing(session) }
      return new SessionLender(session, { ...rest, ...shared, ...own })
    },
    close: async () => {
      const log = audit === false ? [] : [audit]
      await Promise.all([...memories, ...log].map(each => each.close()))
    },
  }
}

function usualGrants(): () => GrantMemory {
  const memory = grantMemory()
  return () => memory
}

/** What somebody allowed is nobody else's leave: where there are several, each has a memory of its own. */
export function separateGrants(stateFolder: string): (principal: string) => GrantMemory {
  const memories = new Map<string, GrantMemory>()
  return principal => {
    const known = memories.get(principal)
    if (known !== undefined) return known
    const name = createHash('sha256').update(principal).digest('hex').slice(0, 32)
    const memory = grantMemory({ folder: join(stateFolder, 'permissions', name) })
    memories.set(principal, memory)
    return memory
  }
}

// A session that ends must not take away what others still use.
const stay = async (): Promise<void> => {}

function shareAudit(log: AuditLog): AuditLog {
  const { folder } = log
  return {
    ...{ folder, close: stay },
    record: entry => log.record(entry),
    conclude: (seq, outcome) => log.conclude(seq, outcome),
  }
}

function shareGrants(memory: GrantMemory): GrantMemory {
  const { folder } = memory
  return {
    ...{ folder, close: stay },
    list: () => memory.list(),
    add: grant => memory.add(grant),
    revoke: id => memory.revoke(id),
  }
}
