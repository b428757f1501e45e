/** Reads what the file says of the network: where the gateway listens, under which names, and whose word counts. */

import { isIP } from 'node:net'
import { dialectNames } from '@parley/acp/dialect'
import { toPlainAddress } from './address.js'
import { toPath } from './agent-section.js'
import {
  type GatewayConfig,
  type PlainPostSetting,
  type StrangerLimits,
  type TlsSetting,
  USUAL_ADDRESS,
  USUAL_PORT,
  USUAL_STRANGER_LIMITS,
} from './config.js'
import { ConfigFlaw, type Section, toListOf, toNumber, toSection, toText, toWord } from './section.js'

const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/
const MOST = 100_000

type Network = Pick<
  GatewayConfig,
  'address' | 'port' | 'tls' | 'hosts' | 'origins' | 'trustedProxies' | 'plainPost'
>

export function toNetwork(top: Section): Network {
  const listen = top.maybe('listen', toSection, undefined)?.demandKnown(['address', 'port'])
  return {
    address: listen?.maybe('address', toListeningAddress, undefined) ?? USUAL_ADDRESS,
    port: listen?.maybe('port', toNumber(0, 65_535), undefined) ?? USUAL_PORT,
    tls: top.maybe('tls', toTls, undefined),
    hosts: top.maybe('hosts', toListOf(toHost), []),
    origins: top.maybe('origins', toListOf(toOrigin), undefined),
    trustedProxies: top.maybe('trustedProxies', toListOf(toAddress), []),
    plainPost: top.maybe('plainPost', toPlainPost, undefined),
  }
}

export function toStrangerLimits(section: Section | undefined): StrangerLimits {
  const limit = (name: keyof StrangerLimits): number =>
    section?.maybe(name, toNumber(1, MOST), undefined) ?? USUAL_STRANGER_LIMITS[name]
  return {
    unauthenticatedPerMinute: limit('unauthenticatedPerMinute'),
    failedTokens: limit('failedTokens'),
    backOffSeconds: limit('backOffSeconds'),
  }
}

/** A name would be whatever the resolver makes of it; only the one that everybody means is taken. */
function toListeningAddress(value: unknown, path: string): string {
  const text = toText(value, path)
  if (text === 'localhost') return USUAL_ADDRESS
  if (isIP(text) !== 0) return text
  throw new ConfigFlaw(path, 'an IP address, such as 127.0.0.1 or ::1', 'another text')
}

function toAddress(value: unknown, path: string): string {
  const address = toPlainAddress(toText(value, path))
  if (address !== undefined) return address
  throw new ConfigFlaw(path, 'the IP address of one proxy', 'another text')
}

function toTls(value: unknown, path: string): TlsSetting {
  const section = toSection(value, path).demandKnown(['key', 'certificate'])
  return { key: section.take('key', toPath), certificate: section.take('certificate', toPath) }
}

/** `true` is for clients that are plain in this alone; a dialect is for those that also spell as its document does. */
function toPlainPost(value: unknown, path: string): PlainPostSetting | undefined {
  if (typeof value === 'boolean') return value ? { dialect: undefined } : undefined
  return { dialect: toWord(dialectNames)(value, path) }
}

function toHost(value: unknown, path: string): string {
  const text = toText(value, path).toLowerCase()
  if (text.length <= 255 && HOST.test(text) && URL.canParse(`http://${text}`)) return text
  throw new ConfigFlaw(path, 'a host name, with a port or without, such as acp.example.org', 'another text')
}

function toOrigin(value: unknown, path: string): string {
  const text = toText(value, path)
  const origin = URL.canParse(text) ? new URL(text).origin : undefined
  if (origin === text && /^https?:/.test(text)) return text
  throw new ConfigFlaw(path, 'an origin as browsers send it, such as https://acp.example.org', 'another text')
}
