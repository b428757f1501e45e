/** A raw socket as the object that the library serves, with a fault between them where there is one. */

import type { WebSocketEvent, WebSocketLike } from '@parley/acp/transport'
import type { RawWebSocket } from '../../wire/raw-web-socket.js'
import { opcodes, type Parcel } from '../../wire/web-socket-frames.js'

/** What a crooked socket does instead. What is not given is done as it should be. */
export interface SocketFault {
  send?(socket: RawWebSocket, text: string): void
  /** What is heard instead of this. */
  hear?(parcel: Parcel, socket: RawWebSocket): readonly Parcel[]
  closeCode?(code: number): number
}

const OPEN = 1
const CLOSED = 3

export class ServedSocket implements WebSocketLike {
  readonly bufferedAmount = 0
  binaryType = 'arraybuffer'
  readyState: number = OPEN
  readonly #socket: RawWebSocket
  readonly #fault: SocketFault
  readonly #listeners = new Map<string, ((event: WebSocketEvent) => void)[]>()

  constructor(socket: RawWebSocket, fault: SocketFault) {
    this.#socket = socket
    this.#fault = fault
    socket.onParcel = parcel => {
      for (const { opcode, payload } of fault.hear?.(parcel, socket) ?? [parcel])
        if (opcode === opcodes.text) this.#emit('message', { data: payload.toString('utf8') })
    }
    void socket.closed.then(code => {
      this.readyState = CLOSED
      this.#emit('close', { code })
    })
  }

  send(text: string): void {
    if (this.#fault.send === undefined) this.#socket.sendText(text)
    else this.#fault.send(this.#socket, text)
  }

  close(code = 1000): void {
    this.#socket.close(this.#fault.closeCode?.(code) ?? code)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  addEventListener(type: string, listener: (event: WebSocketEvent) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  #emit(type: string, event: WebSocketEvent): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
  }
}
