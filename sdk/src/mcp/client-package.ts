/** The MCP client, an optional peer of the library: loaded when the first server is, because loading it takes a while. */

import { optionalPackage } from '../node/optional-package.js'

/** Everything the package offers. */
export type ClientPackage = typeof import('@modelcontextprotocol/client')

/** The package, or an error that says what to install. */
export const loadClientPackage = optionalPackage<ClientPackage>(
  () => import('@modelcontextprotocol/client'),
  'MCP servers need the package @modelcontextprotocol/client',
)
