/** What an agent does not offer is not asked of it: one task after another, with an agent that can do nothing beyond the least. */

import type { Task } from '../fixture.js'
import type { ClientScenario } from '../scenario.js'

/** The task that would use it, the method, and where that is offered. */
const OPTIONAL: readonly (readonly [matter: string, task: Task, method: string])[] = [
  ['session-load', 'load', 'session/load'],
  ['session-resume', 'resume', 'session/resume'],
  ['session-list', 'list', 'session/list'],
  ['session-close', 'close', 'session/close'],
  ['session-delete', 'delete', 'session/delete'],
  ['logout', 'sign_out', 'logout'],
  ['set-mode', 'set_mode', 'session/set_mode'],
  ['set-option', 'set_option', 'session/set_config_option'],
]

export const capabilities: readonly ClientScenario[] = OPTIONAL.map(([matter, task, method]) => {
  const requirement = `client.${matter}.offered`
  return {
    name: `capabilities.${matter}`,
    title: `offers nothing, and sees whether ${method} is called all the same`,
    versions: [1],
    tasks: [task],
    verifies: [requirement],
    async play(stage, judge) {
      const client = await stage.start(task)
      await client.agent.greeting()
      await client.finish()
      judge.check(
        requirement,
        client.agent.all(method).length === 0,
        `expected no ${method} to an agent that did not offer it`,
      )
    },
  }
})
