/** What becomes of the peer's calls: gate, shape, conduct, handler, in that order; and the answer is checked like the question. */

import { type Call, isThenable } from '../jsonrpc/index.js'
import type { Flaw, Shape } from '../schema/index.js'
import { boundedLine } from '../text/index.js'
import type { Agreement, Passage } from './agreement.js'
import type { Check } from './conduct.js'
import { AcpError, rpcError } from './error.js'
import { extensionShutBy, isExtensionName } from './extension.js'
import type { HandledExtension, HandlerTable } from './handlers.js'
import type { Log } from './log.js'
import { BAD, describe, describeAll, type Reader, toRpcError } from './reading.js'

export interface InboxOptions {
  readonly log: Log
  /** Turns everything that would be mended into an error: for those who write the other side. */
  readonly isStrict: boolean
  /** Whatever is read is read at once, so all who read for one connection can share it. */
  readonly reader: Reader
}

interface Prepared extends Passage {
  readonly mend: ((params: unknown) => unknown) | undefined
  readonly handler: ReturnType<HandlerTable['notifications']['get']>
}

export class Inbox {
  readonly #agreement: Agreement
  readonly #handlers: HandlerTable
  readonly #options: InboxOptions
  /** How the notification that came last is received: nearly always the next is of the same kind. */
  #prepared: Prepared | undefined
  readonly #reader: Reader

  constructor(agreement: Agreement, handlers: HandlerTable, options: InboxOptions) {
    this.#agreement = agreement
    this.#handlers = handlers
    this.#options = options
    this.#reader = options.reader
  }

