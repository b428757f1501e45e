import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { type Journal, JournalError, memoryJournal, type SessionLog } from '../store/index.js'
import { exchange, type Fields, newSession, turnOf, updatesIn, visit } from './visits.fixture.js'

/** A journal of which some part is done in another way. */
const changed = (journal: Journal, change: (journal: Journal) => Partial<Journal>): Journal => ({
  create: header => journal.create(header),
  acquire: id => journal.acquire(id),
  read: (id, from) => journal.read(id, from),
  find: id => journal.find(id),
  list: query => journal.list(query),
  delete: id => journal.delete(id),
  ...change(journal),
})

const withLog = (log: SessionLog, change: Partial<SessionLog>): SessionLog => ({
  id: log.id,
  append: (entry, at) => log.append(entry, at),
  release: () => log.release(),
  [Symbol.asyncDispose]: () => log.release(),
  ...change,
})

for (const version of [1, 2] as const) {
  test(`version ${version}: a session whose journal fails in the end is closed and deleted in words for the client`, async () => {
    const release = () => Promise.reject(new JournalError('store_failed', 'the disk is gone'))
    const sessions = changed(memoryJournal(), journal => ({
      create: async header => withLog(await journal.create(header), { release }),
    }))
    const caller = await visit({ sessions, unstable: true }, version)
    for (const method of ['session/close', 'session/delete', 'session/archive']) {
      const { error } = await caller.far.ask(method, { sessionId: await newSession(caller) })
      expect(error, method).toMatchObject({ data: { reason: 'store_failed' } })
    }
    await caller.served.close()
  })

  test(`version ${version}: a replay that the client gives up stops, and the session is free again`, async () => {
    const kept = memoryJournal()
    const hold = gate()
    let isHeld = false
    const sessions = changed(kept, journal => ({
      async *read(id, from) {
        for await (const entry of journal.read(id, from)) {
          if (isHeld && entry.seq > 1) await hold.opened
          yield entry
        }
      },
    }))
    const caller = await visit({ sessions, prompt: async turn => void turn.say('hello') }, version)
    const sessionId = await newSession(caller)
    await turnOf(caller, sessionId, 'go')
    await caller.far.ask('session/close', { sessionId })
    isHeld = true
    const from = caller.far.heard.length
    const params = { sessionId, cwd: '/work', mcpServers: [] }
    if (version === 1) caller.far.request('l', 'session/load', params)
    else caller.far.request('l', 'session/resume', { ...params, replayFrom: { type: 'start' } })
    await calm()
    caller.far.notify('$/cancel_request', { requestId: 'l' })
    await calm()
    hold.open()
    expect((await caller.far.answerTo('l')).error).toMatchObject({ code: -32800 })
    await calm()
    expect(JSON.stringify(updatesIn(caller.far.heard.slice(from)))).not.toContain('hello')
    await (await kept.acquire(sessionId)).release()
    await caller.served.close()
  })

  test(`version ${version}: what is said of a new session, or of a fork, while it is opened follows the answer`, async () => {
    for (const sessions of [undefined, memoryJournal()]) {
      const definition = {
        unstable: true,
        sessions,
        open: (session: { setTitle(title: string): Promise<void> }) => session.setTitle('Named'),
      }
      const caller = await visit(definition, version)
      const opened = await exchange(caller.far, 'session/new', { cwd: '/work', mcpServers: [] })
      expect(opened.before).toEqual([])
      await calm()
      expect(caller.far.updates()).toEqual([{ sessionUpdate: 'session_info_update', title: 'Named' }])
      const { sessionId } = opened.result
      if (sessions !== undefined) {
        const forked = await exchange(caller.far, 'session/fork', { sessionId, cwd: '/work', mcpServers: [] })
        expect(forked.before).toEqual([])
        await calm()
        expect(caller.far.updates()).toHaveLength(2)
      }
      await caller.served.close()
    }
  })

  test(`version ${version}: a fork is kept with the times of its original, and without waiting for each entry`, async () => {
    const kept = memoryJournal()
    const source = await kept.create({ id: 'source', cwd: '/work' })
    const contract = version === 1 ? 'v1' : 'v2'
    for (let index = 0; index < 3; index++) {
      await source.append({ kind: 'prompt', contract, messageId: `m${index}`, content: [] }, 1_000 + index)
      await source.append({ kind: 'end', stopReason: 'end_turn' }, 2_000 + index)
    }
    await source.release()
    let most = 0
    const sessions = changed(kept, journal => ({
      async create(header) {
        const log = await journal.create(header)
        let waiting = 0
        const append: SessionLog['append'] = async (entry, at) => {
          most = Math.max(most, ++waiting)
          await log.append(entry, at)
          await new Promise(resolve => setImmediate(resolve))
          waiting--
        }
        return withLog(log, { append })
      },
    }))
    const caller = await visit({ sessions, unstable: true }, version)
    const { result } = await caller.far.ask('session/fork', {
      sessionId: 'source',
      cwd: '/work',
      mcpServers: [],
    })
    const times: number[] = []
    for await (const { at } of kept.read((result as { sessionId: string }).sessionId)) times.push(at)
    expect(times).toEqual([1_000, 2_000, 1_001, 2_001, 1_002, 2_002])
    expect(most).toBe(6)
    await caller.served.close()
  })

  test(`version ${version}: a fork never gives out an id that it holds already, however often it is opened`, async () => {
    const sessions = memoryJournal()
    const prompt = async (turn: { say(words: string): unknown }) => void turn.say('hello')
    const caller = await visit({ sessions, unstable: true, prompt }, version)
    const sessionId = await newSession(caller)
    const again = { cwd: '/work', mcpServers: [] }
    const ask = async (method: string, id: string): Promise<void> => {
      const { error } = await caller.far.ask(method, { sessionId: id })
      expect(error).toBeUndefined()
    }
    await turnOf(caller, sessionId, 'one')
    await ask('session/archive', sessionId)
    await ask('session/unarchive', sessionId)
    await caller.far.ask('session/resume', { sessionId, ...again })
    await turnOf(caller, sessionId, 'two')
    await ask('session/archive', sessionId)
    const { result } = await caller.far.ask('session/fork', { sessionId, ...again })
    const copyId = (result as { sessionId: string }).sessionId
    for (const words of ['three', 'four']) {
      await turnOf(caller, copyId, words)
      await ask('session/close', copyId)
      await caller.far.ask('session/resume', { sessionId: copyId, ...again })
    }
    const said: unknown[] = []
    for await (const entry of sessions.read(copyId))
      if (entry.kind === 'update') said.push((entry.update as Fields).messageId)
    expect(said).toHaveLength(4)
    expect(new Set(said).size).toBe(4)
    await caller.served.close()
  })
}
