/** The bench agent, spelling what it says as its argument tells it. */
import { agent } from '@parley/acp/agent'
import { type DialectName, dialect } from '@parley/acp/dialect'
import { stdio } from '@parley/acp/node'
import { perform } from '../../scenario/agent-part.js'
import { limits } from './limits.js'
import { toAgentTurn } from './turn.js'

const [name] = process.argv.slice(2)

const benchAgent = agent({
  name: 'bench-agent',
  version: '1.0.0',
  async prompt(turn) {
    await perform(toAgentTurn(turn))
    return 'end_turn'
  },
})

await benchAgent.serve(dialect(stdio({ limits }), name as DialectName, { limits }), { limits }).closed
