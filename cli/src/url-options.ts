/** The options by which an agent that is elsewhere is named, as they are typed. */

import { Option } from 'commander'
import { tokenFileOption } from './gateway-options.js'
import { repeatable } from './session-options.js'

export interface UrlFlags {
  readonly url?: string | undefined
  readonly tokenFile?: string | undefined
  /** Where the token is: `env:NAME` or `file:PATH`. */
  readonly token?: string | undefined
  /** `Name=env:NAME` or `Name=file:PATH`. */
  readonly header?: readonly string[] | undefined
}

export function urlOptions(): readonly Option[] {
  return [
    new Option('--url <address>', 'an agent that is elsewhere: ws:, wss:, http: or https:'),
    tokenFileOption(),
    new Option(
      '--token <place>',
      'with --url: the same from a variable (env:NAME) or a file (file:PATH); without either, PARLEY_TOKEN',
    ),
    repeatable(
      '--header <name=place>',
      'with --url: a header, its value in env:NAME or file:PATH (repeatable)',
    ),
  ]
}
