/** Methods of one's own: named `_vendor/name`, typed by the two readers that come with them, gated by a `_meta` capability. */

import type { Agreed, Side } from './contract.js'

/** A method's name outside the protocol: it begins with an underscore. */
export type ExtensionName = `_${string}`

/** A method that is not part of the protocol, as both sides describe it. */
export interface Extension<Params, Result> {
  readonly method: ExtensionName
  readonly kind: 'request' | 'notification'
  /** The key in the `_meta` of a side's capabilities that says it knows this method. */
  readonly gate?: { readonly side: Side; readonly key: string } | undefined
  /** Turns what arrived into params, or throws an `Error` that says what was expected. */
  readParams(value: unknown): Params
  /** Turns what was answered into a result, or throws. */
  readResult(value: unknown): Result
}

/** A request of one's own. */
export function extensionRequest<Params, Result>(
  method: ExtensionName,
  extension: Omit<Extension<Params, Result>, 'method' | 'kind'>,
): Extension<Params, Result> {
  return { ...extension, method, kind: 'request' }
}

/** A notification of one's own. */
export function extensionNotification<Params>(
  method: ExtensionName,
  extension: Omit<Extension<Params, undefined>, 'method' | 'kind' | 'readResult'>,
): Extension<Params, undefined> {
  return { ...extension, method, kind: 'notification', readResult: () => undefined }
}

export function isExtensionName(method: string): method is ExtensionName {
  return method.startsWith('_')
}

/** The capability that is missing for an extension, if one is. */
export function extensionShutBy(
  { gate }: Pick<Extension<never, never>, 'gate'>,
  agreed: Agreed,
): string | undefined {
  if (gate === undefined) return undefined
  const meta = agreed[gate.side]._meta
  const isOpen = typeof meta === 'object' && meta !== null && Object.hasOwn(meta, gate.key)
  return isOpen ? undefined : `${gate.side} _meta.${gate.key}`
}
