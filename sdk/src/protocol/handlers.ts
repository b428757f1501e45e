/** What one side does with the methods it answers and takes, typed by the contract it speaks. */

import type { Call } from '../jsonrpc/index.js'
import type { ContractName, Side, Vocabularies } from './contract.js'
import type { Extension } from './extension.js'

type Answered<C extends ContractName, S extends Side> = Vocabularies[C][S]['requests']
type Taken<C extends ContractName, S extends Side> = Vocabularies[C][S]['notifications']

/** One function per request; a method without one is answered "method not found". */
export type RequestHandlers<C extends ContractName, S extends Side> = {
  readonly [M in keyof Answered<C, S>]?:
    | ((
        params: Params<Answered<C, S>[M]>,
        call: Call,
      ) => Result<Answered<C, S>[M]> | Promise<Result<Answered<C, S>[M]>>)
    | undefined
}

/** One function per notification; a promise keeps the later ones of its session waiting. */
export type NotificationHandlers<C extends ContractName, S extends Side> = {
  readonly [M in keyof Taken<C, S>]?: (
    params: Params<Taken<C, S>[M]>,
    size: number,
  ) => Promise<void> | undefined | void
}

type Params<Row> = Row extends { params: infer P } ? P : never
type Result<Row> = Row extends { result: infer R } ? R : never

/** An extension together with what this side does when it is called. */
export interface HandledExtension {
  readonly extension: Extension<unknown, unknown>
  readonly handle: (params: unknown, call: Call | undefined) => unknown
}

/** Pairs an extension with its handler; the compiler holds the two together. */
export function handleExtension<Params, Result>(
  extension: Extension<Params, Result>,
  handle: (params: Params, call: Call | undefined) => Result | Promise<Result>,
): HandledExtension {
  return { extension, handle } as unknown as HandledExtension
}

/** Everything one side answers and takes. */
export interface Handlers<C extends ContractName, S extends Side> {
  /** Mends known slips of real peers, by method, before the shape is looked at. */
  readonly mendings?: Readonly<Record<string, (params: unknown) => unknown>> | undefined
  readonly requests?: RequestHandlers<C, S> | undefined
  readonly notifications?: NotificationHandlers<C, S> | undefined
  readonly extensions?: readonly HandledExtension[] | undefined
}

type AnyRequestHandler = (params: unknown, call: Call, owner: unknown) => unknown
type AnyNotificationHandler = (params: unknown, size: number, owner: unknown) => Promise<void> | undefined

/** The same without types, as the peer looks methods up. */
export interface HandlerTable {
  readonly mendings: ReadonlyMap<string, (params: unknown) => unknown>
  readonly requests: ReadonlyMap<string, AnyRequestHandler>
  readonly notifications: ReadonlyMap<string, AnyNotificationHandler>
  readonly extensions: ReadonlyMap<string, HandledExtension>
  /** Handed to every handler: so the handlers of many connections can be the same, and know whom they work for. */
  readonly owner?: unknown
}

/** Handlers written for one contract, made ready to be looked up. */
export function handlerTable<C extends ContractName, S extends Side>(handlers: Handlers<C, S>): HandlerTable {
  return {
    mendings: toMap(handlers.mendings),
    requests: toMap(handlers.requests),
    notifications: toMap(handlers.notifications),
    extensions: extensionTable(handlers.extensions),
  }
}

/** The same for methods of one's own. Throws where one has two handlers: the first would never be called. */
function extensionTable(extensions: readonly HandledExtension[] = []): HandlerTable['extensions'] {
  const table = new Map<string, HandledExtension>()
  for (const handled of extensions) {
    const { method } = handled.extension
    if (table.has(method)) throw new TypeError(`there are two handlers for ${method}`)
    table.set(method, handled)
  }
  return table
}

function toMap<F>(functions: object | undefined): ReadonlyMap<string, F> {
  return new Map(Object.entries(functions ?? {}).filter(([, value]) => value !== undefined))
}
