/** Sockets for servers of Node: who may come is asked before anything else is done. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { WebSocketServer } from 'ws'
import { defaultLimits } from '../../jsonrpc/index.js'
import {
  type Asking,
  type Caller,
  closeCodes,
  newConnectionId,
  type Refusal,
  type Serving,
  type WebSocketPorts,
  webSocketPorts,
} from '../../transport/index.js'
import { FairLine } from '../fair-line.js'
import { gatheringSocketClass, isGathering, isTaking } from './gathering-socket.js'
import { Liveness } from './liveness.js'
import type { WebSocketDoor, WebSocketDoorOptions } from './options.js'
import { refuse } from './refused-upgrade.js'
import { SocketReading } from './socket-reading.js'
import { Tally } from './tally.js'
import { loadWsPackage } from './ws-package.js'

const PING_MILLISECONDS = 20_000
const CONNECTION_HEADER = 'Acp-Connection-Id'

export async function webSocketDoor<WhoCalls extends Caller>(
  serving: Serving<WhoCalls>,
  options: WebSocketDoorOptions,
): Promise<WebSocketDoor> {
  const ws = await loadWsPackage()
  const mostBytes = options.limits?.messageBytes ?? defaultLimits.messageBytes
  const server = new ws.WebSocketServer({
    noServer: true,
    WebSocket: gatheringSocketClass(ws),
    maxPayload: mostBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  return new Door(serving, server, { ...options, mostBytes })
}

class Door<WhoCalls extends Caller> implements WebSocketDoor {
  readonly #serving: Serving<WhoCalls>
  readonly #server: WebSocketServer
  readonly #ports: WebSocketPorts<WhoCalls>
  readonly #liveness: Liveness
  readonly #mostBytes: number
  readonly #arrivals = new FairLine<string | undefined>()
  readonly #ids = new WeakMap<IncomingMessage, string>()
  readonly #onRefused: WebSocketDoorOptions['onRefused']
  #isClosed = false

  constructor(
    serving: Serving<WhoCalls>,
    server: WebSocketServer,
    options: WebSocketDoorOptions & { readonly mostBytes: number },
  ) {
    this.#serving = serving
    this.#server = server
    this.#ports = webSocketPorts(serving, options)
    this.#liveness = new Liveness(options.pingMilliseconds ?? PING_MILLISECONDS)
    this.#mostBytes = options.mostBytes
    this.#onRefused = options.onRefused
    server.on('headers', (headers, request) => {
      const id = this.#ids.get(request)
      if (id !== undefined) headers.push(`${CONNECTION_HEADER}: ${id}`)
    })
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A client that leaves while it is being asked about is no failure of ours.
    const ignore = (): void => {}
    socket.on('error', ignore)
    this.#arrivals.join(request.socket.remoteAddress, () => {
      void this.#admit(request, socket).then(caller => {
        socket.off('error', ignore)
        if (caller === undefined) return
        settleAtEnd(socket, caller)
        this.#open(caller, { request, socket, head })
      })
    })
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#ports.close()
  }

  async #admit(request: IncomingMessage, socket: Duplex): Promise<WhoCalls | undefined> {
    const asking = askingOf(request, socket)
    let error: unknown
    const verdict = await this.#verdict(asking).catch((thrown: unknown): Refusal => {
      error = thrown
      return { status: 500, reason: 'internal_error' }
    })
    if (!isRefusal(verdict)) {
      if (!socket.destroyed) return verdict
      verdict.settled?.()
      return undefined
    }
    const correlationId = refuse(socket, verdict)
    const { status, reason } = verdict
    const { method, target, address } = asking
    this.#onRefused?.({ status, reason, correlationId, method, target, address, error })
    return undefined
  }

  async #verdict(asking: Asking): Promise<WhoCalls | Refusal> {
    if (this.#isClosed) return { status: 503, reason: 'closing', headers: { 'Retry-After': '5' } }
    // Without anybody to ask, all callers are one: nobody can tell them apart.
    if (this.#serving.authorize === undefined) return { principal: '' } as WhoCalls
    return await this.#serving.authorize(asking)
  }

  #open(caller: WhoCalls, { request, socket, head }: Upgrade): void {
    const connectionId = newConnectionId()
    this.#ids.set(request, connectionId)
    this.#server.handleUpgrade(request, socket, head, opened => {
      if (!isGathering(opened)) return
      opened.carriedBy(socket, 'server')
      opened.mostBytes = this.#mostBytes
      this.#liveness.watch(opened)
      const end = this.#ports.accept({ socket: opened, caller, connectionId })
      if (caller.freight === undefined) return
      const tally = new Tally(caller.freight)
      opened.reading = new SocketReading(socket, {
        freight: caller.freight,
        tally,
        socket: {
          isPaused: () => opened.isPaused,
          isReading: () => isTaking(opened),
          exceeded: () => end(closeCodes.limit, 'too_many_bytes'),
        },
      })
      opened.tally = tally
      opened.on('ping', tally.heardAside).on('pong', tally.heardAside)
    })
  }
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** Apart, so that the socket does not hold on to the request that it came with: headers are two kilobytes. */
function settleAtEnd(socket: Duplex, caller: Caller): void {
  if (caller.settled !== undefined) socket.once('close', () => caller.settled?.())
}

function isRefusal(verdict: Caller | Refusal): verdict is Refusal {
  return 'status' in verdict
}

function askingOf(request: IncomingMessage, socket: Duplex): Asking {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    header: name => headerOf(request, name),
    address: request.socket.remoteAddress,
    port: request.socket.remotePort,
    isEncrypted: socket instanceof TLSSocket,
    wantsSocket: true,
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return Array.isArray(value) ? value.join(', ') : value
}
