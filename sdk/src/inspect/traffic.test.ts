/** Somebody watches agents on the official SDK, and says of them exactly what is so. */

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, Session } from '../client/index.js'
import { Bench, follow } from '../node/interop/our-client.fixture.js'
import type { Version } from '../protocol/index.js'
import type { Entry } from './entry.js'
import { watch } from './wire.fixture.js'

let cwd: string

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'parley-onlooker-')))
  await writeFile(join(cwd, 'notes.md'), 'one\ntwo\n')
})
afterAll(() => rm(cwd, { recursive: true }))

type Talk<V extends Version> = (session: Session<V>, client: Client<V>) => Promise<unknown>

/** Everything that was found in one conversation with the agent. */
async function watched<V extends Version>(agent: '1' | '2', version: V, talk: Talk<V>) {
  const bench = new Bench()
  const entries: Entry[] = []
  bench.wire.note = (direction, message) => {
    const text = JSON.stringify(message)
    const to = direction === 'sent' ? 'agent' : 'client'
    entries.push({ at: performance.now(), to, message: JSON.parse(text), bytes: text.length })
  }
  bench.permission = ({ options }) => options[0]
  const client = (await bench.connect(agent, { version })) as Client<V>
  await talk(await client.newSession({ cwd }), client)
  await bench[Symbol.asyncDispose]()
  const onlooker = await watch(entries)
  const rules = onlooker.findings.map(({ rule, by, weight }) => `${weight} ${by} ${rule}`)
  return { onlooker, rules: [...new Set(rules)].sort(), flaws: onlooker.rows.flatMap(({ flaws }) => flaws) }
}

const all = (session: Session<1>, prompts: readonly string[]) =>
  prompts.reduce(async (before, text) => {
    await before
    await follow(session.prompt(text)).catch(() => undefined)
  }, Promise.resolve())

test('of a proper agent of version 1 there is nothing to say', async () => {
  const { onlooker, rules, flaws } = await watched('1', 1, async session => {
    const notes = join(cwd, 'notes.md')
    await all(session, [
      `talk ${notes}`,
      `read ${notes} 1 1`,
      `write ${join(cwd, 'new.md')} hello`,
      'kill sleep 30',
      'refuse',
    ])
    const turn = session.prompt('wait')
    for await (const update of turn.updates)
      if (update.sessionUpdate === 'agent_message_chunk') void turn.cancel()
    expect((await turn.outcome).stopReason).toBe('cancelled')
  })
  expect(rules).toEqual([])
  expect(flaws).toEqual([])
  expect(onlooker.turns.map(({ stopReason }) => stopReason)).toEqual([
    'end_turn',
    'end_turn',
    'end_turn',
    'end_turn',
    undefined,
    'cancelled',
  ])
})

test('of a proper agent of version 2 there is nothing to say', async () => {
  const { onlooker, rules, flaws } = await watched('2', 2, async (session, client) => {
    for (const text of [`talk ${join(cwd, 'notes.md')}`, 'hurry', 'ask']) await follow(session.prompt(text))
    await client.listSessionsPage()
    await session.close()
  })
  expect(rules).toEqual([])
  expect(flaws).toEqual([])
  expect(onlooker.version).toBe(2)
})

test('an agent that does everything wrong is told so, rule by rule', async () => {
  const { rules } = await watched('1', 1, async session => {
    await all(session, ['ask', 'run echo hi', 'babble', `stumble ${join(cwd, 'gone.md')}`])
  })
  expect(rules).toEqual([
    'must agent path.absolute',
    'must agent session.unknown',
    'must agent shape',
    'must agent terminal.after-release',
    'note agent tool-call.unknown',
    'should agent method.unknown',
    'should agent tool-call.unfinished',
  ])
})
