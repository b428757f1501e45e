/** Where one stream leaves through a socket that it shares with others. */

import { openable } from '../../jsonrpc/waiting.js'
import type { Outlet } from '../remote/port.js'
import { withEvent } from './event-text.js'
import type { TextSocket } from './text-socket.js'

export class SocketOutlet implements Outlet {
  readonly closed: Promise<void>
  readonly #open: () => void
  readonly #isNumbered: boolean
  #socket: TextSocket | undefined

  constructor(socket: TextSocket, isNumbered: boolean) {
    const { promise, open } = openable()
    this.closed = promise
    this.#open = open
    this.#socket = socket
    this.#isNumbered = isNumbered
  }

  write(text: string, id?: string): Promise<void> | undefined {
    if (this.#socket === undefined || this.#socket.isClosing) return undefined
    return this.#socket.send(this.#isNumbered && id !== undefined ? withEvent(text, id) : text)
  }

  /** The socket stays: others write into it. */
  close(): void {
    this.#socket = undefined
    this.#open()
  }
}
