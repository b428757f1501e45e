/**
 * What a client on this machine lends its agents, put together: files, terminals and its user's attention, each behind
 * one warden. Its parts are loaded when an agent first asks for something: agents import this room, too.
 */

import type { Host, HostedSession, Permission } from '../client/index.js'
import type { AgentIdentity, Policy } from '../guard/index.js'
import type { v1 } from '../schema/index.js'
import { type AuditLog, auditLog } from './audit.js'
import { type Boundary, boundary } from './files/boundary.js'
import type { HostFilesOptions, SessionRoots } from './files/offer.js'
import type { FileLimits } from './files/territory.js'
import { hostFiles, sessionRoots } from './files.js'
import { type GrantMemory, grantMemory } from './grants.js'
import { configFile } from './journal/state-folder.js'
import { LentTerminals } from './lent-terminals.js'
import type { DeskSettings } from './permissions/desk-settings.js'
import { HostGrants } from './permissions/host-grants.js'
import { LateDesk } from './permissions/late-desk.js'
import type { Notice } from './permissions/notice.js'
import { Roster } from './permissions/roster.js'
import type { Warden } from './permissions/warden.js'
import { processGuard } from './processes/reaper.js'
import type { HostTerminalsOptions } from './terminals/options.js'

type FileSettings = Pick<
  HostFilesOptions,
  'buffers' | 'onWrite' | 'isAskingOutside' | 'hardLinks' | 'allowBroadRoots'
>
type TerminalSettings = Omit<HostTerminalsOptions, 'warden' | 'directories' | 'allowBroadRoots'>

