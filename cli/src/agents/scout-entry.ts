/** The built-in agent as an entry: this very command, started once more. */

import { fileURLToPath } from 'node:url'
import type { Shell } from '../shell.js'
import type { AgentEntry } from './entry.js'
import { MODEL_VARIABLES, passedOn } from './variables.js'

export const SCOUT: AgentEntry = {
  id: 'scout',
  name: 'Scout',
  description: 'The built-in agent: useful without a model, better with one',
  command: process.execPath,
  args: [fileURLToPath(new URL('../main.js', import.meta.url)), 'agent'],
  source: 'built-in',
}

/** The built-in agent with what it needs to reach a model. */
export function scoutEntry({ env }: Pick<Shell, 'env'>): AgentEntry {
  return { ...SCOUT, env: passedOn(env, MODEL_VARIABLES) }
}
