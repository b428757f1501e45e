/** What the client lends, in every combination: files to read, files to write, terminals. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Judge } from '../../judge.js'
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
      const asked = host.agent.peer.arrivals.all.filter(({ message }) =>
        String(message.method).startsWith('terminal/'),
      )
      judge.check('agent.terminal.lent', asked.length === 0, `${asked.length} calls of terminal methods`)
    },
  },
]

function nameOf(canRead: boolean, canWrite: boolean): string {
  if (canRead && canWrite) return 'reading and writing'
  if (canRead) return 'reading only'
  return canWrite ? 'writing only' : 'nothing'
}

/** Asks for whatever of reading and writing the agent can be asked for. */
async function lendFiles(stage: AgentStage, judge: Judge, offer: Offer): Promise<void> {
  const { prompts } = stage.fixture
  const host = await openWith(stage, offer)
  const { sessionId } = await host.agent.newSession()
  const path = join(stage.cwd, 'notes.txt')
  await writeFile(path, 'some notes\n')
  if (prompts.read !== undefined) await host.agent.ask(sessionId, 'read', { path })
  if (prompts.write !== undefined)
    await host.agent.ask(sessionId, 'write', { path: join(stage.cwd, 'made.txt'), text: 'made' })
  const uses = (method: string): boolean =>
    host.agent.peer.arrivals.all.some(({ message }) => message.method === method)
  for (const [requirement, deed, method, isLent] of [
    ['agent.files.read', 'read', 'fs/read_text_file', offer.canRead],
    ['agent.files.write', 'write', 'fs/write_text_file', offer.canWrite],
  ] as const)
    if (prompts[deed] === undefined)
      judge.skip(requirement, `the fixture ${stage.fixture.name} has no words for "${deed}"`)
    else judge.check(requirement, isLent === true || !uses(method), `${method} was called and is not offered`)
}
