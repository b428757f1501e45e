/** `parley attach URL`: a screen on a session of a gateway, or what is said there in lines. */

import type { ChatSettings } from '../chat/settings.js'
import { hasScreen } from '../chat/start.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'
import { demandFolder } from '../usable-folder.js'
import { at, chooseSession, lookAround, visit } from './entering.js'
import type { FarPlace } from './far-place.js'
import type { FarSession } from './far-words.js'
import type { AttachFlags } from './flags.js'
import { toSessionJson, toSessionTable } from './session-table.js'

export interface AttachWords {
  readonly address: string
  readonly session?: string | undefined
  readonly flags: AttachFlags
}

export async function attachWork({ address, session, flags }: AttachWords, shell: Shell): Promise<number> {
  if (flags.end === true)
    throw new Failure('--end is for chats on this machine.', { exitCode: EXIT.usage, reason: 'usage' })
  let exitCode: number = EXIT.ok
  // A screen gives back what a link gave when it ends for good: it may go on without this terminal.
  const shown = await visit({ address, flags }, shell, async far => {
    const found = await find(far, { session, flags }, shell)
    if (found === undefined) return undefined
    const settings = toSettings(at(far, found), flags, shell)
    if (isAttended(shell) && flags.format !== 'json') return settings
    const { follow } = await import('./follow.js')
    const following = { format: flags.format, version: settings.protocol, session: found }
    exitCode = await follow(settings.far, following, shell)
    return undefined
  })
  return shown === undefined ? exitCode : showChat(shown, flags.plain === true, shell)
}

/** Which session is meant; nothing where those that there are were all that was wanted. */
async function find(
  far: FarPlace,
  { session, flags }: Omit<AttachWords, 'address'>,
  shell: Shell,
): Promise<FarSession | undefined> {
  const wanted = flags.list === true ? undefined : (session ?? far.session)
  const version = flags.protocol === '2' ? 2 : 1
  const { sessions, named } = await lookAround(far, { session: wanted, version }, shell)
  if (named !== undefined) return named
  if (flags.list !== true && isAttended(shell) && sessions.length > 0) return chooseSession(sessions, shell)
  await showSessions(sessions, flags, shell)
  return undefined
}

const isAttended = ({ stdin, stdout }: Shell): boolean => stdin.isTTY === true && stdout.isTTY === true

async function showSessions(
  sessions: readonly FarSession[],
  { format }: AttachFlags,
  { stdout }: Shell,
): Promise<void> {
  if (format === 'json') await print(stdout, toSessionJson(sessions))
  else if (sessions.length > 0) await print(stdout, toSessionTable(sessions, stdout, { isNumbered: false }))
  else if (stdout.isTTY)
    await print(stdout, 'The gateway has no sessions for you. To begin one: parley chat --url …\n')
}

async function showChat(settings: ChatSettings, isPlain: boolean, shell: Shell): Promise<number> {
  await demandFolder(stateFolder('', shell))
  if (isPlain || !hasScreen(shell)) {
    const { runPlain } = await import('../chat/plain/plain.js')
    return runPlain(settings, shell)
  }
  const { runFront } = await import('../chat/front/front.js')
  return runFront(settings, shell)
}

function toSettings(
  far: FarPlace,
  { protocol, theme }: Pick<AttachFlags, 'protocol' | 'theme'>,
  { cwd }: Shell,
): ChatSettings & { readonly far: FarPlace } {
  return {
    ...{ cwd, theme, far, directories: [], options: [], env: {} },
    protocol: protocol === '2' ? 2 : 1,
    lendsFiles: false,
    lendsTerminals: false,
  }
}
