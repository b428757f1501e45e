/** The bench agent, speaking no version but the one that its argument names. */
import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'
import { perform } from '../../scenario/agent-part.js'
import { limits } from './limits.js'
import { toAgentTurn } from './turn.js'

const [version] = process.argv.slice(2)

await serveStdio(
  agent({
    name: 'bench-agent',
    version: '1.0.0',
    versions: [version === '2' ? 2 : 1],
    async prompt(turn) {
      await perform(toAgentTurn(turn))
      return 'end_turn'
    },
  }),
  { limits },
)
