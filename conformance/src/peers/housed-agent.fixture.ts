/** A crooked agent in this process, behind pipes as a program has them: to start a program takes longer than all it says. */

import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { diskJournal, type ProgramPipes } from '@parley/acp/node'
import { crookedChannel } from './crooked-channel.js'
import type { Fault } from './fault.js'
import { referenceAgent } from './reference/definition.js'

export interface HousedAgent {
  readonly fault: Fault
  readonly home: string
  readonly isSignedOut: boolean
}

export function houseAgent({ fault, home, isSignedOut }: HousedAgent): ProgramPipes {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const sessions = diskJournal({ directory: join(home, 'reference-sessions'), reserveBytes: 0 })
  const agent = referenceAgent({ isSignedOut, sessions })
  const connection = agent.serve(crookedChannel(fault, { stdin, stdout }))
  const exited = connection.closed.then(() => {
    for (const stream of [stdout, stderr]) stream.end()
    return { code: 0, signal: null }
  })
  return {
    ...{ pid: undefined, stdin, stdout, stderr, exited, signal: () => {} },
    async end() {
      stdin.end()
      await connection.close()
      await exited
    },
  }
}
