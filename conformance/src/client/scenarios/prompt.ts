/** What a prompt may hold, when it may be sent, and how a client ends. */

import type { ClientScenario } from '../scenario.js'
import { pause } from '../stage.js'

/** An agent needs a moment to see that its client is gone. */
const GRACE_MILLISECONDS = 4_000

export const prompt: readonly ClientScenario[] = [
  {
    name: 'prompt.content',
    title: 'is sent a prompt although it takes neither images nor embedded texts',
    versions: [1, 2],
    tasks: ['attach'],
    verifies: ['client.prompt.content'],
    watches: ['client.capability.parameter'],
    async play(stage, judge) {
      const seen: string[] = []
      const { agent } = await stage.start('attach', {
        turn: async ({ blocks }) => {
          seen.push(...blocks.map(({ type }) => String(type)))
          return undefined
        },
      })
      await agent.turn()
      judge.check(
        'client.prompt.content',
        seen.every(type => type === 'text' || type === 'resource_link'),
        `expected only text and links for an agent that takes nothing else, found ${seen.join(', ')}`,
      )
    },
  },
  {
    name: 'prompt.session',
    title: 'answers session/new late, and looks whether a prompt waits for it',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.prompt.session'],
    watches: ['client.message.text', 'client.message.shape', 'client.message.fields', 'client.request.id'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', {
        answers: {
          'session/new': async () => {
            await pause(stage.pace.patience)
            judge.check(
              'client.prompt.session',
              agent.all('session/prompt').length === 0,
              'expected no prompt before session/new was answered',
            )
            return { result: { sessionId: 'named-late' } }
          },
        },
        turn: async turn => {
          judge.check(
            'client.prompt.session',
            turn.sessionId === 'named-late',
            'expected the prompt in the session that was opened',
          )
          return undefined
        },
      })
      await agent.turn()
    },
  },
  {
    name: 'prompt.end',
    title: 'sees whether the agent is let go when the client is done',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.end.closes'],
    async play(stage, judge) {
      const { agent, ended } = await stage.start('prompt')
      await agent.turn()
      const end = await Promise.race([ended, pause(stage.pace.deadline)])
      if (end === undefined) return judge.skip('client.end.closes', 'the client stays when its task is done')
      const closed = await Promise.race([agent.peer.ended, pause(GRACE_MILLISECONDS)])
      judge.check(
        'client.end.closes',
        closed !== undefined,
        'expected the agent to be ended with the client, it is still there',
      )
    },
  },
]
