/** The mark by which two peers find out that both number what is sent: put on by whoever keeps what is numbered. */

import { DELIVERY_META } from '../../protocol/remote.js'

interface Bag {
  readonly [name: string]: unknown
}

/** The same opening, asking for numbers. */
export function askingDelivery<Request extends { readonly params?: unknown }>(opening: Request): Request {
  return { ...opening, params: marked(toBag(opening.params), true) }
}

/** Whether an opening asks for numbers. */
export function asksDelivery(opening: { readonly params?: unknown }): boolean {
  return markIn(opening.params) === true
}

/** The same answer, promising numbers; nothing when it is not the answer to this request, or refuses it. */
export function promisingDelivery(
  answer: object,
  id: string | number,
  connectionId: string,
): object | undefined {
  if (!('id' in answer && answer.id === id && 'result' in answer && isBag(answer.result))) return undefined
  return { ...answer, result: marked(answer.result, { connectionId }) }
}

/** What the server calls the connection, if its answer to the opening promises numbers. */
export function deliveryPromised(answer: unknown): string | undefined {
  const mark = isBag(answer) ? markIn(answer.result) : undefined
  const connectionId = isBag(mark) ? mark.connectionId : undefined
  return typeof connectionId === 'string' ? connectionId : undefined
}

function marked(bag: Bag, mark: unknown): Bag {
  return { ...bag, _meta: { ...toBag(bag._meta), [DELIVERY_META]: mark } }
}

function markIn(value: unknown): unknown {
  const meta = isBag(value) ? value._meta : undefined
  return isBag(meta) && Object.hasOwn(meta, DELIVERY_META) ? meta[DELIVERY_META] : undefined
}

function toBag(value: unknown): Bag {
  return isBag(value) ? value : {}
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
