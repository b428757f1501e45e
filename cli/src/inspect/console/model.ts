/** The console as a value: the timeline, who waits for whom, how requests are answered, and what lies open over it all. */

import type { Entry, Facts, Form } from '@parley/acp/inspect'
import type { Input } from '../../chat/screen/input.js'
import type { TextLine } from '../../chat/screen/text-line.js'
import { isObject } from '../../json-object.js'
import type { Timeline, Watched } from '../timeline/model.js'
import { newTimeline } from '../timeline/model.js'
import type { ProtocolVersion } from './greeting.js'
import type { Answer, Profile } from './profile.js'
import type { Reusable } from './reusable.js'

/** A request of the agent that nobody has answered yet. */
export interface Held {
  readonly id: unknown
  readonly method: string
  readonly params: unknown
}

/** A request of ours that has no answer yet. */
export interface Pending {
  readonly id: unknown
  readonly method: string
  readonly params: unknown
}

/** What becomes of what is filled in. */
export type Purpose =
  | { readonly is: 'call'; readonly method: string; readonly kind: 'request' | 'notification' }
  | { readonly is: 'answer' | 'error'; readonly held: Held }
  /** A line as it is, whatever it says. */
  | { readonly is: 'line' }

/** A field whose text is being typed; of a map that gets one more key, the key. */
export interface Edit {
  readonly id: string
  readonly line: TextLine
  readonly isKey: boolean
}

export interface FormPage {
  readonly is: 'form'
  readonly purpose: Purpose
  readonly form: Form
  readonly cursor: number
  readonly edit?: Edit | undefined
  readonly isPreview: boolean
  /** The first line of the preview that is seen. */
  readonly top: number
  /** It was told what is wrong, and may be sent all the same. */
  readonly isWarned: boolean
}

export type Page =
  | { readonly is: 'pick'; readonly line: TextLine; readonly cursor: number }
  | FormPage
  | {
      readonly is: 'raw'
      readonly purpose: Purpose
      readonly line: TextLine
      readonly back?: FormPage | undefined
      readonly top: number
    }
  /** `top` is the first line that is seen of what is asked. */
  | { readonly is: 'queue'; readonly cursor: number; readonly top: number }
  | { readonly is: 'profiles'; readonly cursor: number }
  | { readonly is: 'keys' }

export interface Console {
  readonly timeline: Timeline
  readonly page?: Page | undefined
  readonly facts: Readonly<Record<ProtocolVersion, Facts>>
  /** The version that was offered; what is spoken the timeline knows. */
  readonly offered: ProtocolVersion
  readonly capabilities: unknown
  readonly cwd: string
  readonly held: readonly Held[]
  readonly pending: readonly Pending[]
  /** The session that was opened last. */
  readonly session?: string | undefined
  readonly profile: Profile
  readonly profiles: Readonly<Record<string, Profile>>
  readonly nextId: number
  readonly notice?: string | undefined
}

export type ConsoleEvent =
  | { readonly is: 'input'; readonly input: Input }
  | { readonly is: 'passed'; readonly entries: readonly Entry[]; readonly count: number }
  | { readonly is: 'ended'; readonly notice: string }
  | { readonly is: 'height'; readonly rows: number }
  /** Something that people should read. */
  | { readonly is: 'told'; readonly notice: string }
  | { readonly is: 'entry'; readonly row: number; readonly entry: Entry | undefined }
  | { readonly is: 'reused'; readonly what: Reusable }

export type ConsoleEffect =
  | { readonly do: 'send'; readonly text: string }
  | { readonly do: 'carry-out'; readonly held: Held }
  | { readonly do: 'read'; readonly row: number }
  /** The message of a row is wanted, to be changed and sent again. */
  | { readonly do: 'reuse'; readonly row: number }
  | { readonly do: 'quit' }

export interface Move {
  readonly console: Console
  readonly effects: readonly ConsoleEffect[]
}

export type ConsoleSettings = Pick<Console, 'facts' | 'offered' | 'capabilities' | 'cwd' | 'profile'>

export function newConsole(title: string, watched: Watched, settings: ConsoleSettings): Console {
  return {
    ...settings,
    timeline: newTimeline(title, watched),
    held: [],
    pending: [],
    profiles: {},
    nextId: 1,
  }
}

export const stay = (console: Console): Move => ({ console, effects: [] })

export const spokenVersion = ({ timeline, offered }: Console): ProtocolVersion =>
  timeline.watched.version ?? offered

export const factsOf = (console: Console): Facts => console.facts[spokenVersion(console)]

export const profileFor = ({ profiles, profile }: Console, method: string): Profile =>
  (Object.hasOwn(profiles, method) ? profiles[method] : undefined) ?? profile

/** Sends a message and leaves whatever lay open. */
export function sending(console: Console, purpose: Purpose, value: unknown): Move {
  const { nextId } = console
  const isRequest = purpose.is === 'call' && purpose.kind === 'request'
  const text =
    purpose.is === 'line' && typeof value === 'string'
      ? value
      : JSON.stringify({ jsonrpc: '2.0', ...toMembers(purpose, value, nextId) })
  const next = { ...console, page: undefined, nextId: isRequest ? nextId + 1 : nextId }
  return { console: next, effects: [{ do: 'send', text }] }
}

function toMembers(purpose: Purpose, value: unknown, nextId: number): Readonly<Record<string, unknown>> {
  if (purpose.is === 'line') return {}
  if (purpose.is === 'call') {
    const id = purpose.kind === 'request' ? { id: nextId } : {}
    return { ...id, method: purpose.method, params: value }
  }
  const { id } = purpose.held
  return purpose.is === 'answer' ? { id, result: value } : { id, error: value }
}

/** An answer that no person gave. */
export function answerText({ id }: Held, answer: Answer): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer })
}

/** What a request for permission offers. */
export function optionsOf({ method, params }: Held): readonly Readonly<Record<string, unknown>>[] {
  if (method !== 'session/request_permission' || !isObject(params)) return []
  return Array.isArray(params.options) ? params.options.filter(isObject) : []
}
