/** `parley chat`: reads what was typed, and chooses between a terminal and plain lines. */

import { resolve } from 'node:path'
import type { FarPlace } from '../attach/far-place.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { stateFolder } from '../own-folder.js'
import { demandDirectory, readVariables, splitPair, workingDirectory } from '../run/settings.js'
import type { Shell } from '../shell.js'
import { demandFolder } from '../usable-folder.js'
import type { ChatFlags } from './flags.js'
import type { ChatSettings } from './settings.js'

export async function chat(words: readonly string[], flags: ChatFlags, shell: Shell): Promise<number> {
  const own = await readChatSettings(words, flags, shell)
  await demandAgent(own, shell)
  await demandFolder(stateFolder('', shell))
  // Last: what a link gave belongs to the conversation from there on.
  const far = await readFar(flags, shell)
  if (far === 'none') return EXIT.ok
  const settings = far === undefined ? own : { ...own, far }
  if (flags.background === true) {
    const { runBackground } = await import('./front/background.js')
    return runBackground({ ...settings, isBackground: true }, shell)
  }
  if (flags.plain === true || !hasScreen(shell)) {
    const { runPlain } = await import('./plain/plain.js')
    return runPlain(settings, shell)
  }
  const { runFront } = await import('./front/front.js')
  return runFront(settings, shell)
}

/** What there is behind a gateway; one that cannot be reached is told before a screen is drawn for it. */
async function readFar(
  { url, attach, protocol, ...flags }: ChatFlags,
  shell: Shell,
): Promise<FarPlace | 'none' | undefined> {
  const address = url ?? attach
  if (address === undefined) return undefined
  const version = protocol === '2' ? 2 : 1
  const { demandGateway, findPlace, lookAround, visit } = await import('../attach/entering.js')
  const found = await visit({ address, flags }, shell, async far => {
    if (url === undefined)
      return findPlace(far, await lookAround(far, { session: far.session, version }, shell), shell)
    await demandGateway(far, version, shell)
    return far
  })
  return found ?? 'none'
}

/** One that cannot be found is told before a screen is drawn for it. */
async function demandAgent({ agent }: ChatSettings, shell: Shell): Promise<void> {
  if (agent === undefined) return
  const { findAgent } = await import('../agents/catalogue.js')
  await findAgent(agent, shell)
}

/** Whether somebody sits there, at something that can be drawn on. */
export function hasScreen({ stdin, stdout, env }: Shell): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb'
}

async function readChatSettings(
  words: readonly string[],
  flags: ChatFlags,
  shell: Shell,
): Promise<ChatSettings> {
  const { agent, resume, mode, mcp, policy, addDir = [], theme } = flags
  if (typeof resume === 'string' && /\s/.test(resume))
    throw new Failure(`--resume: expected the id of a conversation, found ${JSON.stringify(resume)}`, {
      exitCode: EXIT.usage,
      cure: 'Where this is what to say, write it first: parley chat "…" --resume',
    })
  const prompt = words.join(' ').trim()
  return {
    ...{ agent, mode, theme },
    env: readVariables(flags.env ?? [], shell),
    options: (flags.option ?? []).map(pair => splitPair(pair, '--option')),
    directories: await Promise.all(
      addDir.map(each => demandDirectory(resolve(shell.cwd, each), '--add-dir')),
    ),
    mcp: mcp === undefined ? undefined : resolve(shell.cwd, mcp),
    policy: policy === undefined ? undefined : resolve(shell.cwd, policy),
    resume: resume === true ? 'last' : resume,
    protocol: flags.protocol === '2' ? 2 : 1,
    lendsFiles: flags.fs,
    lendsTerminals: flags.terminal,
    prompt: prompt === '' ? undefined : prompt,
    // Last, so that nothing is made where something else is wrong.
    cwd: await workingDirectory(flags, shell),
  }
}
