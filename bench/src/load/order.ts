/** What the programs of the `gateway-load` row tell each other. */

/** The whole play. */
export interface LoadOrder {
  /** Half of them sockets, half HTTP; each has one session. */
  readonly connections: number
  /** Updates of all sessions together. */
  readonly perSecond: number
  readonly seconds: number
}

/** What an agent does when all its sessions have been prompted. */
export interface Pace {
  readonly sessions: number
  readonly perSecond: number
  readonly seconds: number
}

/** One process of clients, all of one kind. */
export interface ClientsOrder {
  readonly transport: 'websocket' | 'http'
  readonly port: number
  readonly token: string
  readonly cwd: string
  readonly connections: number
}

/** What clients tell: that the first update came, and in the end how long each was on its way, in milliseconds. */
export type FromClients =
  | { readonly said: 'first' }
  | { readonly said: 'over'; readonly times: readonly number[] }

/** Updates of the first while are not counted: everything is still being compiled and grown. */
export const WARMUP_SHARE = 0.25

/** The clock that all processes of a machine share, in microseconds. */
export function microseconds(): number {
  return Math.round(Number(process.hrtime.bigint()) / 1_000)
}
