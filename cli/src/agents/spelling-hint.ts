/** Listens to what an agent says first, and tells people where it looks like another spelling than the one they chose. */

import type { DialectName } from '@parley/acp/dialect'
import { boundedLine } from '@parley/acp/guard'
import type { Delivery } from '@parley/acp/jsonrpc'
import type { AgentProcess } from '@parley/acp/node'
import { isAgentId } from './agent-id.js'
import { shownArguments, toLine } from './command-line.js'
import type { AgentEntry } from './entry.js'

// What comes first shows how an agent spells; what is large is not held on to.
const MOST_HEARD = 50
const MOST_BYTES = 64 * 1024

type Started = Pick<AgentProcess, 'incoming' | 'send' | 'close' | 'explain'> & { reopen(): Promise<Started> }

/** The same agent; the first messages of it are put into `heard`, also where it is started again. */
export function listenedTo(agent: Started, heard: unknown[]): Started {
  return {
    incoming: heardFirst(agent.incoming, heard),
    send: (message, text) => agent.send(message, text),
    close: () => agent.close(),
    explain: error => agent.explain(error),
    reopen: async () => listenedTo(await agent.reopen(), heard),
  }
}

async function* heardFirst(incoming: Started['incoming'], heard: unknown[]): AsyncGenerator<Delivery> {
  for await (const delivery of incoming) {
    if (heard.length < MOST_HEARD) {
      const small = delivery.messages.filter((_, index) => (delivery.sizes[index] ?? 0) <= MOST_BYTES)
      heard.push(...small.flat().slice(0, MOST_HEARD))
    }
    yield delivery
  }
}

/** What people are told of an agent whose spelling nobody named; without it, it looks like one that can do nothing. */
export async function spellingHint(
  entry: AgentEntry,
  heard: readonly unknown[],
  toCure: (dialect: DialectName) => string = dialect => toWords(entry, dialect),
): Promise<string | undefined> {
  if (entry.dialect !== undefined || heard.length === 0) return undefined
  const { detect } = await import('@parley/acp/dialect')
  const { dialect, why } = detect(heard)
  if (dialect === undefined) return undefined
  return `${boundedLine(entry.id, 100)} ${why}\nWhat to do: ${toCure(dialect)}\n`
}

function toWords({ id, command, args, source }: AgentEntry, dialect: DialectName): string {
  const line = toLine([command, ...shownArguments(args)])
  const isNamed = isAgentId(id)
  const name = isNamed ? id : '<id>'
  const force = source === 'custom' ? ' --force' : ''
  const then = isNamed ? '' : ', and name it: --agent <id>'
  return `add it with its dialect: parley agents add${force} ${name} --dialect ${dialect} -- ${line}${then}`
}
