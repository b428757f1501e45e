/** Asks for what it needs to know in a form; a client that shows no forms is asked in words. */

import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

await serveStdio(
  agent({
    name: 'form',
    version: '1.0.0',
    async prompt(turn) {
      const answer = await turn.elicit?.form?.({
        message: 'What shall the project be called, and may it have tests?',
        schema: {
          properties: {
            name: { type: 'string', title: 'Name', minLength: 1, maxLength: 40 },
            hasTests: { type: 'boolean', title: 'With tests', default: true },
          },
          required: ['name'],
        },
      })
      if (answer === undefined) turn.say('Please tell me the name of the project.')
      else if (answer.action === 'accept')
        turn.say(`Making ${answer.content.name} ${answer.content.hasTests ? 'with' : 'without'} tests.`)
      else turn.say('Then there will be no project.')
    },
  }),
)
