/** The handshake: what comes first, what is waited for, and which versions a client can live with. */

import { toJson } from '../../wire/json.js'
import type { ClientScenario } from '../scenario.js'
import { pause } from '../stage.js'

export const handshake: readonly ClientScenario[] = [
  {
    name: 'handshake.first',
    title: 'looks at the first message, and answers it late',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: [
      'client.initialize.first',
      'client.initialize.version',
      'client.initialize.info',
      'client.initialize.awaited',
    ],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', { answers: { initialize: () => 'never' } })
      const { message } = await agent.anything()
      judge.check(
        'client.initialize.first',
        message.method === 'initialize' && message.id !== undefined,
        `expected the request initialize, found ${String(message.method ?? 'an answer')}`,
      )
      const params = await agent.greeting()
      const { protocolVersion } = params
      judge.check(
        'client.initialize.version',
        Number.isInteger(protocolVersion) && Number(protocolVersion) >= 0 && Number(protocolVersion) < 65_536,
        'expected protocolVersion to be a whole number of 16 bits',
      )
      const { name, version } = toJson(stage.version === 1 ? params.clientInfo : params.info)
      judge.check(
        'client.initialize.info',
        typeof name === 'string' && typeof version === 'string',
        'expected a name and a version of the client',
      )
      await pause(stage.pace.patience)
      const all = agent.peer.arrivals.all.map(each => String(each.message.method ?? 'an answer'))
      const more = all.slice(all.indexOf('initialize') + 1)
      judge.check(
        'client.initialize.awaited',
        more.length === 0,
        `expected nothing before the answer to initialize, found ${more.join(', ')}`,
      )
    },
  },
  {
    name: 'handshake.unknown-version',
    title: 'answers initialize with a version that nobody speaks',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.initialize.unknown-version'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', { protocolVersion: 99 })
      await agent.greeting()
      const more = agent.peer.arrivals.find(
        ({ message }) => message.method !== 'initialize',
        stage.pace.deadline,
      )
      const end = await Promise.race([agent.peer.ended, more.then(() => undefined)])
      const [next] = agent.peer.arrivals.all.slice(1)
      judge.check(
        'client.initialize.unknown-version',
        next === undefined && end !== undefined,
        next === undefined
          ? 'expected the client to close the connection, it is still open'
          : `expected the client to close the connection, it sent ${String(next.message.method)}`,
      )
    },
  },
  {
    name: 'handshake.lower-version',
    title: 'answers the offer of version 2 with version 1',
    versions: [1],
    tasks: ['prompt'],
    verifies: ['client.initialize.lower-version'],
    async play(stage, judge) {
      const client = await stage.start('prompt', {}, { version: '2' })
      const { protocolVersion } = await client.agent.greeting()
      if (!(Number(protocolVersion) > 1))
        return judge.skip('client.initialize.lower-version', 'the client offers no version above 1')
      // It may go on, or begin anew in the version that was agreed on.
      const isOver = client.ended.then(() => undefined)
      const next = client.nextAgent({}, stage.pace.deadline)
      const again = Promise.race([next, isOver]).then(other => other?.agent.until('session/new'))
      const either = await Promise.any([client.agent.until('session/new'), again]).catch(() => undefined)
      judge.check(
        'client.initialize.lower-version',
        either !== undefined,
        'expected the client to go on in version 1, which it also speaks',
      )
    },
  },
]