  request(method: string, params: unknown, call: Call): unknown {
    const passage = this.#agreement.incoming.request.get(method)
    if (passage === undefined) return this.#requestExtension(method, params, call)
    if (passage.shutBy !== undefined) throw shut(method, passage.shutBy)
    const handler = this.#handlers.requests.get(method)
    if (handler === undefined) throw unknownMethod(method)
    const outcome = handler(this.#readParams(passage, params), call, this.#handlers.owner)
    return isThenable(outcome)
      ? Promise.resolve(outcome).then(result => this.#checkedResult(passage, result))
      : this.#checkedResult(passage, outcome)
  }

  notification(method: string, params: unknown, size: number): Promise<void> | undefined {
    const passage = this.#prepared?.row.name === method ? this.#prepared : this.#prepare(method)
    if (passage === undefined || passage.shutBy !== undefined)
      return this.#oddNotification(method, params, passage)
    const { handler, mend } = passage
    if (handler === undefined) return undefined
    const value = this.#reader.read(passage.row.params, mend === undefined ? params : mend(params))
    const { flaws } = this.#reader
    if (flaws.length > 0) this.#reportFlaws(method, flaws)
    if (value === BAD || (flaws.length > 0 && this.#options.isStrict)) return undefined
    if (passage.checkParams !== undefined && this.#misbehaves(passage.checkParams, method, value))
      return undefined
    return handler(value, size, this.#handlers.owner)
  }

  #readParams(passage: Passage, params: unknown): unknown {
    const { row, checkParams } = passage
    const value = this.#reader.read(row.params, this.#mended(passage.row.name, params) ?? {})
    const { flaws } = this.#reader
    if (value === BAD || (flaws.length > 0 && this.#options.isStrict)) throw toRpcError(fatalFirst(flaws))
    if (flaws.length > 0) this.#reportFlaws(row.name, flaws)
    const faults = checkParams === undefined ? [] : this.#agreement.notes.faultsOf(checkParams, value)
    if (faults.length > 0) throw toRpcError(faults)
    return value
  }

  #mended(method: string, params: unknown): unknown {
    const mend = this.#options.isStrict ? undefined : this.#handlers.mendings.get(method)
    return mend === undefined ? params : mend(params)
  }

  /** What a notification needs, put together when the first of its kind comes behind another: there may be a million in a turn. */
  #prepare(method: string): Prepared | undefined {
    const passage = this.#agreement.incoming.notification.get(method)
    if (passage === undefined) return undefined
    const mend = this.#options.isStrict ? undefined : this.#handlers.mendings.get(method)
    this.#prepared = { ...passage, mend, handler: this.#handlers.notifications.get(method) }
    return this.#prepared
  }

  /** A handler's bad answer is this side's bug: it is not sent, and says so in our log rather than on the wire. */
  #checkedResult({ row, checkResult }: Passage, result: unknown): unknown {
    const sent = result === undefined ? {} : result
    const isShaped = this.#reader.read(row.result as Shape, sent) !== BAD
    const faults =
      isShaped && checkResult !== undefined ? this.#agreement.notes.faultsOf(checkResult, sent) : []
    const complaints = [...this.#reader.flaws, ...faults]
    if (!isShaped || complaints.length > 0)
      throw new AcpError(
        'invalid_result',
        `the answer to ${row.name} was not sent: ${describeAll(complaints)}`,
      )
    return sent
  }

  #requestExtension(method: string, params: unknown, call: Call): unknown {
    const handled = this.#handlers.extensions.get(method)
    const missing = handled
      ? extensionShutBy(handled.extension, this.#agreement.agreed)
      : this.#agreement.shutBy(method)
    if (missing !== undefined) throw shut(method, missing)
    if (handled?.extension.kind !== 'request') throw unknownMethod(method)
    return handled.handle(readExtension(handled, params), call)
  }

  #oddNotification(method: string, params: unknown, passage: Passage | undefined): Promise<void> | undefined {
    const handled = this.#extensionNotification(method)
    if (passage !== undefined || handled === undefined) {
      const isSilent = passage === undefined && (isExtensionName(method) || method.startsWith('$/'))
      if (!isSilent)
        this.#options.log.write({
          level: 'warn',
          event: 'ignored_notification',
          method,
          message: 'not understood here',
        })
      return undefined
    }
    const outcome = handled.handle(readExtension(handled, params), undefined)
    return outcome instanceof Promise ? outcome : undefined
  }

  /** The extension that takes a notification, if there is one and its gate is open. */
  #extensionNotification(method: string): HandledExtension | undefined {
    const handled = this.#handlers.extensions.get(method)
    if (handled?.extension.kind !== 'notification') return undefined
    return extensionShutBy(handled.extension, this.#agreement.agreed) === undefined ? handled : undefined
  }

  /** Real agents break these rules in updates that are otherwise useful: said aloud, but only fatal when strict. */
  #misbehaves(check: Check, method: string, value: unknown): boolean {
    const faults = this.#agreement.notes.faultsOf(check, value)
    if (faults.length === 0) return false
    this.#options.log.write({
      level: 'warn',
      event: 'misconduct',
      method,
      message: describeAll(faults),
    })
    return this.#options.isStrict
  }

  #reportFlaws(method: string, flaws: readonly Flaw[]): void {
    const event = flaws.some(flaw => flaw.fatal) ? 'invalid_notification' : 'salvaged'
    this.#options.log.write({
      level: 'warn',
      event,
      method,
      message: flaws.slice(0, 8).map(describe).join('; '),
    })
  }
}

// Of many flaws the one that decided comes first: only eight are told.
function fatalFirst(flaws: readonly Flaw[]): readonly Flaw[] {
  return [...flaws].sort((one, other) => Number(other.fatal) - Number(one.fatal))
}

function readExtension({ extension }: HandledExtension, params: unknown): unknown {
  try {
    return extension.readParams(params)
  } catch (error) {
    throw rpcError(
      'invalid_params',
      `Invalid params: ${error instanceof Error ? boundedLine(error.message, 256) : 'refused'}`,
    )
  }
}

function unknownMethod(method: string): Error {
  const name = boundedLine(method, 128)
  return rpcError('method_not_found', `Method not found: ${name}`, { method: name })
}

function shut(method: string, capability: string): Error {
  return rpcError(
    'capability_not_supported',
    `Method not found: ${method} needs the capability ${capability}`,
    {
      method: boundedLine(method, 128),
      capability,
    },
  )
}
