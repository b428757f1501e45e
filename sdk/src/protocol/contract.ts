/** A version of the protocol as one value: its methods, shapes, gates and rules of conduct. Four of them exist. */

import type { BatchPolicy } from '../jsonrpc/index.js'
import type { MethodRow, v1, v1Unstable, v2, v2Unstable } from '../schema/index.js'
import type { Conduct } from './conduct.js'
import type { Gate } from './gate.js'

/** Who one is on a connection. */
export type Side = 'agent' | 'client'

/** What one side of a version answers and takes, by method name. */
export interface Vocabulary<Requests, Notifications> {
  readonly requests: Requests
  readonly notifications: Notifications
}

/** For each contract, what may be said to the agent and what to the client. */
export interface Vocabularies {
  readonly v1: {
    readonly agent: Vocabulary<v1.AgentRequests, v1.AgentNotifications>
    readonly client: Vocabulary<v1.ClientRequests, v1.ClientNotifications>
  }
  readonly 'v1-unstable': {
    readonly agent: Vocabulary<v1Unstable.AgentRequests, v1Unstable.AgentNotifications>
    readonly client: Vocabulary<v1Unstable.ClientRequests, v1Unstable.ClientNotifications>
  }
  readonly v2: {
    readonly agent: Vocabulary<v2.AgentRequests, v2.AgentNotifications>
    readonly client: Vocabulary<v2.ClientRequests, v2.ClientNotifications>
  }
  readonly 'v2-unstable': {
    readonly agent: Vocabulary<v2Unstable.AgentRequests, v2Unstable.AgentNotifications>
    readonly client: Vocabulary<v2Unstable.ClientRequests, v2Unstable.ClientNotifications>
  }
}

/** The name of a version, stable or unstable. */
export type ContractName = keyof Vocabularies

/** A bag of capabilities as it travels in `initialize`; the gates know what is inside. */
export type Capabilities = Readonly<Record<string, unknown>>

/** What both sides have said about themselves; the same on both ends of a connection. */
export interface Agreed {
  readonly agent: Capabilities
  readonly client: Capabilities
  /** The ways to sign in that the agent offers. */
  readonly authMethods: readonly unknown[]
}

/** What of a version two peers need to greet each other. */
export interface Opening {
  readonly name: ContractName
  readonly version: number
  /** `initialize`, at the least. */
  readonly methods: readonly MethodRow[]
  readonly batch: BatchPolicy
  readonly allowsNullId: boolean
  /** Whether `initialize` may be repeated until another request has been made. */
  readonly allowsRepeatedInitialize: boolean
  /** Where `initialize` keeps what each side can do. */
  agreed(params: Capabilities, result: Capabilities): Agreed
}

/** One version of the protocol, stable or unstable: `methods` are all but those of elicitation. */
export interface Contract extends Opening {
  /** The methods by which an agent asks the user for more than permission; loaded when the client can be asked. */
  loadElicitation(): Promise<readonly MethodRow[]>
  readonly gates: Readonly<Record<string, Gate>>
  readonly conduct: Conduct
  /** Requests whose answer carries nothing, so that `null` in its place loses nothing. */
  readonly emptyResults: ReadonlySet<string>
}
