/**
 * What was decided at the gateway and by whom: lines of JSON that only the user can read, bounded in size and number.
 * Refusals have files of their own, so that no stranger can push out what matters. Knows names and words, never a token.
 */

import { join } from 'node:path'
import { boundedLine, createRedactor } from '@parley/acp/guard'
import { makePrivateFolder } from '../config/own-file.js'
import { Repetition } from './repetition.js'
import { RotatedFile, type RotatedFileOptions } from './rotated-file.js'
import { withoutSecrets } from './secret.js'

/** What can happen. */
export type AuditEvent =
  | 'started'
  | 'stopped'
  | 'came'
  | 'refused'
  | 'token_made'
  | 'token_rotated'
  | 'token_revoked'
  | 'ticket_made'
  | 'ticket_used'
  | 'session_opened'
  | 'session_attached'
  | 'permission_answered'
  | 'trouble'

/** What is known of it. `session` and `connection` are cut: who reads the log must not be able to use them. */
export interface AuditFacts {
  readonly principal?: string | undefined
  /** The name of the token, or of the ticket's maker. */
  readonly credential?: string | undefined
  readonly address?: string | undefined
  readonly agent?: string | undefined
  readonly session?: string | undefined
  readonly connection?: string | undefined
  readonly reason?: string | undefined
  readonly status?: number | undefined
  readonly correlationId?: string | undefined
  readonly scopes?: string | undefined
  readonly method?: string | undefined
  readonly outcome?: string | undefined
  /** What every gateway on the way calls the request that did it. */
  readonly trace?: string | undefined
  /** What a stranger said that was refused: a host, an origin. */
  readonly found?: string | undefined
  /** How many of the kind were not written down. */
  readonly times?: number | undefined
}

export interface AuditTrailOptions {
  readonly now?: (() => number) | undefined
  readonly size?: RotatedFileOptions | undefined
}

const USUAL_SIZE: RotatedFileOptions = { bytes: 10 * 1024 * 1024, files: 5 }
const LONGEST = 256
const ID_LETTERS = 8
const COUNT_MILLISECONDS = 60_000
// In a minute: of the same, and of one kind by one principal.
const MOST_ALIKE = 5
const MOST_DEEDS = 60

export class AuditTrail {
  readonly #events: RotatedFile
  readonly #refusals: RotatedFile
  readonly #repetition: Repetition
  readonly #deeds = new Map<AuditEvent, Repetition>()
  readonly #redactor = createRedactor()
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #lost = 0

  private constructor(folder: string, { now = Date.now, size = USUAL_SIZE }: AuditTrailOptions) {
    this.#now = now
    this.#events = new RotatedFile(join(folder, 'audit.ndjson'), size)
    this.#refusals = new RotatedFile(join(folder, 'refusals.ndjson'), size)
    this.#repetition = new Repetition(now)
    this.#timer = setInterval(() => this.#countUnsaid(), COUNT_MILLISECONDS).unref()
  }

  /** In this folder, which is made where it is missing and must be the user's own. */
  static async open(folder: string, options: AuditTrailOptions = {}): Promise<AuditTrail> {
    await makePrivateFolder(folder)
    return new AuditTrail(folder, options)
  }

  /** What a principal does again and again is counted like refusals: whoever may come must not push out the rest either. */
  note(event: Exclude<AuditEvent, 'refused'>, facts: AuditFacts = {}): void {
    const { principal = '', credential, address, agent, session } = facts
    // Of answers each matters: they are as many as the agent has asked for.
    const alike = event === 'permission_answered' ? MOST_DEEDS : MOST_ALIKE
    const deeds = this.#deeds.get(event) ?? new Repetition(this.#now, { alike, ofAKind: MOST_DEEDS })
    this.#deeds.set(event, deeds)
    const what = JSON.stringify([principal, credential, address, agent, session])
    if (deeds.mayThis(what, principal)) this.#write(this.#events, event, facts)
  }

  /** The same refusal of the same address is written a few times a minute, then counted. */
  noteRefusal(facts: AuditFacts): void {
    if (this.#repetition.mayThis(`${facts.reason} ${facts.address}`))
      this.#write(this.#refusals, 'refused', facts)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#countUnsaid()
    this.#events.close()
    this.#refusals.close()
  }

  #countUnsaid(): void {
    for (const times of this.#repetition.takeUnsaid().values())
      this.#write(this.#refusals, 'refused', { reason: 'repeated', times })
    for (const [event, deeds] of this.#deeds)
      for (const [principal, times] of deeds.takeUnsaid())
        this.#write(this.#events, event, { principal: principal || undefined, reason: 'repeated', times })
  }

  /** A full disk must not stop the requests that are refused; what it swallowed is told when there is room again. */
  #write(file: RotatedFile, event: AuditEvent, facts: AuditFacts): void {
    const time = new Date(this.#now()).toISOString()
    const lost = this.#lost === 0 ? {} : { lost: this.#lost }
    try {
      file.append(JSON.stringify({ time, event, ...this.#clean(facts), ...lost }))
      this.#lost = 0
    } catch {
      this.#lost += 1
    }
  }

  #clean({ session, connection, ...facts }: AuditFacts): Readonly<Record<string, unknown>> {
    const cut = { ...facts, session: cutId(session), connection: cutId(connection) }
    return Object.fromEntries(
      Object.entries(cut).map(([name, value]) => [
        name,
        typeof value === 'string' ? this.#text(value) : value,
      ]),
    )
  }

  /** Cut before it is searched: a text of a stranger may be as long as headers can be, and a cut secret is none. */
  #text(value: string): string {
    return boundedLine(this.#redactor.text(withoutSecrets(value.slice(0, LONGEST * 4))), LONGEST)
  }
}

function cutId(id: string | undefined): string | undefined {
  return id === undefined || id.length <= ID_LETTERS ? id : `${id.slice(0, ID_LETTERS)}…`
}
