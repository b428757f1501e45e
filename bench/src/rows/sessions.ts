/** `sessions`: many sessions on one connection against few that take as many turns in all, and what an idle session holds. */
import type { Contestant } from '../contestants/contestant.js'
import { programFile, type Readings, runProgram } from '../measure/program.js'
import type { SessionsOrder } from '../scenario/order.js'
import type { Row } from './row.js'

/** No goal looks at the official SDK's cost ratio, and a whole second million of it takes half a minute. */
const denseShare: Readonly<Partial<Record<Contestant, number>>> = { official: 0.1 }

export const sessions: Row = {
  id: 'sessions',
  figures: [
    { id: 'sessions', unit: 'updates/s', better: 'more' },
    { id: 'sessions-cost', unit: 'x few sessions', better: 'less' },
    { id: 'sessions-idle-client', unit: 'bytes', better: 'less' },
    { id: 'sessions-idle-agent', unit: 'bytes', better: 'less' },
  ],
  // A million updates, and a second million in few sessions.
  mostRuns: 3,
  async measure(contestant, { sessions: many, updatesPerSession: updatesPerTurn, fewSessions: few }) {
    const turnsOfFew = (many / few) * (denseShare[contestant] ?? 1)
    const spread = await talk(contestant, { sessions: many, turnsEach: 1, updatesPerTurn })
    const dense = await talk(contestant, { sessions: few, turnsEach: Math.ceil(turnsOfFew), updatesPerTurn })
    const perSecond = spread.perSecond ?? Number.NaN
    return {
      sessions: perSecond,
      'sessions-cost': (dense.perSecond ?? Number.NaN) / perSecond,
      'sessions-idle-client': spread.idleClient ?? Number.NaN,
      'sessions-idle-agent': spread.idleAgent ?? Number.NaN,
    }
  },
}

type Talk = Pick<SessionsOrder, 'sessions' | 'turnsEach' | 'updatesPerTurn'>

function talk(contestant: Contestant, size: Talk): Promise<Readings> {
  const agentFile = programFile(contestant, 'agent')
  const order: SessionsOrder = { play: 'sessions', agentFile, ...size }
  return runProgram(programFile(contestant, 'client'), { order })
}
