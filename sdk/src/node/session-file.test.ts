import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agent, diff } from '../agent/index.js'
import { connect } from '../client/index.js'
import type { Version } from '../protocol/index.js'
import { type Journal, memoryJournal } from '../store/index.js'
import { emptyThread, plansOf, reduce, type Thread, toHistory, toText, toValue } from '../thread/index.js'
import { memoryPair } from '../transport/index.js'
import { saveSession, takeSession, toThread } from './session-file.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-session-file-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const talkative = (sessions: Journal) =>
  agent({
    name: 'talkative',
    version: '1.0.0',
    sessions,
    modes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
    async prompt(turn) {
      await turn.think('Hm -- let me see -->')
      turn.plan([{ content: 'Answer', priority: 'high', status: 'in_progress' }])
      await using call = turn.tool({ title: 'Edit', kind: 'edit' })
      call.complete(diff('/w/a.txt', { from: 'old\n', to: 'new\n' }))
      for (const word of ['You ', 'said ', turn.text]) await turn.say(word)
      await turn.session.setMode('code')
      await turn.session.setTitle('A talk')
      turn.usage({ used: 1, size: 10, cost: { amount: 0.5, currency: 'EUR' } })
    },
  })

interface Talk {
  readonly id: string
  readonly live: Thread
}

/** Two turns, and the thread a client made of them while they went on. */
async function talk(journal: Journal, version: Version): Promise<Talk> {
  const [near, far] = memoryPair()
  talkative(journal).serve(far)
  let live = emptyThread(version)
  await using client = await connect(near, {}, { version })
  const session = await client.newSession({
    cwd: '/w',
    onUpdate: update => {
      live = reduce(live, update)
    },
  })
  for (const text of ['hello', 'and -->  again']) {
    live = reduce(live, { type: 'prompt', content: [{ type: 'text', text }] })
    const { stopReason } = await session.prompt(text).outcome
    if (version === 1) live = reduce(live, { type: 'end', stopReason })
  }
  return { id: session.id, live }
}

/** What a client makes of the session when it loads it. */
async function reload(journal: Journal, id: string, version: Version): Promise<Thread> {
  const [near, far] = memoryPair()
  talkative(journal).serve(far)
  let thread = emptyThread(version)
  await using client = await connect(near, {}, { version })
  await client.loadSession({
    sessionId: id,
    cwd: '/w',
    onUpdate: update => {
      thread = reduce(thread, update)
    },
  })
  return thread
}

for (const version of [1, 2] as const)
  for (const ending of ['json', 'md'])
    test(`version ${version}: live, replayed, and exported to .${ending} and imported, a thread is the same`, async () => {
      const journal = memoryJournal()
      const { id, live } = await talk(journal, version)
      const replayed = await reload(journal, id, version)
      expect(toHistory(replayed)).toEqual(toHistory(live))
      const path = join(folder, `session.${ending}`)
      await saveSession(journal, id, path)
      const other = memoryJournal()
      const record = await takeSession(other, path)
      expect(record).toMatchObject({ id, cwd: '/w', title: 'A talk' })
      expect(toHistory(await reload(other, id, version))).toEqual(toHistory(live))
      const entries = []
      for await (const entry of journal.read(id)) entries.push(entry)
      expect(toHistory(toThread(entries))).toEqual(toHistory(live))
      expect(toValue(live).entries.length).toBeGreaterThan(5)
    })

test('the Markdown file reads like the conversation, and only its owner can read it', async () => {
  const journal = memoryJournal()
  const { id } = await talk(journal, 1)
  const path = join(folder, 'talk.md')
  await saveSession(journal, id, path)
  const [shown = ''] = (await readFile(path, 'utf8')).split('<!-- parley-session')
  expect(shown).toContain('You said hello')
  expect(shown).toContain('+new')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a session kept in one version can be loaded in the other, with the same words', async () => {
  for (const [kept, asked] of [[1, 2] as const, [2, 1] as const]) {
    const journal = memoryJournal()
    const { id } = await talk(journal, kept)
    const text = toText(await reload(journal, id, asked))
    for (const words of ['hello', 'You said hello', 'Answer', 'Edit']) expect(text).toContain(words)
  }
})

test('a session that spoke both versions is exported in the words of the first, with everything in it', async () => {
  for (const [first, then] of [[1, 2] as const, [2, 1] as const]) {
    const journal = memoryJournal()
    const { id } = await talk(journal, first)
    const [near, far] = memoryPair()
    talkative(journal).serve(far)
    const client = await connect(near, {}, { version: then })
    const session = await client.loadSession({ sessionId: id, cwd: '/w' })
    await session.prompt('third').outcome
    await client.close()
    const entries = []
    for await (const entry of journal.read(id)) entries.push(entry)
    const thread = toThread(entries)
    expect(toHistory(thread)).toEqual(toHistory(await reload(journal, id, first)))
    expect(plansOf(thread)).toHaveLength(3)
    expect(toText(thread)).toContain('You said third')
  }
})

test('a file that holds no session is refused with the place that is wrong, and nothing is kept', async () => {
  const journal = memoryJournal()
  const bad = { 'a.json': '{', 'b.md': '# no session', 'c.json': '{"format":"parley-session"}' }
  for (const [name, text] of Object.entries(bad)) {
    await writeFile(join(folder, name), text)
    await expect(takeSession(journal, join(folder, name))).rejects.toMatchObject({
      name: 'SessionDocumentError',
    })
  }
  expect((await journal.list()).sessions).toEqual([])
})
