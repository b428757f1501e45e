/** What the peer under test gets to see of our environment: what a client would give an agent, and what the user names. */

import { allowedEnvironment } from '@parley/acp/node'
import type { Shell } from '../shell.js'
import type { ConformFlags } from './flags.js'

export function environmentFor(
  flags: ConformFlags,
  { shell, home }: { readonly shell: Shell; readonly home: string },
): Record<string, string> {
  const folders = flags.isolated
    ? {
        HOME: home,
        USERPROFILE: home,
        XDG_CONFIG_HOME: '',
        XDG_STATE_HOME: '',
        XDG_DATA_HOME: '',
        XDG_CACHE_HOME: '',
      }
    : {}
  return allowedEnvironment({ ...folders, ...namedVariables(flags, shell.env) }, shell.env)
}

/** The variables that `--env` names, with their values. */
export function namedVariables(flags: ConformFlags, env: Shell['env']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (flags.env ?? []).flatMap(each => {
      const [name = '', ...rest] = each.split('=')
      const value = rest.length === 0 ? env[name] : rest.join('=')
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
