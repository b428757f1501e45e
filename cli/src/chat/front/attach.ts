/** `parley attach`: serves this terminal to a chat that runs already. */

import { connect, type Socket } from 'node:net'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import { socketIn } from '../../running/folder.js'
import type { Shell } from '../../shell.js'
import { toAge } from '../screen/duration.js'
import { type LandedChat, listRunning } from '../worker/landing-place.js'
import { toWorkerPacket } from './message.js'
import { obituary } from './obituary.js'
import { FrontService } from './service.js'

/** How long a chat may take to put its agents away, and a little more. */
const ENDING_MILLISECONDS = 10_000

/** Resolves to the exit code when the terminal has been given back. Without an id it is the only one that runs. */
export async function attachTo(id: string | undefined, shell: Shell): Promise<number> {
  const chosen = choose(await listRunning(shell), id)
  const service = new FrontService(shell, await open(socketIn(chosen.folder, chosen.id)))
  service.start()
  const outcome = await service.ended
  if (outcome.is === 'lost') shell.stderr.write(obituary(outcome.why ?? 'its line was closed', ''))
  return outcome.is === 'sent-on' ? attachTo(outcome.id, shell) : outcome.exitCode
}

/** `parley attach --list`: those that run, whether somebody looks at them or not. */
export async function listChats(shell: Shell): Promise<number> {
  const running = await listRunning(shell)
  shell.stdout.write(running.length === 0 ? 'No chat is running.\n' : `${running.map(line).join('\n')}\n`)
  return EXIT.ok
}

/** `parley attach --end`: resolves when it and its agents are gone. What was said is kept. */
export async function endChat(id: string | undefined, shell: Shell): Promise<number> {
  const chosen = choose(await listRunning(shell), id)
  const socket = await open(socketIn(chosen.folder, chosen.id))
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.on('error', () => {}).resume()
  socket.write(toWorkerPacket({ is: 'leave', why: 'parley attach --end' }))
  const late = setTimeout(() => endHard(chosen), ENDING_MILLISECONDS)
  await closed
  clearTimeout(late)
  shell.stdout.write(`Ended${line(chosen)}\n`)
  return EXIT.ok
}

/** One that hears nothing; its agents are ended by whoever watches over it. */
function endHard({ pid = 0 }: LandedChat): void {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone before.
  }
}

function choose(running: readonly LandedChat[], id: string | undefined): LandedChat {
  const found = id === undefined ? running : running.filter(each => each.id.startsWith(id))
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const list = (found.length > 0 ? found : running).map(line).join('\n')
  if (running.length === 0)
    throw new Failure('no chat is running.', { exitCode: EXIT.noSession, cure: 'begin one: parley chat' })
  const message =
    first === undefined ? `no chat that is running is called ${id}.` : 'several chats are running.'
  throw new Failure(`${message}\n${list}`, {
    exitCode: first === undefined ? EXIT.noSession : EXIT.usage,
    cure: 'name one: parley attach <id>',
  })
}

function line({ id, cwd, title, state, since, hasTerminal }: LandedChat): string {
  const age = toAge(Date.now() - since).padStart('59 min'.length)
  const words = [id, SIGNS[state ?? 'working'], age, hasTerminal === true ? 'in a terminal' : 'no terminal  ']
  return `  ${[...words, clean(title), clean(cwd)].join('  ')}`.trimEnd()
}

const SIGNS = { waiting: '? waiting', working: '◐ working', idle: '✓ idle   ' } as const

/** Without the library, which would take longer to load than all of this. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·')

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', cause => {
      reject(new Failure('that chat does not answer.', { exitCode: EXIT.noSession, cause }))
    })
  })
}
