/** The agent by hand, as a hub is told of it. */

import { fileURLToPath } from 'node:url'
import type { AgentProgram } from './launch.js'

const CRUDE = fileURLToPath(new URL('../fixtures/crude.mjs', import.meta.url))

export function crude(env: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, AgentProgram>> {
  const texts = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
  return { crude: { command: process.execPath, args: [CRUDE], env: texts } }
}
