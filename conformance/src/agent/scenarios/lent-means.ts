/** What the client lends, in every combination: files to read, files to write, terminals. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Judge } from '../../judge.js'
import { isToolCall } from '../examined-agent.js'
import { EVERYTHING, type Offer, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

const COMBINATIONS = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const

export const lentMeans: readonly AgentScenario[] = [
  ...COMBINATIONS.map(
    ([canRead, canWrite]): AgentScenario => ({
      name: `files.${canRead ? 'read' : 'unread'}-${canWrite ? 'write' : 'unwritten'}`,
      title: `lends files for ${nameOf(canRead, canWrite)}`,
      versions: [1],
      verifies: ['agent.files.read', 'agent.files.write'],
      watches: ['agent.capability.unadvertised-method'],
      play: (stage, judge) => lendFiles(stage, judge, { ...EVERYTHING, canRead, canWrite }),
    }),
  ),
  {
    name: 'terminal.none',
    title: 'lends no terminal, and has a command run',
    versions: [1],
    deeds: ['run'],
    verifies: ['agent.terminal.lent'],
    watches: ['agent.capability.unadvertised-method'],
    async play(stage, judge) {
      const host = await openWith(stage, { ...EVERYTHING, canRun: false })
      const { sessionId } = await host.agent.newSession()
      await host.agent.ask(sessionId, 'run', { text: 'hello' })
      const { all } = host.agent.peer.arrivals
      const asked = all.filter(({ message }) => String(message.method).startsWith('terminal/'))
      if (asked.length === 0 && !all.some(isToolCall))
        return judge.skipRest('the agent was never seen to run a command')
      judge.check('agent.terminal.lent', asked.length === 0, `${asked.length} calls of terminal methods`)
    },
  },
]

function nameOf(canRead: boolean, canWrite: boolean): string {
  if (canRead && canWrite) return 'reading and writing'
  if (canRead) return 'reading only'
  return canWrite ? 'writing only' : 'nothing'
}

const DEEDS = [
  { deed: 'read', name: 'notes.txt', method: 'fs/read_text_file', isLent: (offer: Offer) => offer.canRead },
  { deed: 'write', name: 'made.txt', method: 'fs/write_text_file', isLent: (offer: Offer) => offer.canWrite },
] as const

/** Asks for whatever of reading and writing the agent can be asked for. */
async function lendFiles(stage: AgentStage, judge: Judge, offer: Offer): Promise<void> {
  const host = await openWith(stage, offer)
  const { sessionId } = await host.agent.newSession()
  await writeFile(join(stage.cwd, 'notes.txt'), 'some notes\n')
  const { all } = host.agent.peer.arrivals
  for (const { deed, name, method, isLent } of DEEDS) {
    const requirement = `agent.files.${deed}`
    if (stage.fixture.prompts[deed] === undefined) {
      judge.skip(requirement, `the fixture ${stage.fixture.name} has no words for "${deed}"`)
      continue
    }
    const before = all.length
    await host.agent.ask(sessionId, deed, { path: join(stage.cwd, name), text: 'made' })
    const since = all.slice(before)
    const isUsed = since.some(({ message }) => message.method === method)
    const isLentHere = isLent(offer) === true
    // Who does it with its own hands refrains from the client's where there are none, and elsewhere proves nothing.
    if (isUsed || (!isLentHere && since.some(isToolCall)))
      judge.check(requirement, isLentHere || !isUsed, `${method} was called and is not offered`)
    else
      judge.skip(
        requirement,
        `the agent was never seen to ${deed} a file${isLentHere ? ' through the client' : ''}`,
      )
  }
}
