/** Recordings of the built-in agent, made by the real command with a real client before it. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@parley/acp/client'
import { nodeHost, spawnAgent } from '@parley/acp/node'
import type { Channel } from '@parley/acp/protocol'
import { emptyThread, reduce, type Thread } from '@parley/acp/thread'
import { MAIN, makePlace, type Place } from '../run/command.fixture.js'

export interface RecordedPlace extends Place {
  /** Where recordings are kept. */
  readonly folder: string
  recordings(): readonly string[]
}

export function makeRecordedPlace(): RecordedPlace {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'notes.md'), 'first line\nsecond line\n')
  const folder = join(place.home, '.local/state/parley/recordings')
  const recordings = (): readonly string[] =>
    readdirSync(folder)
      .filter(name => name.endsWith('.ndjson'))
      .map(name => join(folder, name))
  return { ...place, folder, recordings }
}

export const SCOUT: readonly string[] = [process.execPath, MAIN, 'agent']

/** What any client does: a session, two prompts; and the thread that it has in the end. */
export async function converse(
  channel: Channel,
  place: Place,
  words: readonly string[] = ['/read notes.md', 'hello'],
): Promise<Thread> {
  const host = nodeHost({ permission: ({ options }) => options[0], policy: false, audit: false })
  const client = await connect(channel, host)
  const session = await client.newSession({ cwd: place.cwd })
  let thread = emptyThread(1)
  for (const word of words) {
    const turn = session.prompt(word)
    for await (const update of turn.updates) thread = reduce(thread, update)
    await turn.outcome
  }
  await client.close()
  await host.close()
  return thread
}

/** The command as an agent that a client starts. */
export function startParley(place: Place, words: readonly string[]): ReturnType<typeof spawnAgent> {
  const env = place.env()
  mkdirSync(join(place.home, 'run'), { recursive: true, mode: 0o700 })
  return spawnAgent(process.execPath, [MAIN, ...words], {
    cwd: place.cwd,
    env: { ...env, XDG_RUNTIME_DIR: join(place.home, 'run') },
  })
}

/** Records the built-in agent. */
export async function recordScout(
  place: Place,
  words: readonly string[] = [],
  prompts?: readonly string[],
): Promise<Thread> {
  return converse(startParley(place, ['record', ...words, '--', ...SCOUT]), place, prompts)
}
