/** A raw wire to an agent that is elsewhere, over whichever transport its address names. */

import { openHttpWire } from './http-wire.js'
import type { RemoteAddress } from './remote-address.js'
import { openWebSocketWire } from './websocket-wire.js'
import type { Variant, Wire } from './wire.js'

/** Opens it; one that cannot be reached ends at once, and says why. */
export async function openRemoteWire(address: RemoteAddress, variant: Variant = 'plain'): Promise<Wire> {
  return address.transport === 'http'
    ? openHttpWire(address, variant)
    : await openWebSocketWire(address, variant)
}
