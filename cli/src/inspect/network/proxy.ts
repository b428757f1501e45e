/** `parley inspect --listen PORT --url …`: stands between clients and a server, over WebSockets and HTTP, until it is interrupted. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type RemoteAddress, shownAddress } from '@parley/conformance'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'
import { Copier } from '../proxy/copier.js'
import { type ProxyOptions, readerSettings } from '../proxy/proxy.js'
import { HttpRelay } from './http-relay.js'
import { tunnel } from './socket-tunnel.js'
import { Watches } from './watches.js'

export interface NetworkProxyOptions extends ProxyOptions {
  readonly port: number
}

/** Resolves with the exit code once somebody has interrupted it and all that was seen is written. */
export async function runNetworkProxy(
  target: RemoteAddress,
  options: NetworkProxyOptions,
  shell: Shell,
): Promise<number> {
  const remark = (text: string): void => void shell.stderr.write(`parley inspect: ${text}\n`)
  const make = (number: number, secrets: readonly string[]): Copier => {
    const record = typeof options.record === 'string' ? numbered(options.record, number) : options.record
    const own = { ...options, record, secrets, carrier: target.transport }
    return new Copier({
      settings: readerSettings([shownAddress(target)], own, shell),
      onRemark: remark,
      onLine: text => void shell.stderr.write(text),
    })
  }
  const passage = { target, watches: new Watches(make, remark) }
  const relay = new HttpRelay(passage)
  const server = createServer((request, response) => relay.pass(request, response))
  server.on('upgrade', (request, socket, head) => tunnel(passage, { request, socket, head }))
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server, options.port)
  remark(`listening on ${addressAt(target, port)} for ${shownAddress(target)}`)
  await interrupted()
  server.close()
  for (const socket of sockets) socket.destroy()
  await passage.watches.endAll()
  return EXIT.ok
}

/** Where clients come to instead. */
function addressAt({ url, transport }: RemoteAddress, port: number): string {
  return `${transport === 'http' ? 'http' : 'ws'}://127.0.0.1:${port}${url.pathname}`
}

/** The first conversation has the file that was named, and each other one a file beside it. */
function numbered(file: string, number: number): string {
  return number === 1 ? file : file.replace(/(\.[^./\\]*)?$/, `-${number}$1`)
}

/** For this machine only. */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  }).catch((error: unknown) => {
    throw new Failure(`--listen ${port}: ${messageOf(error)}`, { exitCode: EXIT.error })
  })
  return (server.address() as AddressInfo).port
}

function interrupted(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
