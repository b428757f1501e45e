/** A client of Parley as a scenario knows it: `newSession`, `prompt`, `for await` over the updates. */
import type { Client } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { AgentLink, ClientHandlers } from '../contestant.js'

export function toLink<V extends Version>(agent: Client<V>, handlers: ClientHandlers): AgentLink {
  return {
    async newSession() {
      const session = await agent.newSession({ cwd: process.cwd() })
      return {
        async prompt(text) {
          const turn = session.prompt(text)
          for await (const update of turn.updates) {
            const busy = handlers.update(update)
            if (busy !== undefined) await busy
          }
          await turn.outcome
        },
      }
    },
    close: () => agent.close(),
  }
}
