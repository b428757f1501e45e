/** What an agent told of its calls before it asks about them, as it passes on the wire: no question is ahead of it. Bounded. */

import { createHash } from 'node:crypto'
import type { Claim } from '@parley/acp/guard'
import type { AgentProcess } from '@parley/acp/node'
import { tap } from '@parley/acp/transport'
import { type Naming, namesIn } from './claimed-places.js'
import { isChangeKind } from './shown-action.js'

/** The facts of a call that count when it is asked about. */
export interface KnownCall {
  readonly kind?: string | undefined
  /** The digest of the command it would run. */
  readonly command?: string | undefined
  /** The digests of the changes it would make. */
  readonly changes: readonly string[]
  /** The keys of its input. */
  readonly keys: readonly string[]
  readonly locations: readonly { readonly path: string }[]
}

/** An agent that was started, as far as its messages can be watched. */
export type Watchable = ReturnType<typeof tap> & {
  readonly explain: AgentProcess['explain']
  readonly reopen: () => Promise<Watchable>
}

type Fields = Readonly<Record<string, unknown>>

const NOTHING: KnownCall = { changes: [], keys: [], locations: [] }
const MOST_CHARACTERS = 16 * 1024 * 1024
const ROOM_OF_ONE = 200

export class KnownCalls {
  readonly #calls = new Map<string, KnownCall>()
  #room = MOST_CHARACTERS

  /** There was more to keep than can be kept: nothing is known for sure any more. */
  get isFull(): boolean {
    return this.#room < 0
  }

  find(sessionId: string, toolCallId: string): KnownCall | undefined {
    return this.#calls.get(JSON.stringify([sessionId, toolCallId]))
  }

  /** The same agent, watched. It can still be started anew, and say why it would not start. */
  around(agent: Watchable, also: Parameters<typeof tap>[1]): Watchable {
    const watched = tap(agent, (direction, message) => {
      also(direction, message)
      if (direction === 'received') this.note(message)
    })
    return Object.assign(watched, {
      explain: agent.explain.bind(agent),
      reopen: async () => this.around(await agent.reopen(), also),
    })
  }

  /** Takes a message of the wire. */
  note(message: unknown): void {
    const { method, params }: Fields = Object(message)
    if (method !== 'session/update' || this.isFull) return
    const { sessionId, update }: Fields = Object(params)
    const fields: Fields = Object(update)
    if (typeof fields.toolCallId !== 'string') return
    const id = JSON.stringify([sessionId, fields.toolCallId])
    const before = this.#calls.get(id)
    const after = fold(before ?? NOTHING, fields)
    this.#room += (before === undefined ? 0 : sizeOf(before)) - sizeOf(after)
    if (!this.isFull) this.#calls.set(id, after)
  }
}

/** The facts of a call as a question shows it. */
export const toKnown = (call: object): KnownCall => fold(NOTHING, { ...call })

/** What an update does not speak of stays as it was. */
function fold(before: KnownCall, fields: Fields): KnownCall {
  const { sessionUpdate, kind, rawInput, content, locations } = fields
  const changes = content == null ? undefined : [content].flat().flatMap(toChange)
  const isPiece = sessionUpdate === 'tool_call_content_chunk'
  const named: Naming = { locations: locations ?? before.locations, rawInput }
  return {
    kind: typeof kind === 'string' ? kind : before.kind,
    command: rawInput == null ? before.command : toCommand(Object(rawInput)),
    changes: isPiece ? [...before.changes, ...(changes ?? [])] : (changes ?? before.changes),
    keys: rawInput == null ? before.keys : Object.keys(Object(rawInput)),
    locations: [...new Set(namesIn(named))].map(path => ({ path })),
  }
}

function toCommand(input: Fields): string | undefined {
  const { command, args, cwd } = input
  return command == null ? undefined : toDigest([command, args ?? null, cwd ?? null])
}

function toChange(part: unknown): readonly string[] {
  const { _meta, ...fields }: Fields = Object(part)
  if (fields.type !== 'diff') return []
  const told = Object.entries(fields).filter(([, value]) => value != null)
  return [toDigest(told.sort(([one], [other]) => (one < other ? -1 : 1)))]
}

const toDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64')

const sizeOf = ({ kind = '', changes, keys, locations }: KnownCall): number =>
  [kind, ...changes, ...keys, ...locations.map(({ path }) => path)].reduce(
    (sum, text) => sum + text.length + 20,
    ROOM_OF_ONE,
  )

/** Why a question about a call does not tell what is known of it; nothing where it does. */
export function whyDoubt(known: KnownCall, asked: KnownCall, claim: Claim): string | undefined {
  const kind = asked.kind ?? kindShown(known, claim)
  if (known.kind !== undefined && known.kind !== kind)
    return 'The question calls it something else than the call that it is about.'
  if (known.command !== undefined && known.command !== asked.command)
    return 'The call that it is about has a command which the question does not show.'
  if (known.changes.some(change => !asked.changes.includes(change)))
    return 'The call that it is about has changes which the question does not show.'
  return undefined
}

/** A question that names no kind leaves that of its call as it is, where what it shows is of that kind. */
function kindShown({ kind = 'other' }: KnownCall, { runs, writes = [] }: Claim): string {
  const isCommand = kind === 'execute' && runs !== undefined && writes.length === 0
  const isChange = isChangeKind(kind) && runs === undefined && writes.length > 0
  return isCommand || isChange ? kind : 'other'
}
