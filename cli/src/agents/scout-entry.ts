/** The built-in agent as an entry: this very command, started once more. */

import { join } from 'node:path'
import { packageFolder } from '../package-folder.js'
import type { Shell } from '../shell.js'
import { readVersion } from '../version.js'
import type { AgentEntry } from './entry.js'
import { MODEL_VARIABLES, passedOn } from './variables.js'

export const SCOUT: AgentEntry = {
  id: 'scout',
  name: 'Scout',
  // Both are published together.
  version: readVersion(),
  description: 'The built-in agent: useful without a model, better with one',
  command: process.execPath,
  args: [join(packageFolder(), 'dist/main.js'), 'agent'],
  source: 'built-in',
}

/** The ways in which it works, for whoever completes words. */
export const SCOUT_MODES: readonly string[] = ['ask', 'code', 'architect']

/** What it advertises, in the words of a probe: it need not be started to be chosen by it. */
export const SCOUT_CAPABILITIES: readonly string[] = [
  ...['loadSession', 'promptCapabilities.image', 'promptCapabilities.audio'],
  ...['promptCapabilities.embeddedContext', 'mcpCapabilities.http', 'mcpCapabilities.sse'],
  ...[
    ...['close', 'list', 'resume', 'delete', 'additionalDirectories'],
    ...['fork', 'archive', 'status', 'title', 'systemPrompt'],
  ].map(name => `sessionCapabilities.${name}`),
]

/** The built-in agent with what it needs to reach a model. */
export function scoutEntry({ env }: Pick<Shell, 'env'>): AgentEntry {
  return { ...SCOUT, env: passedOn(env, MODEL_VARIABLES) }
}
