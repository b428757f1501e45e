/** What the peer under test gets to see of our environment: what a client would give an agent, and what the user names. */

import { allowedEnvironment } from '@parley/acp/node'
import type { Shell } from '../shell.js'
import type { ConformFlags } from './flags.js'

export function environmentFor(
  flags: ConformFlags,
  { shell, home }: { readonly shell: Shell; readonly home: string },
): Record<string, string> {
  const named = (flags.env ?? []).map(each => {
    const [name = '', ...value] = each.split('=')
    return [name, value.length === 0 ? shell.env[name] : value.join('=')] as const
  })
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
  return allowedEnvironment({ ...folders, ...Object.fromEntries(named) }, shell.env)
}
