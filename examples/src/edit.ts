/** A tool call with a diff that the user is asked about before anything is written. */

import { reasonOf } from '@parley/acp'
import { agent, diff } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

/** Only a file that is missing is made; one that may not be read is not replaced. */
function unlessMissing(error: unknown): undefined {
  if (reasonOf(error) !== 'resource_not_found') throw error
}

await serveStdio(
  agent({
    name: 'edit',
    version: '1.0.0',
    requires: ['fs.readTextFile', 'fs.writeTextFile'],
    async prompt(turn) {
      const path = `${turn.cwd}/notes.md`
      const from = await turn.files?.read(path).catch(unlessMissing)
      const to = `${from ?? ''}- ${turn.text}\n`
      await using call = turn.tool({ title: 'Add to notes.md', kind: 'edit', locations: [{ path }] })
      call.progress(diff(path, { from, to }))
      const answer = await turn.ask(call, { reason: 'You asked me to write this down.' })
      if (!answer?.kind.startsWith('allow')) {
        call.fail('You said no, so nothing was written.')
        return 'end_turn'
      }
      await turn.files?.write?.(path, to)
      call.complete(diff(path, { from, to }))
      turn.say('It is in your notes.')
      return 'end_turn'
    },
  }),
)
