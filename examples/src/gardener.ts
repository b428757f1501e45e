/** An agent with everything: sessions that are kept, modes, a plan, and a change that the user is asked about. */

import { agent, diff, modePresets, type Turn } from '@parley/acp/agent'
import { diskJournal, serveStdio } from '@parley/acp/node'

const plan = (turn: Turn, ...states: readonly ('pending' | 'in_progress' | 'completed')[]): unknown =>
  turn.plan(
    ['Look at the list', 'Write it down'].map((content, index) => ({
      content,
      priority: 'high',
      status: states[index] ?? 'pending',
    })),
  )

await serveStdio(
  agent({
    name: 'gardener',
    version: '1.0.0',
    sessions: diskJournal({ directory: process.env.PARLEY_EXAMPLE_STATE }),
    modes: [modePresets.ask, modePresets.code],
    async prompt(turn) {
      const path = `${turn.cwd}/garden.md`
      plan(turn, 'in_progress')
      const from = await turn.files?.read(path).catch(() => undefined)
      const to = `${from ?? ''}- ${turn.text}\n`
      plan(turn, 'completed', 'in_progress')
      await using call = turn.tool({ title: 'Add to garden.md', kind: 'edit', locations: [{ path }] })
      call.progress(diff(path, { from, to }))
      const isAllowed =
        turn.session.mode === 'code' || (await turn.ask(call))?.kind.startsWith('allow') === true
      if (!isAllowed || turn.files?.write === undefined) {
        call.fail('Nothing was written.')
        return 'end_turn'
      }
      await turn.files.write(path, to)
      call.complete()
      plan(turn, 'completed', 'completed')
      await turn.session.setTitle(`Garden: ${turn.text}`)
      turn.say('Planted.')
      return 'end_turn'
    },
  }),
)
