/** After a cancel: the client listens on until the turn is over, and does not take the end for a failure. */

import type { ClientScenario } from '../scenario.js'
import { checkSeen, sessionOf } from '../seen.js'
import { pause } from '../stage.js'

export const cancel: readonly ClientScenario[] = [
  {
    name: 'cancel.late',
    title: 'tells the end of a tool call after the cancel, and only then ends the turn',
    versions: [1, 2],
    tasks: ['cancel'],
    verifies: [
      'client.cancel.waits',
      'client.cancel.late-updates',
      'client.cancel.outcome',
      'client.cancel.tool-calls',
    ],
    async play(stage, judge) {
      const sessionUpdate = stage.version === 1 ? 'tool_call' : 'tool_call_update'
      const client = await stage.start('cancel', {
        turn: async turn => {
          for (const toolCallId of ['finished-late', 'never-finished'])
            turn.update({ sessionUpdate, toolCallId, title: 'Work', status: 'in_progress' })
          turn.say('I begin.')
          client.nudge()
          await turn.untilCancelled()
          const gone = await Promise.race([client.agent.peer.ended, pause(stage.pace.patience)])
          judge.check(
            'client.cancel.waits',
            gone === undefined,
            'expected the connection to stay until the cancelled prompt was answered',
          )
          turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'finished-late', status: 'completed' })
          return 'cancelled'
        },
      })
      await client.agent.turn()
      const session = sessionOf(await client.finish())
      const statusOf = (id: string): unknown =>
        session?.toolCalls?.find(({ toolCallId }) => toolCallId === id)?.status
      checkSeen(judge, 'client.cancel.late-updates', {
        seen: session?.toolCalls,
        isRight: () => statusOf('finished-late') === 'completed',
        detail: 'expected the tool call to be shown as completed, which was told after the cancel',
      })
      if (stage.version === 1)
        checkSeen(judge, 'client.cancel.tool-calls', {
          seen: session?.toolCalls,
          isRight: () => statusOf('never-finished') === 'cancelled',
          detail: 'expected the tool call that never finished to be shown as cancelled',
        })
      checkSeen(judge, 'client.cancel.outcome', {
        seen: session,
        isRight: ({ stopReason, error }) => stopReason === 'cancelled' && error === undefined,
        detail: 'expected the turn to be shown as cancelled, not as failed',
      })
    },
  },
]
