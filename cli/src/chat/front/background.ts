/** `parley chat --background`: a worker without a terminal, which others come to by `parley attach`. */

import { spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { EXIT } from '../../exit-code.js'
import type { Shell } from '../../shell.js'
import type { ChatSettings } from '../settings.js'
import { readToFront, SPOKEN, toWorkerPacket } from './message.js'
import { obituary } from './obituary.js'
import { PacketReader } from './wire.js'
import { workerProgram } from './worker-program.js'

const SIZE = { columns: 80, rows: 24 }

export async function runBackground(settings: ChatSettings, shell: Shell): Promise<number> {
  const child = spawn(process.execPath, [workerProgram()], {
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
  const lines = await goodbye(line)
  if (lines === undefined) {
    shell.stderr.write(obituary('it said nothing', ''))
    return EXIT.agentFailed
  }
  shell.stdout.write(lines.map(each => `${each}\n`).join(''))
  child.unref()
  line.destroy()
  return EXIT.ok
}

/** What it says when it goes on alone; nothing where it is gone before. */
function goodbye(line: Duplex): Promise<readonly string[] | undefined> {
  const reader = new PacketReader()
  return new Promise(resolve => {
    line.on('data', (bytes: Buffer) => {
      for (const packet of reader.read(bytes)) {
        const message = readToFront(packet)
        if (message.is === 'output') line.write(toWorkerPacket({ is: 'taken', bytes: message.bytes.length }))
        if (message.is === 'detach') resolve(message.lines)
      }
    })
    line.on('error', () => resolve(undefined))
    line.on('close', () => resolve(undefined))
  })
}
