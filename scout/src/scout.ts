/** The built-in agent, described by what it does. Knows what it offers; what it offers is loaded when it is asked for. */

import { readFileSync } from 'node:fs'
import { type Agent, agent, type Choice, type Command } from '@parley/acp/agent'
import { diskJournal } from '@parley/acp/node'
import type { Journal } from '@parley/acp/store'
import type { SlashCommand } from './commands/slash-command.js'
import { COMMANDS } from './commands/table.js'
import { MODES } from './modes.js'
import { settingsWith } from './settings.js'
import { sessionFolder } from './state-folder.js'

/** How scout is to work. */
export interface ScoutOptions {
  /** Where conversations are kept; by default `parley/scout/sessions` in the user's state folder. */
  readonly directory?: string | undefined
  /** A place of one's own for them, instead of a folder. */
  readonly journal?: Journal | undefined
  /** The models that a session can choose from, best first; without any scout goes by rules. Sessions wait for a promise. */
  readonly models?: readonly Choice[] | Promise<readonly Choice[]> | undefined
}

/** Makes scout, ready to be served on any channel. It looks for no models: `serveScout` does. */
export function scout({ directory, journal, models = [] }: ScoutOptions = {}): Agent {
  return agent({
    name: 'scout',
    title: 'Scout',
    version: version(),
    sessions: journal ?? diskJournal({ directory: directory ?? sessionFolder() }),
    modes: MODES,
    settings: models instanceof Promise ? async () => settingsWith(await models) : settingsWith(models),
    commands: COMMANDS.map(toCommand),
    accepts: ['image', 'audio', 'resource'],
    mcp: ['stdio', 'http', 'sse'],
    additionalDirectories: true,
    whileBusy: 'queue',
    systemPrompt: 'append',
    // Forks, titles and the archive of sessions are still being tried in the protocol.
    unstable: true,
    prompt: async turn => (await import('./answer.js')).answerMessage(turn),
  })
}

function toCommand(command: SlashCommand): Command {
  const { name, description, hint } = command
  return {
    name,
    description,
    hint,
    run: async (turn, input) => (await import('./commands/perform.js')).answerCommand(turn, command, input),
  }
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isVersioned = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isVersioned ? `${manifest.version}` : '0.0.0'
}
