/** The settings of each editor, in its own language, and where they belong. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Start } from './start.js'

export type Editor = 'zed' | 'jetbrains' | 'neovim' | 'vscode' | 'emacs'

interface Settings {
  /** Where they belong, as a sentence. */
  place(env: NodeJS.ProcessEnv): string
  write(start: Start): string
}

export const EDITORS: Readonly<Record<Editor, Settings>> = {
  zed: {
    place: env => `Zed: merge this into ${zedFile(env)}; then begin a thread with the agent in its panel.`,
    write: ({ name, command, args, env }) =>
      toJson({ agent_servers: { [name]: { type: 'custom', command, args, env } } }),
  },
  jetbrains: {
    place: env =>
      `JetBrains: merge this into ${join(homeOf(env), '.jetbrains', 'acp.json')}; then choose the agent in AI Chat.`,
    write: ({ name, command, args, env }) => toJson({ agent_servers: { [name]: { command, args, env } } }),
  },
  neovim: {
    place: env =>
      `Neovim: for the plugin CodeCompanion, in its setup, such as ${join(configOf(env), 'nvim', 'init.lua')}.`,
    write: toLua,
  },
  vscode: {
    place: env =>
      `VS Code: for the extension ACP Client (formulahendry.acp-client), merge this into ${codeFile(env)}.`,
    write: ({ name, command, args, env }) => toJson({ 'acp.agents': { [name]: { command, args, env } } }),
  },
  emacs: {
    place: () => 'Emacs: for the package agent-shell, in your init file; then M-x agent-shell.',
    write: toLisp,
  },
}

const homeOf = (env: NodeJS.ProcessEnv): string => env.HOME || env.USERPROFILE || homedir()
const configOf = (env: NodeJS.ProcessEnv): string => env.XDG_CONFIG_HOME || join(homeOf(env), '.config')

function zedFile(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.APPDATA ?? homeOf(env), 'Zed', 'settings.json')
  // Zed keeps to this folder on a Mac, too.
  const config = process.platform === 'darwin' ? join(homeOf(env), '.config') : configOf(env)
  return join(config, 'zed', 'settings.json')
}

function codeFile(env: NodeJS.ProcessEnv): string {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    win32: env.APPDATA ?? homeOf(env),
    darwin: join(homeOf(env), 'Library', 'Application Support'),
  }
  return join(folders[process.platform] ?? configOf(env), 'Code', 'User', 'settings.json')
}

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** A text in the quotes that Lua and Lisp share: both read a backslash and what follows as that character. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`

function toLua({ id, name, command, args, env }: Start): string {
  const line = [command, ...args].map(quoted).join(', ')
  const variables = Object.entries(env).map(([key, value]) => `[${quoted(key)}] = ${quoted(value)}`)
  return `require("codecompanion").setup({
  adapters = {
    acp = {
      ${id} = function()
        return require("codecompanion.adapters").extend("opencode", {
          name = ${quoted(id)},
          formatted_name = ${quoted(name)},
          commands = { default = { ${line} } },${variables.length === 0 ? '' : `\n          env = { ${variables.join(', ')} },`}
        })
      end,
    },
  },
  interactions = { chat = { adapter = ${quoted(id)} } },
})
`
}

function toLisp({ id, name, command, args, env }: Start): string {
  const variables = Object.entries(env).map(([key, value]) => quoted(`${key}=${value}`))
  return `(with-eval-after-load 'agent-shell
  (add-to-list
   'agent-shell-agent-configs
   (agent-shell-make-agent-config
    :identifier '${id.replaceAll('_', '-')}
    :mode-line-name ${quoted(name)}
    :buffer-name ${quoted(name)}
    :shell-prompt ${quoted(`${name}> `)}
    :shell-prompt-regexp ${quoted(`${name.replace(/[.*+?^$[\]\\]/g, '\\$&')}> `)}
    :client-maker
    (lambda (buffer)
      (acp-make-client
       :command ${quoted(command)}
       :command-params '(${args.map(quoted).join(' ')})
       :environment-variables '(${variables.join(' ')})
       :context-buffer buffer)))))
`
}
