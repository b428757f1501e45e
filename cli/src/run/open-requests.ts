/** What an agent asked for and was not answered yet, as it passes on the wire: an agent may end its turn without waiting. */

const JUDGED = new Set([
  'session/request_permission',
  'terminal/create',
  'fs/read_text_file',
  'fs/write_text_file',
])

export class OpenRequests {
  readonly #open = new Set<unknown>()
  #wake: (() => void) | undefined

  note(direction: 'received' | 'sent', message: unknown): void {
    const { method, id }: Readonly<Record<string, unknown>> = Object(message)
    if (id === undefined) return
    if (direction === 'received' && typeof method === 'string' && JUDGED.has(method)) this.#open.add(id)
    if (direction === 'sent' && method === undefined) this.#open.delete(id)
    if (this.#open.size === 0) this.#wake?.()
  }

  /** Resolves when all of them are answered, or after so many milliseconds. */
  async settled(milliseconds: number): Promise<void> {
    if (this.#open.size === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      this.#wake = resolve
      timer = setTimeout(resolve, milliseconds)
    })
    clearTimeout(timer)
  }
}