/** What the host leaves to its owner. Everything may be left out. */
export interface NodeHostOptions extends FileSettings, Pick<TerminalSettings, 'onOutput' | 'onEnd'> {
  readonly info?: Host['info']
  readonly meta?: Host['meta']
  readonly elicit?: Host['elicit']
  readonly auth?: Host['auth']
  readonly extensions?: Host['extensions']
  /**
   * Asked when neither the policy nor an earlier answer decides. Without it nobody can be asked: files are lent to be
   * read, and the rest is not offered unless `headless` says so.
   */
  readonly permission?: Permission | undefined
  /** Nobody can be asked, and yet everything is offered: the policy alone decides, and what it leaves open is denied. */
  readonly headless?: boolean | undefined
  /** The name and version under which the agent was started: policies and grants may be bound to it. */
  readonly agent?: AgentIdentity | undefined
  /** The user's policy file, what it would say, or false for none; `~/.config/parley/policy.json` unless said otherwise. */
  readonly policy?: string | Policy | false | undefined
  /** Whether the policy of a project may deny and demand questions, too; true unless said otherwise. */
  readonly isProjectPolicyRead?: boolean | undefined
  /** The memory of what was allowed for longer than once. */
  readonly grants?: GrantMemory | undefined
  /** Where everything is written down; false for nowhere. */
  readonly audit?: AuditLog | false | undefined
  /** Which files are lent; both unless nobody can be asked. */
  readonly files?: 'read' | 'write' | false | undefined
  readonly fileLimits?: FileLimits | undefined
  /** Whether commands are run; they are unless nobody can be asked. */
  readonly terminals?: boolean | TerminalSettings | undefined
  /** Milliseconds that an answer is waited for; ten minutes unless said otherwise. */
  readonly patience?: number | undefined
  /** How many questions of one turn are shown within a minute at most, five unless said otherwise: then the turn waits. */
  readonly questionsPerMinute?: number | undefined
  /** Learns of what is wrong with a policy, the memory or the log, and of what was denied because nobody could be asked. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** A host on this machine. It serves one connection at a time. */
export interface NodeHost extends Host {
  /** How strongly files are kept inside a session's directories. */
  readonly boundary: Boundary
  /** What ends the commands when this process is killed. */
  readonly processGuard: ReturnType<typeof processGuard>
  /** Asked before anything is done; more can be put behind it. */
  readonly warden: Warden
  /** The directories of its sessions, as they were when these began: for whoever looks there, too. */
  readonly directories: SessionRoots
  /** What was allowed for longer than once, to look at and to take back. */
  readonly grants: GrantMemory
  /** A session was begun; whoever speaks with the agent in another way than by `connect` says so, too. */
  sessionOpened(session: HostedSession, agent: v1.Implementation | undefined): void
  sessionCancelled(sessionId: string): void
  sessionClosed(sessionId: string): void
  /** Ends everything it began. */
  close(): Promise<void>
}

const PATIENCE_MILLISECONDS = 10 * 60 * 1000

/** A host with everything that a client on this machine can lend, as far as the user, the policy and the log let it. */
export function nodeHost(options: NodeHostOptions = {}): NodeHost {
  const isOpen = options.permission !== undefined || options.headless === true
  const roster = new Roster()
  const grants = new HostGrants(options.grants ?? grantMemory())
  const directories = sessionRoots({ allowBroadRoots: options.allowBroadRoots })
  const settings = toSettings(options, { grants, directories })
  const desk = new LateDesk(settings, roster)
  const shared = { warden: desk, directories, onNotice: settings.onNotice }
  const files = hostFiles(toFiles(options, shared))
  const lends = options.files ?? (isOpen ? 'write' : 'read')
  const terminals =
    (options.terminals ?? isOpen) ? new LentTerminals(toTerminals(options, shared)) : undefined
  const strength = { boundary: boundary(), processGuard: processGuard() }
  const { info, elicit, auth, extensions } = options
  return {
    ...{ info, elicit, auth, extensions, ...strength },
    meta: { ...strength, ...options.meta },
    warden: desk,
    directories,
    grants,
    permission: judgedBy(desk),
    files:
      lends === false ? undefined : { read: files.read, ...(lends === 'write' && { write: files.write }) },
    terminals,
    sessionOpened(session, agent) {
      roster.open(session, agent)
      if (lends !== false || terminals !== undefined) void hold(session, shared)
    },
    sessionCancelled(sessionId) {
      desk.cancel(sessionId)
      terminals?.releaseSession(sessionId)
    },
    sessionClosed(sessionId) {
      roster.close(sessionId)
      desk.forget(sessionId)
      directories.forget(sessionId)
      grants.forget(sessionId)
      terminals?.releaseSession(sessionId)
    },
    async close() {
      desk.close()
      directories.close()
      await terminals?.close()
      await Promise.all([grants.close(), settings.audit?.close()])
    },
  }
}

/** Questions that are not proper come here too: they are written down before they are dismissed. */
function judgedBy(desk: LateDesk): Permission {
  return Object.assign<Permission, Pick<Permission, 'canJudge'>>(
    (request, context) => desk.answer(request, context),
    { canJudge: true },
  )
}

/** What everything that is lent has in common. */
interface Shared {
  readonly warden: Warden
  readonly directories: SessionRoots
  readonly onNotice: (notice: Notice) => void
}

/** A directory that is not lent is refused when it is used; whoever set the session up should know before. */
async function hold({ id, roots }: HostedSession, { directories, onNotice }: Shared): Promise<void> {
  for (const [index, result] of (await directories.of({ sessionId: id, roots })).entries()) {
    if (result.status === 'fulfilled') continue
    const why = result.reason instanceof Error ? result.reason.message : String(result.reason)
    const message = `this directory of a session is not lent: ${why}`
    onNotice({ kind: 'directory', path: roots[index] ?? '', message })
  }
}

function toSettings(
  options: NodeHostOptions,
  { grants, directories }: Pick<DeskSettings, 'grants' | 'directories'>,
): DeskSettings {
  const { permission, agent, policy = configFile('policy.json'), audit = auditLog() } = options
  return {
    permission: options.headless === true ? undefined : permission,
    agent,
    policy,
    isProjectPolicyRead: options.isProjectPolicyRead ?? true,
    grants,
    directories,
    audit: audit === false ? undefined : audit,
    patience: options.patience ?? PATIENCE_MILLISECONDS,
    questionsPerMinute: options.questionsPerMinute,
    onNotice: options.onNotice ?? warn,
  }
}

/** What nobody listens to is not lost. */
function warn({ message, path }: Notice): void {
  process.emitWarning(path === '' ? message : `${path}: ${message}`, 'ParleyWarning')
}

function toFiles(options: NodeHostOptions, { warden, directories }: Shared): HostFilesOptions {
  const { buffers, onWrite, isAskingOutside, hardLinks, fileLimits: limits } = options
  return { buffers, onWrite, isAskingOutside, hardLinks, limits, warden, directories }
}

function toTerminals({ terminals, onOutput, onEnd }: NodeHostOptions, shared: Shared): HostTerminalsOptions {
  const { warden, directories, onNotice } = shared
  const own = typeof terminals === 'object' ? terminals : {}
  return { onOutput, onEnd, onNotice, ...own, warden, directories }
}
