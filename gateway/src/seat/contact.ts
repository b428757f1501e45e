/** The process of the agent that one client uses now: found or started when it is needed, and started again if it is gone. */

import { rpcError } from '@parley/acp/protocol'
import type { Fields } from '../hub/fields.js'
import type { Owner } from '../hub/sessions.js'
import { type Greeting, toGreeting } from '../upstream/greeting.js'
import type { Guest, Upstream } from '../upstream/upstream.js'
import { mayStart, type SeatCaller } from './caller.js'
import type { Surroundings } from './surroundings.js'

/** Who uses it. */
export interface Visitor extends Guest {
  readonly owner: Owner
  readonly caller: SeatCaller
  readonly around: Surroundings
}

export class Contact {
  /** What the client said when it came. */
  opening: Fields = {}
  readonly #visitor: Visitor
  readonly #takesAny: boolean
  #greeting: Greeting | undefined
  #upstream: Upstream | undefined
  #hasLeft = false

  /** `takesAny`: whichever process runs for the client's version, though it was started for others. */
  constructor(visitor: Visitor, takesAny: boolean) {
    this.#visitor = visitor
    this.#takesAny = takesAny
  }

  /** The version that is spoken. */
  get protocol(): number {
    return this.#upstream?.version ?? this.#greeting?.version ?? 1
  }

  get knowsUs(): boolean {
    return this.#greeting?.knowsUs === true
  }

  /** What the client said first, as it is understood here; nothing before it did. */
  get greeting(): Greeting | undefined {
    return this.#greeting
  }

  /** Throws where this gateway may not be one more on the way. */
  greet(params: Fields): Greeting {
    this.opening = params
    this.#greeting = toGreeting(params, this.#visitor.around)
    return this.#greeting
  }

  /** It may greet again. */
  forget(): void {
    this.#greeting = undefined
  }

  async connect(): Promise<Upstream> {
    const greeting = this.#greeting
    if (greeting === undefined) throw rpcError('invalid_request', 'initialize comes first')
    const { owner, caller, around } = this.#visitor
    const terms = { greeting, mayStart: mayStart(caller), takesAny: this.#takesAny }
    const upstream = await around.upstreams.get({ ...owner, ...terms })
    this.#upstream?.guests.delete(this.#visitor)
    this.#upstream = upstream
    // What belongs to no session is not for somebody who may see one only, nor for nobody.
    if (caller.session === undefined && !this.#hasLeft) upstream.guests.add(this.#visitor)
    return upstream
  }

  notify(method: string, params: unknown): void {
    this.#upstream?.notify(method, params)
  }

  leave(): void {
    this.#hasLeft = true
    this.#upstream?.guests.delete(this.#visitor)
  }
}
