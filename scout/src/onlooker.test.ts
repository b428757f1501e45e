/** Somebody watches whole conversations of ours, and has nothing to say against them. */

import { connect, type Host } from '@parley/acp/client'
import { createOnlooker, type Entry } from '@parley/acp/inspect'
import { type Journal, memoryJournal } from '@parley/acp/store'
import { memoryPair, tap } from '@parley/acp/transport'
import { expect, test } from 'vitest'
import { say } from './conversation.fixture.js'
import { scout } from './scout.js'
import { makeProject } from './tools/errand.fixture.js'
import { lendingHost, visit } from './tour/visit.fixture.js'

type Heard = 'sent' | 'received'

/** Notes what passes the agent's end. */
function note(entries: Entry[]) {
  return (direction: Heard, message: unknown): void => {
    const text = JSON.stringify(message)
    const to = direction === 'sent' ? 'client' : 'agent'
    entries.push({ at: performance.now(), to, message: JSON.parse(text), bytes: text.length })
  }
}

async function judge(entries: readonly Entry[]) {
  const onlooker = await createOnlooker()
  for (const entry of entries) onlooker.see(entry)
  onlooker.end()
  const { rows } = onlooker
  return {
    onlooker,
    said: onlooker.findings.map(({ rule, text, row }) => `${rule}: ${text} (${rows[row]?.label})`),
    flaws: rows.flatMap(({ flaws }) => flaws),
    looked: new Set(onlooker.tallies().flatMap(({ rule, looked }) => (looked > 0 ? [rule] : []))),
  }
}

async function meet(version: 1 | 2, entries: Entry[], { journal, host }: { journal: Journal; host: Host }) {
  const [near, far] = memoryPair()
  scout({ journal }).serve(tap(far, note(entries)))
  return await connect(near, host, { version: version as 1, unstable: true })
}

test.each([1, 2] as const)('nothing is held against scout and our client on version %i', async version => {
  const journal = memoryJournal()
  const work = makeProject({ 'notes.md': '# Notes\n\nTODO: more\n', 'src/a.ts': 'export const a = 1\n' })
  const host: Host = { permission: ({ options }) => options.find(({ kind }) => kind === 'allow_once') }
  const first: Entry[] = []
  const client = await meet(version, first, { journal, host })
  const session = await client.newSession({ cwd: work })
  for (const text of [
    '/help',
    'read notes.md',
    'search TODO',
    '/write new.md hello',
    '/run ls',
    '/plan',
    '/status',
  ])
    await say(session, text)
  const turn = session.prompt('/run sleep 20')
  for await (const update of turn.updates)
    if (update.sessionUpdate.startsWith('tool_call')) void turn.cancel()
  await turn.outcome
  await client.close()

  const later: Entry[] = []
  const again = await meet(version, later, { journal, host })
  const opened = await again.loadSession({ sessionId: session.id, cwd: work })
  await say(opened, 'read notes.md')
  const resumed = await again.resumeSession({ sessionId: session.id, cwd: work })
  await say(resumed, 'read notes.md')
  await again.close()

  for (const entries of [first, later]) {
    const { said, flaws, onlooker, looked } = await judge(entries)
    expect(said).toEqual([])
    expect(flaws).toEqual([])
    expect(onlooker.version).toBe(version)
    expect(onlooker.turns.every(({ duration }) => duration !== undefined)).toBe(true)
    expect([...looked]).toEqual(
      expect.arrayContaining(['shape', 'unknown-field', 'session.unknown', 'path.absolute']),
    )
  }
})

test.each([1, 2] as const)('nothing is held against the tour on version %i', async version => {
  const visitor = await visit(version, lendingHost())
  const stop = visitor.session.prompt('/tour stop cancelled')
  for await (const update of stop.updates as AsyncIterable<{ sessionUpdate: string }>)
    if (update.sessionUpdate === 'agent_message_chunk') void stop.cancel()
  await stop.outcome
  expect(await visitor.ask('/tour')).toBe('end_turn')
  await visitor[Symbol.asyncDispose]()
  const entries: Entry[] = []
  for (const { direction, message } of visitor.judge.passed) note(entries)(direction, message)
  const { said, flaws, onlooker, looked } = await judge(entries)
  expect(said).toEqual([])
  expect(flaws).toEqual([])
  expect(onlooker.rows.length).toBeGreaterThan(100)
  expect([...looked]).toEqual(
    expect.arrayContaining([
      'turn.cancel-answer',
      'permission.choice',
      'elicitation.answer',
      'elicitation.url-id',
    ]),
  )
})
