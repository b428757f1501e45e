/** A turn of Parley as the bench agent's part knows it. */
import type { Turn } from '@parley/acp/agent'
import type { AgentTurn } from '../contestant.js'

export function toAgentTurn(turn: Turn): AgentTurn {
  return {
    text: turn.text,
    say: words => turn.say(words),
    async read(path) {
      if (turn.files === undefined) throw new Error('the client lends no files')
      return turn.files.read(path)
    },
  }
}
