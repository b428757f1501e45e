/** `parley serve`: a gateway from its start to its end. What it says are its address and where its token is. */

import { boundedLine, createRedactor, sanitizeLine } from '@parley/acp/guard'
import { BindingError, CertificateError, type Gateway, type GatewayConfig, gateway } from '@parley/gateway'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import type { ServeFlags } from './flags.js'
import { type Setting, toSetting } from './setting.js'

const MOST_CHARACTERS = 300

export async function serveWork(flags: ServeFlags, shell: Shell): Promise<number> {
  const setting = await toSetting(flags, shell)
  const redactor = createRedactor()
  const note = (text: string): void =>
    void shell.stderr.write(`parley: ${boundedLine(redactor.text(text), MOST_CHARACTERS)}\n`)
  const opened = await open(setting, shell, note)
  shell.stdout.write(
    flags.format === 'json' ? toJson(opened, setting.config) : toText(opened, setting, shell),
  )
  const signal = await stopped()
  note(`${signal}: turns under way may finish; once more ends at once`)
  await opened.close()
  return EXIT.ok
}

async function open(
  { config, readWith }: Setting,
  { env }: Shell,
  note: (text: string) => void,
): Promise<Gateway> {
  try {
    return await gateway({
      ...{ config, readWith, env },
      onError: error => note(messageOf(error)),
      onAgent: ({ agent, what, detail }) => {
        if (what === 'failed')
          note(`the agent ${agent} could not be started: ${detail ?? 'no reason is known'}`)
      },
    })
  } catch (error) {
    throw toFailure(error, config)
  }
}

function toFailure(error: unknown, { address, port }: GatewayConfig): unknown {
  if (error instanceof BindingError || error instanceof CertificateError) {
    const { message, cure, reason } = error
    return new Failure(message, { exitCode: EXIT.usage, cure, reason, cause: error })
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const why = TAKEN[String(code)]
  if (why === undefined) return error
  const cure = 'choose others with --host and --port; --port 0 is any that is free'
  return new Failure(`${address}, port ${port}, cannot be listened on: ${why}.`, { cure, cause: error })
}

const TAKEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does',
  EACCES: 'the system does not allow it',
  EADDRNOTAVAIL: 'this machine has no such address',
}

/** One line, for whoever started it and waits. */
function toJson({ url, address, port, owner }: Gateway, { agents, defaultAgent }: GatewayConfig): string {
  const tokenFile = owner?.path ?? null
  const ready = { event: 'ready', url, address, port, agents: [...agents.keys()], defaultAgent, tokenFile }
  return `${JSON.stringify(ready)}\n`
}

const NO_HOSTS =
  'who calls it by another name than localhost is refused: the names that others use belong into "hosts" of the config'

function isThisMachine(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}

function toText({ url, owner }: Gateway, { config }: Setting, { stdout }: Shell): string {
  const { agents, defaultAgent } = config
  const others = [...agents.keys()].filter(name => name !== defaultAgent)
  const lines = [
    `${defaultAgent}: ${url}/acp (also ${url.replace(/^http/, 'ws')}/acp)`,
    ...others.map(name => `${name}: ${url}/acp/${name}`),
    ...(config.hosts.length === 0 && !isThisMachine(config.address) ? [NO_HOSTS] : []),
    owner === undefined ? `tokens: those of ${config.path}` : `token: in ${owner.path}`,
    // Once, and only before somebody's eyes: a log would keep it.
    ...(owner?.isNew && stdout.isTTY ? [`  ${owner.token}`] : []),
  ]
  return lines.map(line => `${sanitizeLine(line)}\n`).join('')
}

/** The first signal is waited for; the second one ends the process at once. */
function stopped(): Promise<string> {
  return new Promise(resolve => {
    let isSecond = false
    const hear = (signal: NodeJS.Signals): void => {
      if (isSecond) process.exit(EXIT.cancelled)
      isSecond = true
      resolve(signal)
    }
    process.on('SIGINT', hear)
    process.on('SIGTERM', hear)
  })
}
