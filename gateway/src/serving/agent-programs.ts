/** The agents of a config as programs that can be started. */

import type { AgentSetting, GatewayConfig } from '../config/config.js'
import type { AgentProgram } from '../upstream/launch.js'

type Environment = Readonly<Record<string, string | undefined>>

/** By their names, the default one first. Variables that are passed on are those of this environment. */
export function toPrograms(
  { agents, defaultAgent }: Pick<GatewayConfig, 'agents' | 'defaultAgent'>,
  env: Environment,
): Map<string, AgentProgram> {
  const names = [defaultAgent, ...[...agents.keys()].filter(name => name !== defaultAgent)]
  return new Map(
    names.flatMap(name => {
      const setting = agents.get(name)
      return setting === undefined ? [] : [[name, toProgram(setting, env)]]
    }),
  )
}

export function toProgram(setting: AgentSetting, env: Environment): AgentProgram {
  const { command, args, cwd, inherit, dialect, isBridged } = setting
  const passedOn = inherit.flatMap(each => (env[each] === undefined ? [] : [[each, env[each]]]))
  const variables = { ...Object.fromEntries(passedOn), ...setting.env }
  return { command, args, cwd, dialect, isBridged, env: variables }
}
