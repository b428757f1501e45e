/** A setting, two commands and the usage of an agent; what the user sets is kept with the session. */

import { agent, rpcError } from '@parley/acp/agent'
import { diskJournal, serveStdio } from '@parley/acp/node'

await serveStdio(
  agent({
    name: 'settings',
    version: '1.0.0',
    sessions: diskJournal({ directory: process.env.PARLEY_EXAMPLE_STATE }),
    settings: [
      {
        type: 'select',
        id: 'model',
        name: 'Model',
        category: 'model',
        initial: 'small',
        choices: [
          { value: 'small', name: 'Small', description: 'Fast' },
          { value: 'large', name: 'Large', description: 'Thorough' },
        ],
      },
      { type: 'boolean', id: 'terse', name: 'Terse', initial: false },
    ],
    commands: [
      {
        name: 'count',
        description: 'Counts the words behind it',
        hint: 'words to count',
        async run(turn, input) {
          await turn.say(`${input.split(/\s+/).filter(Boolean).length} words`)
        },
      },
      {
        name: 'fail',
        description: 'Fails in words that the user may read',
        async run() {
          throw rpcError('rate_limited', 'The model is busy', { retryAfter: 1 })
        },
      },
    ],
    async prompt(turn) {
      const model = turn.session.setting('model')
      turn.say(turn.session.setting('terse') ? `${model}` : `Answered by the ${model} model.`)
      turn.usage({ used: 1_200, size: 128_000, cost: { amount: 0.01, currency: 'EUR' } })
    },
  }),
)
