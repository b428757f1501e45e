/** Which version two peers speak. The only place that compares version numbers. */

import { RpcError } from '../jsonrpc/index.js'
import type { Contract, ContractName, Opening } from './contract.js'
import { AcpError, rpcError } from './error.js'
import { openingV1 } from './opening-v1.js'

/** A version of the protocol that can be spoken. */
export type Version = 1 | 2

/** The versions there are, lowest first. */
export const versions: readonly Version[] = [1, 2]

const MAX_VERSION = 65_535

/** Loads the contract of a version: none is there before somebody speaks it. */
export function loadContract(version: Version, isUnstable: boolean): Promise<Contract> {
  const name = (isUnstable ? `v${version}-unstable` : `v${version}`) as ContractName
  return loaders[name]()
}

/** What a greeting in a version needs. That of the most used one is at hand. */
export async function loadOpening(version: Version, isUnstable: boolean): Promise<Opening> {
  return version === 1 && !isUnstable ? openingV1 : loadContract(version, isUnstable)
}

const loaders: Readonly<Record<ContractName, () => Promise<Contract>>> = {
  v1: async () => (await import('./contract-v1.js')).contractV1,
  'v1-unstable': async () => (await import('./contract-v1-unstable.js')).contractV1Unstable,
  v2: async () => (await import('./contract-v2.js')).contractV2,
  'v2-unstable': async () => (await import('./contract-v2-unstable.js')).contractV2Unstable,
}

/** What an agent answers: the highest version it speaks that is not above the one asked for. */
export function chooseVersion(requested: unknown, spoken: readonly Version[]): Version {
  if (!isVersionNumber(requested))
    throw rpcError('invalid_params', 'Invalid params: /protocolVersion: expected an integer from 0 to 65535')
  // Version 1 never fails over a version: whoever speaks nothing else answers that, and the client decides.
  if (spoken.every(version => version === 1)) return 1
  const fitting = spoken.filter(version => version <= requested)
  if (fitting.length === 0)
    throw rpcError('unsupported_protocol_version', 'Unsupported protocol version', {
      requested,
      supported: [...spoken],
    })
  return Math.max(...fitting) as Version
}

/** Whether params in the shape of a version not known yet have to be read forgivingly. */
export function isBeyond(requested: unknown, chosen: Version): boolean {
  return typeof requested === 'number' && requested > chosen && chosen >= 2
}

/** Whether params come in the shape of a later version than the one that was chosen. */
export function isOfLaterShape(requested: unknown, chosen: Version): boolean {
  return typeof requested === 'number' && requested > chosen && chosen === 1
}

/** What a client makes of the answer: the version to go on with, or a clear reason not to. */
export function acceptVersion(answered: unknown, offered: Version, spoken: readonly Version[]): Version {
  const version = spoken.find(known => known === answered && known <= offered)
  if (version !== undefined) return version
  const said = isVersionNumber(answered) ? `version ${answered}` : 'no version number'
  throw new AcpError(
    'version_mismatch',
    `the agent answered ${said}; this client speaks ${spoken.join(' and ')}`,
  )
}

/** Whether the agent refused the offer but named a version this client also speaks. */
export function fallbackVersion(
  error: unknown,
  offered: Version,
  spoken: readonly Version[],
): Version | undefined {
  if (!(error instanceof RpcError)) return undefined
  const supported = (error.data as { supported?: unknown } | undefined)?.supported
  if (!Array.isArray(supported)) return undefined
  return spoken.filter(version => version < offered && supported.includes(version)).at(-1)
}

/** The version that an agent named which does not speak the one offered, where that is a later one we know. */
export function laterVersion(error: unknown, offered: Version): Version | undefined {
  if (!(error instanceof RpcError)) return undefined
  const supported = (error.data as { supported?: unknown } | undefined)?.supported
  return Array.isArray(supported)
    ? versions.find(version => version > offered && supported.includes(version))
    : undefined
}

/** The versions a client that offers this one can go on with. */
export function versionsUpTo(offered: Version): readonly Version[] {
  return versions.filter(version => version <= offered)
}

/** Whether the agent chose a lower version than the one offered. */
export function isDowngrade(accepted: Version, offered: Version): boolean {
  return accepted < offered
}

/** Whether what an agent answered is a later version than the one it was offered. */
export function isAbove(answered: unknown, offered: unknown): boolean {
  return isVersionNumber(answered) && isVersionNumber(offered) && answered > offered
}

function isVersionNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_VERSION
}
