/** A crooked client in this process, and without a stand-in: to start two programs takes longer than all that they say. */

import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '@parley/acp/jsonrpc'
import { nodeStream } from '@parley/acp/node'
import { lines } from '@parley/acp/transport'
import type { StartClient } from '../client/stage.js'
import type { ClientFault } from './client-fault.js'
import { crookedClientChannel } from './crooked-client-channel.js'
import { drive } from './our-client/drive.js'
import { readErrand } from './our-client/errand.js'

/** Behind the program and the fault, the words of a crooked client are its errand. */
const WORDS_BEFORE = 2

export function houseClient(fault: ClientFault): StartClient {
  return (_program, args) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const over = drive(readErrand(args.slice(WORDS_BEFORE)), {
      channel: channel => crookedClientChannel(channel, fault),
      view: fault.view,
      open: callKit,
    })
    const exited = over.then(
      () => ({ code: 0, signal: null }),
      (error: unknown) => {
        stderr.write(String(error))
        return { code: 1, signal: null }
      },
    )
    return {
      ...{ pid: undefined, stdin, stdout, stderr, exited, signal: () => {} },
      async end(patience) {
        await Promise.race([exited, pause(patience)])
      },
    }
  }
}

/** What the stand-in of this command would do: it calls the kit, and says who it is. */
function callKit([, , address = '', password]: readonly string[]): Channel {
  const socket = connect(address)
  socket.write(
    `${JSON.stringify({ password, pid: process.pid, stream: 'stdio', words: [], variables: {} })}\n`,
  )
  return lines(nodeStream(socket, socket))
}
