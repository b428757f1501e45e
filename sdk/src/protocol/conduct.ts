/** Rules that the schema cannot state: absolute paths, lines from one, and parameters that need a capability. */

import type { Agreed } from './contract.js'
import { isAdvertised } from './gate.js'

/** Something a message must not say, and where. */
export interface Fault {
  readonly path: string
  readonly expected: string
  readonly found: string
  /** Set when the parameter would be fine if the peer had advertised this. */
  readonly capability?: string
}

/** Looks through the params (or result) of one method and notes what it must not say. */
export type Check = (value: never, notes: Notes) => void

/** The rules of one version: what is checked in the params of a method, and what in its result. */
export interface Conduct {
  readonly params: Readonly<Record<string, Check>>
  readonly results: Readonly<Record<string, Check>>
}

const NONE: readonly Fault[] = []
const MOST_ID_CHARACTERS = 256
const MOST_PATH_CHARACTERS = 4_096
/** The ways to reach an MCP server that the protocol has a name for. */
const MCP_KINDS = new Set(['stdio', 'http', 'sse', 'acp'])

/** Collects faults under one agreement, one value after the other. */
export class Notes {
  #faults: Fault[] = []
  readonly #agreed: Agreed

  constructor(agreed: Agreed) {
    this.#agreed = agreed
  }

  /** What the rule has against the value. */
  faultsOf(check: Check, value: unknown): readonly Fault[] {
    ;(check as (value: unknown, notes: Notes) => void)(value, this)
    if (this.#faults.length === 0) return NONE
    const faults = this.#faults
    this.#faults = []
    return faults
  }

  /** A path on the wire is absolute: neither side knows what the other would resolve it against. */
  absolute(path: string, value: string | null | undefined): void {
    if (value === null || value === undefined || isProperPath(value)) return
    if (value.length > MOST_PATH_CHARACTERS)
      this.#faults.push({ path, expected: `at most ${MOST_PATH_CHARACTERS} characters`, found: 'more' })
    if (isAbsolutePath(value)) return
    this.#faults.push({
      path,
      expected: 'absolute path',
      found: value === '' ? 'empty string' : 'relative path',
    })
  }

  absoluteAll(path: string, values: readonly string[] | null | undefined): void {
    for (const [index, value] of values?.entries() ?? []) this.absolute(`${path}/${index}`, value)
  }

  /** Lines are counted from one. */
  line(path: string, value: number | null | undefined): void {
    if (value === 0) this.#faults.push({ path, expected: 'line counted from 1', found: '0' })
  }

  /** An id ends in logs, file names and titles: it is short and has nothing but printable characters. */
  identifier(path: string, value: string): void {
    if (isIdentifier(value)) return
    this.#faults.push({ path, expected: '1 to 256 printable characters', found: 'another string' })
  }

  /** A kind that nobody has agreed on. */
  unknown(path: string): void {
    this.#faults.push({ path, expected: 'a kind that was advertised', found: 'another' })
  }

  /** An MCP server of this kind. One that the protocol does not know is not named: an error never repeats what came. */
  mcpServer(path: string, capabilities: string, type: string): void {
    const capability = `${capabilities}.${type}`
    if (MCP_KINDS.has(type)) this.needs(path, 'agent', capability)
    else if (!isAdvertised(this.#agreed.agent, capability)) this.unknown(`${path}/type`)
  }

  /** `path` is there, so the capability must be. */
  needs(path: string, side: 'agent' | 'client', capability: string): void {
    if (isAdvertised(this.#agreed[side], capability)) return
    const name = `${side} ${capability}`
    this.#faults.push({
      path,
      expected: `nothing, or the capability ${name}`,
      found: 'a value',
      capability: name,
    })
  }
}

const PRINTABLE = /^[^\p{C}]+$/u
const DRIVE_OR_SHARE = /^(?:[A-Za-z]:[\\/]|\\\\)/

/** Whether there is nothing to say against a path; asked first where saying where it stands would cost more. */
export function isProperPath(path: string | null | undefined): boolean {
  return path === null || path === undefined || (path.length <= MOST_PATH_CHARACTERS && isAbsolutePath(path))
}

/** Whether an id may end in logs, file names and titles. */
export function isIdentifier(value: string): boolean {
  return value.length <= MOST_ID_CHARACTERS && PRINTABLE.test(value)
}

/** Absolute in the syntax of either family of systems: the agent may run on another machine than we. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || DRIVE_OR_SHARE.test(path)
}

const noteIdentifier = ({ sessionId }: { readonly sessionId: string }, notes: Notes): void =>
  notes.identifier('/sessionId', sessionId)

const noteListed = (
  { sessions }: { readonly sessions: readonly { readonly cwd: string }[] },
  notes: Notes,
): void => {
  for (const [index, { cwd }] of sessions.entries()) notes.absolute(`/sessions/${index}/cwd`, cwd)
}

/** What answers must not say, in the words of both versions. */
export const sessionResults = {
  'session/new': noteIdentifier,
  'session/fork': noteIdentifier,
  'session/list': noteListed,
}
