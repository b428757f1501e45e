/** What is said to an agent before anything else: the params of `initialize`, and of a first session. */

import { readVersion } from '../../version.js'

export type ProtocolVersion = 1 | 2

export interface GreetingOptions {
  readonly version: ProtocolVersion
  /** Instead of everything that can be answered here. */
  readonly capabilities?: unknown
  /** Somebody is there to fill in forms. */
  readonly isManned: boolean
}

export function initializeParams({ version, capabilities, isManned }: GreetingOptions): unknown {
  const info = { name: 'parley-inspect', title: 'Parley inspector', version: readVersion() }
  const elicitation = isManned ? { elicitation: { form: {}, url: {} } } : {}
  if (version === 2) return { protocolVersion: 2, info, capabilities: capabilities ?? elicitation }
  const lent = { fs: { readTextFile: true, writeTextFile: true }, terminal: true }
  return {
    protocolVersion: 1,
    clientInfo: info,
    clientCapabilities: capabilities ?? { ...lent, ...elicitation },
  }
}

export const sessionParams = (cwd: string): Readonly<Record<string, unknown>> => ({ cwd, mcpServers: [] })
