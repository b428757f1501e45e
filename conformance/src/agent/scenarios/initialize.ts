/** The handshake: which version is agreed on, and what an agent says about itself. */

import { toJson } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'

export const initialize: readonly AgentScenario[] = [
  {
    name: 'initialize.version',
    title: 'asks for the version under test, and expects it to be taken',
    versions: [1, 2],
    verifies: ['agent.initialize.version'],
    async play(stage, judge) {
      const agent = await stage.start()
      const answer = await agent.initialize()
      const version = 'result' in answer ? toJson(answer.result).protocolVersion : undefined
      judge.check(
        'agent.initialize.version',
        version === stage.version,
        `expected protocolVersion ${stage.version} in the answer to initialize`,
      )
    },
  },
]
