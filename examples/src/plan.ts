/** A plan that is worked off step by step, and modes that say how much of it may be done. */

import { agent, modePresets } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'

const steps = ['Read the request', 'Think about it', 'Answer']

await serveStdio(
  agent({
    name: 'plan',
    version: '1.0.0',
    modes: [modePresets.plan, modePresets.code],
    async prompt(turn) {
      const showPlan = (done: number): unknown =>
        turn.plan(
          steps.map((content, index) => ({
            content,
            priority: 'medium',
            status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
          })),
        )
      showPlan(0)
      if (turn.session.mode === 'plan') {
        turn.say('This is what I would do. Change the mode to code and I will do it.')
        return
      }
      for (let done = 1; done <= steps.length; done++) showPlan(done)
      turn.say('All steps are done.')
    },
  }),
)
