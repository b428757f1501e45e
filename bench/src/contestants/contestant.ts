/**
 * What every contestant offers, so that a row can swap one for another. Knows no wire and no library.
 * Each folder beside this file holds the same programs: agent, client, minimal-agent, imports, validate, remote-server,
 * remote-client.
 */
import type { MemoryWire } from '../scenario/memory-wire.js'

export const contestants = ['raw', 'official', 'parley'] as const
export type Contestant = (typeof contestants)[number]

/** Who may stand between a client and its agent. */
export const ways = ['relay', 'dialect-003', 'dialect-004', 'bridge', 'bridge-v2'] as const
export type Way = (typeof ways)[number]

/** Programs of those who keep sessions. */
type JournalProgram = 'journal' | 'journal-agent'

/** Programs whose other side is another machine's. */
type RemoteProgram = 'remote-server' | 'remote-client'

export type ContestantProgram =
  | 'agent'
  | 'client'
  | 'minimal-agent'
  | 'imports'
  | 'validate'
  | JournalProgram
  | RemoteProgram

/** What the author of an agent has in hand during one prompt. */
export interface AgentTurn {
  readonly text: string
  /** A promise, where there is one, asks the author to wait. */
  say(text: string): Promise<void> | undefined
  read(path: string): Promise<string>
}

export interface Update {
  readonly sessionUpdate: string
  readonly content?: unknown
}

export interface ClientHandlers {
  /** A promise means that the reader is busy with this update until it settles. */
  update(update: Update): void | Promise<void>
  read(path: string): string
}

export interface SessionLink {
  /** Settles with the answer; updates may still be on their way to the handler where the library allows that. */
  prompt(text: string): Promise<void>
}

export interface AgentLink {
  newSession(): Promise<SessionLink>
  close(): Promise<void>
}

/** Both ways into a client: a real agent process, or bytes in memory. Each settles after `initialize`. */
export interface ClientDoor {
  /** `way` is given only to those who have somebody to stand between. */
  spawn(agentFile: string, handlers: ClientHandlers, way?: Way): Promise<AgentLink>
  attach(wire: MemoryWire, handlers: ClientHandlers): Promise<AgentLink>
}

export type MessageKind = 'chunk' | 'tool-update' | 'plan'

/** The cost under test of the `validate` row: takes the message (and its text), says whether it is good. */
export type Validate = (message: unknown, text: string) => boolean
