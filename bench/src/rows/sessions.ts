/** `sessions`: many sessions on one connection against few with the same total, and what an idle session holds. */
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
  async measure(contestant, { sessions: many, updatesPerSession, fewSessions: few }) {
    const spread = await prompt(contestant, many, updatesPerSession)
    const total = many * updatesPerSession * (denseShare[contestant] ?? 1)
    const dense = await prompt(contestant, few, Math.ceil(total / few))
    const perSecond = spread.perSecond ?? Number.NaN
    return {
      sessions: perSecond,
      'sessions-cost': (dense.perSecond ?? Number.NaN) / perSecond,
      'sessions-idle-client': spread.idleClient ?? Number.NaN,
      'sessions-idle-agent': spread.idleAgent ?? Number.NaN,
    }
  },
}

function prompt(contestant: Contestant, count: number, updatesEach: number): Promise<Readings> {
  const agentFile = programFile(contestant, 'agent')
  const order: SessionsOrder = { play: 'sessions', agentFile, sessions: count, updatesEach }
  return runProgram(programFile(contestant, 'client'), { order })
}
