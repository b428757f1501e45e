/** Whether a gateway may listen where it was told to: off this machine only behind TLS. */

import { isLoopback } from '../config/address.js'
import type { GatewayConfig } from '../config/config.js'

/** Why a gateway does not start. */
export class BindingError extends Error {
  override readonly name = 'BindingError'
  readonly reason = 'unsafe_binding'
  readonly cure =
    'listen on 127.0.0.1, name a key and a certificate (tls), or the proxies that end TLS (trustedProxies)'
}

/** Throws where others could read along. The address is parsed: what is none is not this machine. */
export function demandSafeBinding({
  address,
  tls,
  trustedProxies,
}: Pick<GatewayConfig, 'address' | 'tls' | 'trustedProxies'>): void {
  if (isLoopback(address) || tls !== undefined || trustedProxies.length > 0) return
  throw new BindingError(`${address} can be reached from other machines, and nothing would be encrypted.`)
}
