/** An agent that counts aloud, and servers for it. What it has said is known to whoever asks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Agent, agent } from '@parley/acp/agent'
import { serveHttp, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint, type Port, type Serving, servedChannel } from '@parley/acp/transport'
import { instead } from './instead.js'

export type Transport = 'websocket' | 'http'

/** How far each session was counted: what was said last. */
export type Said = Map<string, number>

const SAID_AT_ONCE = 5
const PAUSE_MILLISECONDS = 2

/** A prompt is the session's name, where to begin, and how far to count. */
export function countingAgent(said: Said): Agent {
  return agent({
    name: 'counter',
    version: '1.0.0',
    async prompt(turn) {
      const [name = '', first, count] = turn.text.split(' ')
      for (let index = 0; index < Number(count); index++) {
        const number = Number(first) + index
        said.set(name, number)
        await turn.say(`${number}`)
        if (index % SAID_AT_ONCE === 0) await delay(PAUSE_MILLISECONDS)
      }
      return 'end_turn'
    },
  })
}

/** A twin that is broken on purpose: it takes no notice of what its clients say they have heard. */
function deaf(port: Port): Port {
  const listen = (name: string | symbol, value: unknown): boolean => {
    if (name !== 'onListen' || typeof value !== 'function') return false
    port.onListen = listening => value({ ...listening, after: undefined })
    return true
  }
  return instead(port, () => undefined, listen)
}

export interface Counting {
  readonly port: number
  close(): Promise<void>
}

export async function serveCounting(
  transport: Transport,
  said: Said,
  options: { readonly isDeaf: boolean },
): Promise<Counting> {
  const counter = countingAgent(said)
  const serving: Serving = {
    serve: port => void counter.serve(servedChannel(options.isDeaf ? deaf(port) : port)),
  }
  if (transport === 'http') return serveHttp(httpEndpoint(serving, { path: '/acp' }))
  const door = await webSocketDoor(serving)
  const server = createServer()
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    await door.close()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
