/** Every command of scout, by name. Knows how they are advertised and nothing of what they do. */

import type { SlashCommand } from './slash-command.js'

const LOOKING: readonly SlashCommand[] = [
  {
    name: 'overview',
    description: 'Says what the project is, or one folder or file of it',
    hint: 'path, or nothing',
    example: '/overview src',
  },
  {
    name: 'read',
    description: 'Shows a file, or some lines of it',
    hint: 'path[:from-to]',
    example: '/read src/main.ts:10-40',
  },
  {
    name: 'find',
    description: 'Finds files by name',
    hint: 'glob, or part of a name',
    example: '/find src/**/*.test.ts',
  },
  {
    name: 'search',
    description: 'Finds text in files',
    hint: 'text [--regex] [--definition] [--ignore-case] [--in path] [--glob glob]',
    example: '/search "open the door" --in src',
  },
]

const CHANGING: readonly SlashCommand[] = [
  {
    name: 'edit',
    description: 'Replaces text in a file, after showing the change',
    hint: "path 'old' 'new', or two fenced blocks",
    example: "/edit src/main.ts 'old text' 'new text'",
  },
  {
    name: 'write',
    description: 'Writes a whole file, after showing the change',
    hint: 'path text, or path and a fenced block',
    example: '/write notes.md Remember the milk',
  },
  {
    name: 'run',
    description: 'Runs a command, in your terminal where your client lends one',
    hint: 'command',
    example: '/run npm test',
  },
  {
    name: 'undo',
    description: 'Takes back the last change of a file made in this session',
    example: '/undo',
  },
]

const KEEPING: readonly SlashCommand[] = [
  {
    name: 'plan',
    description: 'Shows and changes the plan of this session',
    hint: 'add text | start N | done N | remove N | clear | accept',
    example: '/plan add Write the tests first',
  },
  {
    name: 'todo',
    description: 'A list kept with this session; scan finds TODO and FIXME in the project',
    hint: 'add text | done N | remove N | clear | scan',
    example: '/todo add Ask about the name',
  },
  {
    name: 'mcp',
    description: 'Lists the tools of the connected MCP servers, or calls one',
    hint: 'server/tool {"argument": "value"}',
    example: '/mcp files/read_file {"path": "README.md"}',
  },
]

const SETTING: readonly SlashCommand[] = [
  {
    name: 'mode',
    description: 'Shows or changes the mode: ask, code or architect',
    hint: 'ask | code | architect',
    example: '/mode code',
  },
  {
    name: 'model',
    description: 'Shows or changes the model',
    hint: 'the name of a model, or none',
    example: '/model none',
  },
  {
    name: 'status',
    description: 'Says what scout works with: model, client, folders, servers',
    example: '/status',
  },
  {
    name: 'tour',
    description: 'Shows everything the protocol can do, on real files in a new folder, parley-tour',
    example: '/tour',
  },
  {
    name: 'help',
    description: 'Says what you can ask for',
    hint: 'a command',
    example: '/help edit',
  },
]

/** In the order in which they are offered. */
export const COMMANDS: readonly SlashCommand[] = [...LOOKING, ...CHANGING, ...KEEPING, ...SETTING]

/** The command of that name. */
export function findCommand(name: string): SlashCommand | undefined {
  return COMMANDS.find(command => command.name === name)
}
