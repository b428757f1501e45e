/** Whether a method may pass between two peers that have settled on what they can do. */

import type { Agreed } from './contract.js'
import { type Gate, isAdvertised } from './gate.js'

/** The capability that keeps the gate shut, or nothing when it is open. */
export function shutBy(gate: Gate, agreed: Agreed): string | undefined {
  if (gate === 'always') return undefined
  if ('authMethods' in gate) return agreed.authMethods.length > 0 ? undefined : 'authMethods'
  const [side, path] = 'agent' in gate ? (['agent', gate.agent] as const) : (['client', gate.client] as const)
  return isAdvertised(agreed[side], path) ? undefined : `${side} ${path}`
}
