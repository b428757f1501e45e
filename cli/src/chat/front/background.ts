/** `parley chat --background`: a worker without a terminal, which others come to by `parley attach`. */

import { spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { EXIT } from '../../exit-code.js'
import type { Shell } from '../../shell.js'
import type { ChatSettings } from '../settings.js'
import { readToFront, SPOKEN, type ToFront, toWorkerPacket } from './message.js'
import { obituary } from './obituary.js'
import { PacketReader } from './wire.js'

const WORKER = fileURLToPath(new URL('../worker/main.js', import.meta.url))
const SIZE = { columns: 80, rows: 24 }

export async function runBackground(settings: ChatSettings, shell: Shell): Promise<number> {
  const child = spawn(process.execPath, [WORKER], {
    cwd: shell.cwd,
    env: shell.env,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const line = child.stdio[3]
  if (!(line instanceof Duplex)) throw new Error('there is no line to the worker')
  line.write(
    toWorkerPacket({ is: 'hello', spoken: SPOKEN, size: SIZE, cwd: shell.cwd, terminal: {}, settings }),
  )
  const words = await goodbye(line)
  if (words === undefined) {
    shell.stderr.write(obituary('it said nothing', ''))
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
  line.destroy()
  return EXIT.ok
}

type Goodbye = Extract<ToFront, { is: 'detach' | 'leave' }>

/** What it says when it goes on alone, or does not; nothing where it is gone before. */
function goodbye(line: Duplex): Promise<Goodbye | undefined> {
  const reader = new PacketReader()
  return new Promise(resolve => {
    line.on('data', (bytes: Buffer) => {
      for (const packet of reader.read(bytes)) {
        const message = readToFront(packet)
        if (message.is === 'output') line.write(toWorkerPacket({ is: 'taken', bytes: message.bytes.length }))
        if (message.is === 'detach' || message.is === 'leave') resolve(message)
      }
    })
    line.on('error', () => resolve(undefined))
    line.on('close', () => resolve(undefined))
  })
}
