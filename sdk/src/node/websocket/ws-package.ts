/** The package `ws`, an optional peer of the library: loaded when the first socket is opened or served. */

import { optionalPackage } from '../optional-package.js'

/** Everything the package offers. */
export type WsPackage = typeof import('ws')

/** The package, or an error that says what to install. */
export const loadWsPackage = optionalPackage<WsPackage>(
  () => import('ws'),
  'WebSockets in Node need the package ws',
)
