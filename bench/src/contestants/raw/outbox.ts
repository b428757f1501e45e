/** One write per turn of the event loop. A send settles at once until a write's worth has gathered, then with the drain. */

const gatherCharacters = 64 * 1024

export interface RawOutput {
  write(text: string): boolean
  once(event: 'drain', listener: () => void): unknown
}

/** What stands around each message. */
interface Framing {
  readonly before: string
  readonly after: string
}

export class Outbox {
  readonly #output: RawOutput
  readonly #framing: Framing
  readonly #settled = Promise.resolve()
  #gathered = ''
  #scheduled = false
  #blocked = false
  #drained: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined

  constructor(output: RawOutput, framing: Framing = { before: '', after: '\n' }) {
    this.#output = output
    this.#framing = framing
  }

  send(message: object): Promise<void> {
    const { before, after } = this.#framing
    this.#gathered += before + JSON.stringify(message) + after
    if (!this.#scheduled && !this.#blocked) {
      this.#scheduled = true
      process.nextTick(this.#flush)
    }
    if (this.#gathered.length < gatherCharacters) return this.#settled
    this.#drained ??= createDrained()
    return this.#drained.promise
  }

  readonly #flush = (): void => {
    this.#scheduled = false
    this.#blocked = false
    const text = this.#gathered
    this.#gathered = ''
    if (text !== '' && !this.#output.write(text)) {
      this.#blocked = true
      this.#output.once('drain', this.#flush)
      return
    }
    this.#drained?.resolve()
    this.#drained = undefined
  }
}

function createDrained(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
