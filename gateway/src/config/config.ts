/** What a gateway is told by its file, and what it does where the file says nothing. */

import type { DialectName } from '@parley/acp/dialect'
import type { Scope } from './scope.js'

/** A program that clients may reach by its name, never by its command. */
export interface AgentSetting {
  readonly name: string
  /** What people call it. */
  readonly title?: string | undefined
  readonly command: string
  readonly args: readonly string[]
  /** Variables with the values they are set to. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that are passed on where they are set. */
  readonly inherit: readonly string[]
  /** Where the process is started; without it in the folder of its first session. */
  readonly cwd: string | undefined
  /** Sessions of it stay within these folders, and within those of the principal; without them the latter decide. */
  readonly roots: readonly string[] | undefined
  /** How it spells the protocol, where it has a way of its own. */
  readonly dialect?: DialectName | undefined
  /** Whether clients of version 2 get to see an agent of version 1 as one of theirs. */
  readonly isBridged?: boolean | undefined
}

/** A token that stands in the file of the gateway: its hash, never itself. */
export interface TokenSetting {
  readonly name: string
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly sha256: string
  readonly scopes: ReadonlySet<Scope>
  /** Milliseconds since 1970, or never. */
  readonly expiresAt: number | undefined
}

/** Somebody whose connections, sessions and agents are nobody else's. */
export interface PrincipalSetting {
  readonly name: string
  /** The most that a token of theirs may do. */
  readonly scopes: ReadonlySet<Scope>
  /** Folders that sessions may work in. */
  readonly roots: readonly string[]
  /** The agents they may reach; without it all. */
  readonly agents: readonly string[] | undefined
  readonly tokens: readonly TokenSetting[]
  readonly limits: PrincipalLimits
}

/** How much one principal may have and do at a time. */
export interface PrincipalLimits {
  readonly connections: number
  readonly sessions: number
  readonly requestsPerSecond: number
  readonly requestBurst: number
  readonly bytesPerSecond: number
}

/** How often strangers may try, by their address. */
export interface StrangerLimits {
  readonly unauthenticatedPerMinute: number
  /** So many wrong tokens, and the address waits. */
  readonly failedTokens: number
  readonly backOffSeconds: number
}

export interface TlsSetting {
  readonly key: string
  readonly certificate: string
}

/** An address for clients that know POST and no more. */
export interface PlainPostSetting {
  /** How they spell the protocol, where they have a way of their own. */
  readonly dialect: DialectName | undefined
}

/** Everything a gateway is told. */
export interface GatewayConfig {
  /** The file it came from; nothing where there was none. */
  readonly path: string | undefined
  readonly agents: ReadonlyMap<string, AgentSetting>
  readonly defaultAgent: string
  readonly principals: ReadonlyMap<string, PrincipalSetting>
  /** Whose token stands in the token file: the one principal there is where the file names none. */
  readonly owner: string | undefined
  readonly address: string
  readonly port: number
  readonly tls: TlsSetting | undefined
  /** Names by which clients know this gateway, with a port or without. */
  readonly hosts: readonly string[]
  /** Pages that may come; without it those that the gateway itself serves. */
  readonly origins: readonly string[] | undefined
  /** Addresses of proxies that end TLS for this gateway, and whose `X-Forwarded-*` is believed. */
  readonly trustedProxies: readonly string[]
  /** For clients of an old document alone; without it there is no such address. */
  readonly plainPost?: PlainPostSetting | undefined
  readonly strangers: StrangerLimits
  /** Where tokens, sessions and the audit log are kept. */
  readonly stateFolder: string
}

export const USUAL_LIMITS: PrincipalLimits = {
  connections: 64,
  sessions: 256,
  requestsPerSecond: 50,
  requestBurst: 200,
  bytesPerSecond: 10_000_000,
}

export const USUAL_STRANGER_LIMITS: StrangerLimits = {
  unauthenticatedPerMinute: 10,
  failedTokens: 5,
  backOffSeconds: 60,
}

export const USUAL_ADDRESS = '127.0.0.1'
export const USUAL_PORT = 7430
/** The one principal of a gateway that was told of nobody. */
export const USUAL_PRINCIPAL = 'owner'
