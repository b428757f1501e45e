/**
 * The smallest agent on Parley: for `start` and `bundle-gz`. Not awaited, as the official one is not: nothing can be imported from
 * an entry that awaits as long as it runs, so a bundler would have to keep apart whatever is loaded later, in chunks of its own.
 */
import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

void serveStdio(
  agent({
    name: 'minimal',
    version: '1.0.0',
    async prompt(turn) {
      await turn.say('hello')
      return 'end_turn'
    },
  }),
)
