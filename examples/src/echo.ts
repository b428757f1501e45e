/** The shortest agent: reads a file the client lends, and says what it was told. */

import { agent } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

await serveStdio(
  agent({
    name: 'echo',
    version: '1.0.0',
    async prompt(turn) {
      await using reading = turn.tool({ title: 'Read notes.md', kind: 'read' })
      reading.complete((await turn.files?.read(`${turn.cwd}/notes.md`)) ?? 'no files here')
      turn.say(`You said: ${turn.text}`)
      return 'end_turn'
    },
  }),
)
