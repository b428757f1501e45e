/** A session that survives a restart: everything said is in a journal, and the agent remembers it when it is loaded. */

import { agent } from '@parley/acp/agent'
import { diskJournal, serveStdio } from '@parley/acp/node'

await serveStdio(
  agent({
    name: 'kept',
    version: '1.0.0',
    sessions: diskJournal({ directory: process.env.PARLEY_EXAMPLE_STATE }),
    async prompt(turn) {
      let prompts = 0
      for await (const { kind } of turn.session.history()) if (kind === 'prompt') prompts++
      turn.say(
        prompts === 1 ? 'This is your first message.' : `This is message ${prompts}; I remember the others.`,
      )
    },
  }),
)
