/** The smallest agent on Parley: for `start` and `bundle-gz`. */
import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

await serveStdio(
  agent({
    name: 'minimal',
    version: '1.0.0',
    async prompt(turn) {
      await turn.say('hello')
      return 'end_turn'
    },
  }),
)
