/** The work of each command, loaded when it is called. */

import type { Work } from './slash-command.js'

/** By the name of the command. */
export const WORKS: Readonly<Record<string, () => Promise<Work>>> = {
  overview: async () => (await import('./overview.js')).showOverview,
  read: async () => (await import('./read.js')).readFile,
  find: async () => (await import('./find.js')).findFiles,
  search: async () => (await import('./search.js')).searchFiles,
  edit: async () => (await import('./edit.js')).editFile,
  write: async () => (await import('./write.js')).writeFile,
  run: async () => (await import('./run.js')).runCommand,
  undo: async () => (await import('./undo.js')).undo,
  plan: async () => (await import('./plan.js')).planWork,
  todo: async () => (await import('./todo.js')).todoList,
  mcp: async () => (await import('./mcp.js')).useServers,
  mode: async () => (await import('./mode.js')).changeMode,
  model: async () => (await import('./model.js')).changeModel,
  status: async () => (await import('./status.js')).showStatus,
  tour: async () => (await import('./tour.js')).takeTour,
  help: async () => (await import('./help.js')).showHelp,
}
