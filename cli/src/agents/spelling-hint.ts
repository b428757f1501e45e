/** Listens to what an agent says first, and tells people where it looks like another spelling than the one they chose. */

import type { AgentProcess } from '@parley/acp/node'
import type { Shell } from '../shell.js'

const MOST_MESSAGES = 50

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

async function* heardFirst<Delivery extends { readonly messages: readonly unknown[] }>(
  incoming: AsyncIterable<Delivery>,
  heard: unknown[],
): AsyncGenerator<Delivery> {
  for await (const delivery of incoming) {
    if (heard.length < MOST_MESSAGES) heard.push(...delivery.messages.flat().slice(0, MOST_MESSAGES))
    yield delivery
  }
}

/** Without it an agent that is not understood looks like one that can do nothing. */
export async function hintAtSpelling(name: string, heard: readonly unknown[], shell: Shell): Promise<void> {
  if (heard.length === 0) return
  const { detect } = await import('@parley/acp/dialect')
  const { dialect, why } = detect(heard)
  if (dialect === undefined) return
  shell.stderr.write(`${name} ${why}\nWhat to do: add it with --dialect ${dialect} (parley agents add)\n`)
}
