/** A relay in memory whose two far ends are worked by hand. */
import { type ProxyOptions, relay, type Side } from '../../proxy/index.js'
import { memoryPair } from '../../transport/index.js'
import { FarEnd } from '../far-end.fixture.js'
import type { Report } from '../report.js'
import type { Interpreter } from './interpreter.js'
import { relayThrough } from './relay.js'
import type { Relay } from './relay-options.js'

export interface Relayed {
  readonly client: FarEnd
  readonly agent: FarEnd
  readonly relay: Relay
  readonly reports: (Report & { readonly side: Side })[]
}

export function relayed(options: ProxyOptions = {}): Relayed {
  return join((client, agent, report) => relay(client, agent, { ...options, report }), options)
}

/** The same, with somebody else in the middle than the one who changes nothing. */
export function interpreted<State, Tag>(
  interpreter: Interpreter<State, Side, Tag>,
  options: ProxyOptions = {},
): Relayed {
  return join(
    (client, agent, report) =>
      relayThrough({ client: { channel: client }, agent: { channel: agent } }, interpreter, {
        ...options,
        report,
      }),
    options,
  )
}

type Channels = ReturnType<typeof memoryPair>

function join(
  make: (client: Channels[0], agent: Channels[0], report: (side: Side, report: Report) => void) => Relay,
  { limits }: ProxyOptions,
): Relayed {
  const [client, toClient] = memoryPair(limits)
  const [toAgent, agent] = memoryPair(limits)
  const reports: Relayed['reports'] = []
  const made = make(toClient, toAgent, (side, report) => reports.push({ ...report, side }))
  return { client: new FarEnd(client), agent: new FarEnd(agent), relay: made, reports }
}
