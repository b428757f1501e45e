/** Serves the built-in agent on stdin and stdout. */

import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'
import { EXIT } from './exit-code.js'
import { readVersion } from './version.js'

/** Ends when its client does. */
export async function serve(): Promise<number> {
  await serveStdio(
    agent({
      name: 'scout',
      version: readVersion(),
      async prompt(turn) {
        await turn.say(`You said: ${turn.text}`)
        return 'end_turn'
      },
    }),
  )
  return EXIT.ok
}
