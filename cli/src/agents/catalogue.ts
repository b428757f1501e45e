/** Finds the agent that somebody means: by its id, or by the command line that starts it. */

import { fileURLToPath } from 'node:url'
import type { Shell } from '../shell.js'
import type { AgentEntry } from './entry.js'

/** The built-in agent: this very command, started once more. */
export const SCOUT: AgentEntry = {
  id: 'scout',
  name: 'Scout',
  description: 'The built-in agent: useful without a model, better with one',
  command: process.execPath,
  args: [fileURLToPath(new URL('../main.js', import.meta.url)), 'agent'],
  source: 'built-in',
}

/** The agent of that id; where there is none and it has blanks, the program that it names as a command line. */
export async function findAgent(wanted: string, _shell: Shell): Promise<AgentEntry> {
  if (wanted === SCOUT.id) return SCOUT
  const [command = '', ...args] = wanted.split(/\s+/)
  return { id: wanted, name: command, command, args, source: 'command-line' }
}
