/** How many requests of an agent are not answered yet that may need the person, by what goes over the wire. */

const METHODS: ReadonlySet<unknown> = new Set([
  ...['session/request_permission', 'elicitation/create'],
  ...['fs/read_text_file', 'fs/write_text_file', 'terminal/create'],
])
// More are not counted: whoever asks that often is not going to be answered.
const MOST = 1_000

export class PendingRequests {
  readonly #ids = new Set<unknown>()

  get count(): number {
    return this.#ids.size
  }

  /** Whether the count is another one now. */
  hear(direction: 'received' | 'sent', message: unknown): boolean {
    const { id, method }: Readonly<Record<string, unknown>> = Object(message)
    if (id === undefined || id === null) return false
    const before = this.#ids.size
    if (direction === 'sent' && method === undefined) this.#ids.delete(id)
    if (direction === 'received' && METHODS.has(method) && before < MOST) this.#ids.add(id)
    return this.#ids.size !== before
  }
}
