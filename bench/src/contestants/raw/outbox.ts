/** One write per turn of the event loop. A send settles at once until a write's worth has gathered, then with the drain. */

const gatherCharacters = 64 * 1024

export interface RawOutput {
  write(text: string): boolean
  once(event: 'drain', listener: () => void): unknown
}

export class Outbox {
  readonly #output: RawOutput
  readonly #settled = Promise.resolve()
  #gathered = ''
  #scheduled = false
  #blocked = false
  #drained: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined

  constructor(output: RawOutput) {
    this.#output = output
  }

  send(message: object): Promise<void> {
    this.#gathered += `${JSON.stringify(message)}\n`
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
