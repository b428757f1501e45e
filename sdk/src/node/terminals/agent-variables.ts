/** Which variables an agent may add to a command: few, plainly named, and none that makes a harmless program run other code. */

import { isRefusedVariable } from '../../guard/index.js'
import { rpcError } from '../../protocol/index.js'
import { markName } from '../processes/mark.js'

const MOST_VARIABLES = 64
const MOST_BYTES = 32 * 1024
const PLAIN = /^[A-Z_][A-Z0-9_]*$/

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
  if (isRefusedVariable(name) || name === markName)
    throw rpcError('invalid_params', `The variable ${shown} may not be set for a command`, { name: shown })
  if (value.includes('\0'))
    throw rpcError('invalid_params', `The value of ${shown} holds a NUL character`, { name: shown })
}
