/** What is wanted of Parley, figure by figure, in the same run as the others. A figure without a goal is for information. */

export interface Goal {
  /** At least this many times better than the official SDK. */
  readonly timesOfficial?: number
  /** At most this many times worse than raw. */
  readonly timesRaw?: number
  /** At most this much, in the figure's unit. */
  readonly atMost?: number
}

const peakMegabytes = 80
const growthMegabytes = 80
const idleSessionBytes = 5000
const addedMicros = 500

export const goals: Readonly<Record<string, Goal>> = {
  stream: { timesOfficial: 4.5, timesRaw: 1.3 },
  'stream-cpu': { timesRaw: 1.3 },
  'stream-peak-client': { atMost: peakMegabytes },
  'stream-peak-agent': { atMost: peakMegabytes },
  burst: { timesOfficial: 3 },
  'burst-cpu': {},
  'burst-peak-client': {},
  'burst-peak-agent': { timesRaw: 1.1 },
  'roundtrip-1': { timesOfficial: 1.5, timesRaw: 1.25 },
  'roundtrip-256': { timesOfficial: 3, timesRaw: 1.5 },
  'dispatch-chunk': { timesOfficial: 5, timesRaw: 2 },
  'dispatch-tool-update': { timesOfficial: 12, timesRaw: 1.7 },
  'dispatch-plan': { timesOfficial: 5, timesRaw: 1.5 },
  validate: { timesRaw: 0.2 },
  'validate-tool-update': { timesRaw: 0.2 },
  'validate-plan': { timesRaw: 0.2 },
  'large-64mb': { timesOfficial: 1.1, timesRaw: 1.3 },
  'large-64mb-linearity': { atMost: 1.3 },
  'large-64mb-chunks': { timesOfficial: 1.1, timesRaw: 1.3 },
  'large-64mb-chunks-linearity': { atMost: 1.3 },
  start: { timesOfficial: 2.5 },
  'start-bare': {},
  'start-over-bare': { atMost: 1.5 },
  'first-turn': { timesOfficial: 2.25 },
  'import-cpu': { timesOfficial: 8, atMost: 15 },
  'bundle-gz': { timesOfficial: 1.9, atMost: 20_000 },
  'bundle-gz-on-demand': {},
  sessions: { timesOfficial: 3.5 },
  'sessions-cost': { atMost: 1.3 },
  'sessions-idle-client': { atMost: idleSessionBytes },
  'sessions-idle-agent': { atMost: idleSessionBytes },
  'slow-reader': { atMost: growthMegabytes },
  'slow-reader-growth-client': {},
  'slow-reader-growth-agent': {},
  'slow-reader-stuck-running': { atMost: 1 },
  'slow-reader-stuck-growth': { atMost: growthMegabytes },
  'slow-reader-stuck-lost': { atMost: 0 },
  journal: { atMost: 50 },
  'journal-p50': {},
  'journal-peak': { atMost: 500 },
  'journal-lost': { atMost: 0 },
  'journal-unsynced': { atMost: 1.1 },
  'relay-latency': { atMost: addedMicros },
  'relay-stream': { atMost: 2 },
  'relay-stream-rate': {},
  'dialect-003-latency': { atMost: addedMicros },
  'dialect-003-stream': { atMost: 2 },
  'dialect-003-stream-rate': {},
  'dialect-004-latency': { atMost: addedMicros },
  'dialect-004-stream': { atMost: 2 },
  'dialect-004-stream-rate': {},
  'bridge-latency': { atMost: addedMicros },
  'bridge-stream': { atMost: 2 },
  'bridge-stream-rate': {},
  'bridge-v2-latency': { atMost: addedMicros },
  'bridge-v2-stream': { atMost: 2 },
  'bridge-v2-stream-rate': {},
  'ws-stream': { timesOfficial: 2 },
  'ws-stream-many': { timesOfficial: 2.5 },
  'ws-latency': { timesRaw: 1.6 },
  'ws-idle': { atMost: 32 },
  'ws-idle-heap': {},
  'http-stream': { timesOfficial: 4 },
  'http-stream-many': { timesOfficial: 2.5 },
  'http-latency': { timesRaw: 1.8 },
  'http-idle': { atMost: 64 },
  'http-idle-heap': {},
  'gateway-load': { atMost: 100 },
  'gateway-load-p50': {},
  'gateway-load-cpu': {},
  'gateway-load-peak': {},
  'gateway-load-lost': { atMost: 0 },
}
