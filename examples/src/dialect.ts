/** An agent for a client that spells version 1 as document 003 does. Only the last line knows: the agent is like any other. */

import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

const polite = agent({
  name: 'polite',
  version: '1.0.0',
  modes: [
    { id: 'short', name: 'Short' },
    { id: 'long', name: 'Long' },
  ],
  async prompt(turn) {
    await turn.say(turn.session.mode === 'long' ? `Good day. You said: ${turn.text}` : 'Hello.')
    return 'end_turn'
  },
})

await serveStdio(polite, { dialect: '003' })
