/** How much of everything. `full` is what the goals are stated for; the others only show that a row still works. */

export interface Sizes {
  readonly streamUpdates: number
  readonly reads: number
  readonly readsInFlight: number
  readonly dispatches: number
  readonly validateWarmup: number
  readonly validateRounds: number
  readonly largeBytes: number
  readonly starts: number
  readonly sessions: number
  readonly updatesPerSession: number
  readonly fewSessions: number
  readonly slowUpdates: number
  readonly stuckUpdates: number
  readonly quietMilliseconds: number
  readonly journalSessions: number
  readonly journalPerSecond: number
  readonly journalSeconds: number
  readonly betweenReads: number
  readonly betweenUpdates: number
  readonly remoteUpdates: number
  readonly remoteConnections: number
  readonly remoteUpdatesEach: number
  readonly remoteTurns: number
  readonly gatewayConnections: number
  readonly gatewayPerSecond: number
  readonly gatewaySeconds: number
}

const megabyte = 1024 * 1024

export const sizes = {
  full: {
    streamUpdates: 200_000,
    // Enough of them that compiling, in the first tenths of a second, hardly counts.
    reads: 100_000,
    readsInFlight: 300_000,
    dispatches: 200_000,
    validateWarmup: 25,
    validateRounds: 8,
    largeBytes: 64 * megabyte,
    starts: 8,
    sessions: 10_000,
    updatesPerSession: 100,
    fewSessions: 100,
    slowUpdates: 1_000_000,
    stuckUpdates: 100_000,
    quietMilliseconds: 1000,
    journalSessions: 200,
    journalPerSecond: 10_000,
    journalSeconds: 30,
    betweenReads: 5_000,
    betweenUpdates: 200_000,
    remoteUpdates: 100_000,
    remoteConnections: 1_000,
    remoteUpdatesEach: 100,
    remoteTurns: 20_000,
    gatewayConnections: 1_000,
    gatewayPerSecond: 10_000,
    gatewaySeconds: 20,
  },
  quick: {
    streamUpdates: 100_000,
    reads: 5_000,
    readsInFlight: 20_000,
    dispatches: 20_000,
    validateWarmup: 15,
    validateRounds: 4,
    largeBytes: 16 * megabyte,
    starts: 3,
    sessions: 2_000,
    updatesPerSession: 50,
    fewSessions: 100,
    slowUpdates: 50_000,
    stuckUpdates: 20_000,
    quietMilliseconds: 500,
    journalSessions: 200,
    journalPerSecond: 10_000,
    journalSeconds: 2,
    betweenReads: 2_000,
    betweenUpdates: 100_000,
    remoteUpdates: 20_000,
    remoteConnections: 200,
    remoteUpdatesEach: 50,
    remoteTurns: 1_000,
    gatewayConnections: 200,
    gatewayPerSecond: 2_000,
    gatewaySeconds: 4,
  },
  tiny: {
    streamUpdates: 200,
    reads: 50,
    readsInFlight: 300,
    dispatches: 40,
    validateWarmup: 0,
    validateRounds: 1,
    largeBytes: 4096,
    starts: 1,
    sessions: 10,
    updatesPerSession: 5,
    fewSessions: 2,
    slowUpdates: 200,
    stuckUpdates: 200,
    quietMilliseconds: 50,
    journalSessions: 10,
    journalPerSecond: 1_000,
    journalSeconds: 0.2,
    betweenReads: 20,
    betweenUpdates: 200,
    remoteUpdates: 200,
    remoteConnections: 3,
    remoteUpdatesEach: 5,
    remoteTurns: 20,
    gatewayConnections: 4,
    gatewayPerSecond: 200,
    gatewaySeconds: 0.4,
  },
} as const satisfies Readonly<Record<string, Sizes>>

export type SizeName = keyof typeof sizes
