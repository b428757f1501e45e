/** `parley serve`: a gateway from its start to its end. What it says are its address and where its token is. */

import { boundedLine, createRedactor, sanitizeLine } from '@parley/acp/guard'
import { findProgram } from '@parley/acp/node'
import { type Gateway, type GatewayConfig, gateway, usualConfigFile } from '@parley/gateway'
import { EXIT } from '../exit-code.js'
import { messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import type { ServeFlags } from './flags.js'
import { rarely } from './rarely.js'
import { rootLines } from './root-lines.js'
import { type Setting, toSetting } from './setting.js'
import { toStartFailure } from './start-failure.js'
import { stopped } from './stopped.js'
import { tidyCalmly } from './tidying.js'

const MOST_CHARACTERS = 300

export async function serveWork(flags: ServeFlags, shell: Shell): Promise<number> {
  tidyCalmly()
  const setting = await toSetting(flags, shell)
  const redactor = createRedactor()
  const note = (text: string): void =>
    void shell.stderr.write(`parley: ${boundedLine(redactor.text(text), MOST_CHARACTERS)}\n`)
  await lookForPrograms(setting, shell, note)
  const opened = await open(setting, shell, note)
  shell.stdout.write(
    flags.format === 'json' ? toJson(opened, setting.config) : toText(opened, setting, shell),
  )
  const signal = await stopped()
  note(`${signal}: turns under way may finish; once more ends at once`)
  await opened.close()
  return EXIT.ok
}

/** Nobody who comes could do anything about it. Others of the config may be of use all the same. */
async function lookForPrograms(
  { config }: Setting,
  { env, cwd }: Shell,
  note: (text: string) => void,
): Promise<void> {
  const looks = [...config.agents.values()].map(async agent => {
    const found = findProgram(agent.command, { env: { ...env, ...agent.env }, cwd: agent.cwd ?? cwd })
    await found.catch(error => note(`the agent ${agent.name}: ${messageOf(error)}`))
  })
  await Promise.all(looks)
}

async function open(
  { config, readWith }: Setting,
  { env }: Shell,
  note: (text: string) => void,
): Promise<Gateway> {
  const noteFailure = rarely(note)
  try {
    return await gateway({
      ...{ config, readWith, env },
      onError: error => noteFailure(messageOf(error)),
      onAgent: ({ agent, what, detail }) => {
        if (what === 'failed')
          note(`the agent ${agent} could not be started: ${detail ?? 'no reason is known'}`)
      },
    })
  } catch (error) {
    throw toStartFailure(error, config)
  }
}

/** One line, for whoever started it and waits. */
function toJson({ url, address, port, owner }: Gateway, { agents, defaultAgent }: GatewayConfig): string {
  const [endpoint, tokenFile] = [`${url}/acp`, owner?.path ?? null]
  const names = [...agents.keys()]
  const ready = { event: 'ready', url, endpoint, address, port, agents: names, defaultAgent, tokenFile }
  return `${JSON.stringify(ready)}\n`
}

const NO_HOSTS =
  'who calls it by another name than localhost is refused: the names that others use belong into "hosts" of the config'

function isThisMachine(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}

function toText({ url, owner }: Gateway, { config }: Setting, { stdout, cwd, env }: Shell): string {
  const { agents, defaultAgent } = config
  const others = [...agents.keys()].filter(name => name !== defaultAgent)
  const lines = [
    `${defaultAgent}: ${url}/acp (also ${url.replace(/^http/, 'ws')}/acp)`,
    ...others.map(name => `${name}: ${url}/acp/${name}`),
    ...(config.plainPost === undefined ? [] : [`plain POST, for old clients: ${url}/plain`]),
    ...(config.hosts.length === 0 && !isThisMachine(config.address) ? [NO_HOSTS] : []),
    owner === undefined ? `tokens: those of ${config.path}` : `token: in ${owner.path}`,
    // Once, and only before somebody's eyes: a log would keep it.
    ...(owner?.isNew && stdout.isTTY ? [`  ${owner.token}`] : []),
    ...rootLines(config.principals.get(config.owner ?? '')?.roots ?? [], {
      cwd,
      config: config.path ?? usualConfigFile(env),
      isWritten: config.path !== undefined,
    }),
    ...(owner === undefined ? [] : [`talk with it: parley chat --url ${url} --token-file ${owner.path}`]),
  ]
  return lines.map(line => `${sanitizeLine(line)}\n`).join('')
}
