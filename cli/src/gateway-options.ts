/** The options by which a server is reached: what proves who comes, and whom to trust. Never the token itself. */

import { Option } from 'commander'

export interface GatewayFlags {
  readonly tokenFile?: string | undefined
  readonly ca?: string | undefined
}

export const tokenFileOption = (): Option =>
  new Option('--token-file <file>', 'a file that holds the token of the server; read again with every try')

export function gatewayOptions(): readonly Option[] {
  return [
    tokenFileOption(),
    new Option('--ca <file>', 'certificates to trust instead of the well-known ones, in PEM'),
  ]
}
