/** `parley chat --background`: a worker without a terminal, which others come to by `parley attach`. */

import { spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { EXIT } from '../../exit-code.js'
import { ownCommand } from '../../own-command.js'
import type { Shell } from '../../shell.js'
import { within } from '../deadline.js'
import type { ChatSettings } from '../settings.js'
import { readToFront, SPOKEN, type ToFront, toWorkerPacket } from './message.js'
import { obituary } from './obituary.js'
import { faultOf, PacketReader } from './wire.js'
import { DYING_MILLISECONDS, endOf, lastWords } from './worker-end.js'
import { workerProgram } from './worker-program.js'

const SIZE = { columns: 80, rows: 24 }

/** `worker` is the program of the other process. */
export async function runBackground(
  settings: ChatSettings,
  shell: Shell,
  worker = workerProgram(),
): Promise<number> {
  const child = spawn(process.execPath, [worker], {
    cwd: shell.cwd,
    env: shell.env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const line = child.stdio[3]
  if (!(line instanceof Duplex)) throw new Error('there is no line to the worker')
  line.write(
    toWorkerPacket({ is: 'hello', spoken: SPOKEN, size: SIZE, cwd: shell.cwd, terminal: {}, settings }),
  )
  const said = lastWords(child)
  const end = endOf(child)
  const words = await goodbye(line)
  if (words.is === 'lost') {
    const why = words.why ?? (await within(end, DYING_MILLISECONDS)) ?? 'its line was closed'
    shell.stderr.write(obituary(why, said(), ownCommand(shell)))
    return EXIT.agentFailed
  }
  const text = words.lines.map(each => `${each}\n`).join('')
  if (words.is === 'leave') {
    shell.stderr.write(text)
    line.destroy()
    return words.exitCode
  }
  shell.stdout.write(text)
  child.unref()
  child.stderr?.destroy()
  line.destroy()
  return EXIT.ok
}

type Goodbye = Extract<ToFront, { is: 'detach' | 'leave' }> | { readonly is: 'lost'; readonly why?: string }

/** What it says when it goes on alone, or does not; why there is no such word where it is gone before. */
function goodbye(line: Duplex): Promise<Goodbye> {
  const reader = new PacketReader()
  return new Promise(resolve => {
    line.on('data', (bytes: Buffer) => {
      try {
        for (const message of reader.read(bytes).map(readToFront)) {
          if (message.is === 'output')
            line.write(toWorkerPacket({ is: 'taken', bytes: message.bytes.length }))
          if (message.is === 'detach' || message.is === 'leave') resolve(message)
        }
      } catch (error) {
        resolve({ is: 'lost', why: faultOf(error) })
        line.destroy()
      }
    })
    line.on('error', () => resolve({ is: 'lost' }))
    line.on('close', () => resolve({ is: 'lost' }))
  })
}
