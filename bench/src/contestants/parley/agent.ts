/** The bench agent on Parley, as its README says: `serveStdio(agent({ … }))`. */
import { agent, type Turn } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'
import { perform } from '../../scenario/agent-part.js'
import type { AgentTurn } from '../contestant.js'
import { limits } from './limits.js'

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

function toAgentTurn(turn: Turn): AgentTurn {
  return {
    text: turn.text,
    say: words => turn.say(words),
    async read(path) {
      if (turn.files === undefined) throw new Error('the client lends no files')
      return turn.files.read(path)
    },
  }
}
