/** Which variables an agent may add to a command: few, plainly named, and none that makes a harmless program run other code. */

import { rpcError } from '../../protocol/index.js'
import { markName } from '../processes/mark.js'

const MOST_VARIABLES = 64
const MOST_BYTES = 32 * 1024
const PLAIN = /^[A-Z_][A-Z0-9_]*$/

const REFUSED = new Set(
  (
    'NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONSTARTUP PYTHONHOME RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS ' +
    'BASH_ENV ENV SHELLOPTS BASHOPTS PS4 ZDOTDIR PROMPT_COMMAND IFS PATH GIT_EXTERNAL_DIFF GIT_EXEC_PATH'
  ).split(' '),
).add(markName)
const REFUSED_BEGINNINGS = /^(?:LD_|DYLD_|PERL5|GIT_SSH|GIT_CONFIG)/

interface Variable {
  readonly name: string
  readonly value: string
}

/** The variables by name, or an error that says which one is not allowed. */
export function toAgentVariables(variables: readonly Variable[] = []): Readonly<Record<string, string>> {
  if (variables.length > MOST_VARIABLES)
    throw rpcError('invalid_params', `A command takes at most ${MOST_VARIABLES} variables`)
  const bytes = variables.reduce((sum, { name, value }) => sum + Buffer.byteLength(name + value) + 2, 0)
  if (bytes > MOST_BYTES)
    throw rpcError('invalid_params', `The variables of a command take at most ${MOST_BYTES} bytes`)
  for (const { name, value } of variables) demandAllowed(name, value)
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]))
}

function demandAllowed(name: string, value: string): void {
  const shown = name.slice(0, 64)
  if (!PLAIN.test(name))
    throw rpcError('invalid_params', 'Names of variables are capitals, digits and underscores', {
      name: shown,
    })
  if (REFUSED.has(name) || REFUSED_BEGINNINGS.test(name))
    throw rpcError('invalid_params', `The variable ${shown} may not be set for a command`, { name: shown })
  if (value.includes('\0'))
    throw rpcError('invalid_params', `The value of ${shown} holds a NUL character`, { name: shown })
}
