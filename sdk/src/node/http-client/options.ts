/** What Node's carriers of HTTP are told. */

import type { SecureContextOptions } from 'node:tls'

/** How Node speaks HTTP for a client. */
export interface NodeHttpOptions {
  /** Certificates to trust instead of the well-known ones. */
  readonly ca?: SecureContextOptions['ca']
  /**
   * `auto`: HTTP/2 where a server offers it under TLS, else HTTP/1.1. `http2` on a plain address speaks HTTP/2 without
   * asking first.
   */
  readonly protocol?: 'auto' | 'http1' | 'http2' | undefined
}
