/** The bench agent on Parley, as its README says: `serveStdio(agent({ … }))`. */
import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'
import { perform } from '../../scenario/agent-part.js'
import { limits } from './limits.js'
import { toAgentTurn } from './turn.js'

await serveStdio(
  agent({
    name: 'bench-agent',
    version: '1.0.0',
    async prompt(turn) {
      await perform(toAgentTurn(turn))
      return 'end_turn'
    },
  }),
  { limits },
)
