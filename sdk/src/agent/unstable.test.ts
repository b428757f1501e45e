import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { text } from '../protocol/parties.fixture.js'
import { type Journal, memoryJournal } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import type { ProviderInfo, ProviderSetup } from './providers.js'
import type { SystemPrompt } from './session-view.js'
import {
  type Fields,
  lasting,
  leftOpen,
  load,
  newSession,
  turnOf,
  type Visit,
  visit,
} from './visits.fixture.js'

const unstable = true

const modes = [
  { id: 'ask', name: 'Ask' },
  { id: 'code', name: 'Code' },
]

const idsIn = ({ result }: { readonly result?: unknown }): readonly unknown[] =>
  (result as { sessions: Fields[] }).sessions.map(({ sessionId }) => sessionId)

const codeOf = async (caller: Visit, method: string, params: Fields): Promise<number | undefined> =>
  (await caller.far.ask(method, params)).error?.code

for (const version of [1, 2] as const) {
  const fork = async ({ far }: Visit, sessionId: string): Promise<Fields> =>
    (await far.ask('session/fork', { sessionId, cwd: '/elsewhere', mcpServers: [] })).result as Fields

  test(`version ${version}: a fork begins with everything the other session holds, and goes its own way`, async () => {
    const sessions = memoryJournal()
    const caller = await visit(
      {
        sessions,
        unstable,
        modes,
        async prompt(turn) {
          await turn.session.setMode('code')
          turn.say(`You said ${turn.text}`)
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    await turnOf(caller, sessionId, 'one')
    await caller.far.ask('session/set_title', { sessionId, title: 'Original' })
    const forked = await fork(caller, sessionId)
    const copyId = String(forked.sessionId)
    expect(copyId).not.toBe(sessionId)
    expect(JSON.stringify(forked.configOptions)).toContain('"currentValue":"code"')
    expect((await turnOf(caller, copyId, 'two')).stopReason).toBe('end_turn')
    expect(await sessions.find(copyId)).toMatchObject({ cwd: '/elsewhere', title: 'Original' })
    await caller.served.close()
    const second = await visit({ sessions, unstable, modes }, version)
    const original = JSON.stringify((await load(second, sessionId)).before)
    const copy = JSON.stringify((await load(second, copyId)).before)
    expect(original).toContain('You said one')
    expect(original).not.toContain('You said two')
    expect(copy).toContain('You said one')
    expect(copy).toContain('You said two')
    expect(await codeOf(second, 'session/fork', { sessionId: 'nobody', cwd: '/work' })).toBe(-32002)
    await second.served.close()
  })

  test(`version ${version}: a fork of a session at work has a finished turn, and of an archived one is not archived`, async () => {
    const sessions = memoryJournal()
    const hold = gate()
    const caller = await visit(
      {
        sessions,
        unstable,
        async prompt(turn) {
          turn.tool({ title: 'Run' })
          await hold.opened
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    const copyId = String((await fork(caller, sessionId)).sessionId)
    const kept: Fields[] = []
    for await (const entry of sessions.read(copyId)) kept.push({ ...entry })
    expect(kept).toMatchObject([
      { kind: 'prompt' },
      { kind: 'update', update: { title: 'Run' } },
      { kind: 'update', update: { status: leftOpen(version) } },
      { kind: 'end', stopReason: 'cancelled' },
    ])
    expect(JSON.stringify(caller.far.updates())).not.toContain(leftOpen(version))
    hold.open()
    await caller.far.ask('session/archive', { sessionId })
    const again = String((await fork(caller, sessionId)).sessionId)
    expect(idsIn(await caller.far.ask('session/list', {}))).toContain(again)
    await caller.served.close()
  })

  test(`version ${version}: an archived session is closed and hidden, and comes back when it is wanted`, async () => {
    const sessions = memoryJournal()
    const caller = await visit({ sessions, unstable }, version)
    const sessionId = await newSession(caller)
    const other = await newSession(caller)
    const list = async (archived?: string) =>
      new Set(idsIn(await caller.far.ask('session/list', archived === undefined ? {} : { archived })))
    for (let twice = 0; twice < 2; twice++)
      expect((await caller.far.ask('session/archive', { sessionId })).result).toEqual({})
    expect((await turnOf(caller, sessionId, 'go')).answer.error?.code).toBe(-32002)
    expect(await list()).toEqual(new Set([other]))
    expect(await list('exclude')).toEqual(new Set([other]))
    expect(await list('only')).toEqual(new Set([sessionId]))
    expect(await codeOf(caller, 'session/list', { archived: 'perhaps' })).toBe(-32602)
    for (let twice = 0; twice < 2; twice++)
      expect((await caller.far.ask('session/unarchive', { sessionId })).result).toEqual({})
    expect(await list()).toEqual(new Set([sessionId, other]))
    for (const method of ['session/archive', 'session/unarchive'])
      expect(await codeOf(caller, method, { sessionId: 'nobody' })).toBe(-32002)
    await caller.served.close()
  })

  test(`version ${version}: a list of all goes through those in use and then those put away, page by page`, async () => {
    const kept = memoryJournal()
    const sessions: Journal = {
      create: header => kept.create(header),
      acquire: id => kept.acquire(id),
      read: id => kept.read(id),
      find: id => kept.find(id),
      delete: id => kept.delete(id),
      list: query => kept.list({ ...query, limit: 1 }),
    }
    const caller = await visit({ sessions, unstable }, version)
    const all = [await newSession(caller), await newSession(caller), await newSession(caller)]
    const away = [all[0], await newSession(caller)]
    for (const sessionId of away) await caller.far.ask('session/archive', { sessionId })
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await caller.far.ask('session/list', { archived: 'include', cursor })
      seen.push(...idsIn(page))
      cursor = (page.result as { nextCursor?: string }).nextCursor
    } while (cursor !== undefined)
    expect(seen).toHaveLength(4)
    expect(new Set(seen)).toEqual(new Set([...all, ...away]))
    expect(new Set(seen.slice(2))).toEqual(new Set(away))
    await caller.served.close()
  })

  test(`version ${version}: the status says whether a session is open, and opens none`, async () => {
    const sessions = memoryJournal()
    const caller = await visit({ sessions, unstable }, version)
    const sessionId = await newSession(caller)
    const status = async () => (await caller.far.ask('session/status', { sessionId })).result
    expect(await status()).toEqual({ status: 'open' })
    await caller.far.ask('session/close', { sessionId })
    expect(await status()).toEqual({ status: 'saved' })
    expect((await caller.far.ask('session/status', { sessionId: 'nobody' })).error).toMatchObject({
      code: -32002,
      data: { sessionId: 'nobody' },
    })
    await caller.served.close()
  })

  test(`version ${version}: a title is made tidy, kept and told, whether the session is open or not`, async () => {
    const sessions = memoryJournal()
    const caller = await visit({ sessions, unstable }, version)
    const sessionId = await newSession(caller)
    const set = (title: string, id = sessionId) =>
      caller.far.ask('session/set_title', { sessionId: id, title })
    expect((await set('  About \n things ')).result).toEqual({ title: 'About things' })
    expect(lasting(caller.far.updates())).toEqual([
      { sessionUpdate: 'session_info_update', title: 'About things' },
    ])
    await caller.far.ask('session/close', { sessionId })
    expect((await set('Later')).result).toEqual({ title: 'Later' })
    expect((await caller.far.ask('session/list', {})).result).toMatchObject({
      sessions: [{ sessionId, title: 'Later', archived: false }],
    })
    expect((await set(' \n ')).error?.code).toBe(-32602)
    expect((await set('x'.repeat(1_001))).error?.code).toBe(-32602)
    expect((await set('x', 'nobody')).error?.code).toBe(-32002)
    await caller.served.close()
  })

  test(`version ${version}: providers are listed, set and disabled by the rules`, async () => {
    const done: unknown[] = []
    const list: ProviderInfo[] = [
      { providerId: 'main', supported: ['anthropic'], required: true },
      { providerId: 'spare', supported: ['openai'], required: false },
    ]
    const caller = await visit(
      {
        unstable,
        providers: {
          list: () => list,
          set: (provider: ProviderSetup) => void done.push(provider),
          disable: id => void done.push(id),
        },
      },
      version,
    )
    expect((await caller.far.ask('providers/list', {})).result).toEqual({ providers: list })
    const setup = { providerId: 'main', apiType: 'anthropic', baseUrl: 'https://example.com' }
    expect((await caller.far.ask('providers/set', setup)).result).toEqual({})
    expect(await codeOf(caller, 'providers/set', { ...setup, providerId: 'none' })).toBe(-32602)
    expect(await codeOf(caller, 'providers/set', { ...setup, apiType: 'openai' })).toBe(-32602)
    expect(await codeOf(caller, 'providers/disable', { providerId: 'main' })).toBe(-32602)
    expect((await caller.far.ask('providers/disable', { providerId: 'none' })).result).toEqual({})
    expect((await caller.far.ask('providers/disable', { providerId: 'spare' })).result).toEqual({})
    expect(done).toEqual([setup, 'spare'])
    await caller.served.close()
  })

  test(`version ${version}: a system prompt reaches the author, or the session is refused`, async () => {
    const seen: (SystemPrompt | undefined)[] = []
    const definition = (systemPrompt: AgentDefinition['systemPrompt']): Partial<AgentDefinition> => ({
      unstable,
      systemPrompt,
      open: session => void seen.push(session.systemPrompt),
    })
    const refusal = async (accepted: AgentDefinition['systemPrompt'], systemPrompt: Fields) => {
      const caller = await visit(definition(accepted), version)
      const code = await codeOf(caller, 'session/new', { cwd: '/work', mcpServers: [], systemPrompt })
      await caller.served.close()
      return code
    }
    const prompt = { mode: 'append', content: text('Be brief') }
    expect(await refusal('append', prompt)).toBeUndefined()
    expect(await refusal('override', prompt)).toBeUndefined()
    expect(await refusal('override', { ...prompt, mode: 'override' })).toBeUndefined()
    expect(seen).toEqual([prompt, prompt, { ...prompt, mode: 'override' }])
    expect(await refusal(undefined, prompt)).toBe(-32602)
    expect(await refusal('append', { ...prompt, mode: 'override' })).toBe(-32602)
    expect(await refusal('override', { ...prompt, mode: '_whisper' })).toBe(-32602)
    expect(await refusal('append', { mode: 'append', content: [] })).toBe(-32602)
    const link = [{ type: 'resource_link', name: 'a', uri: 'file:///a' }]
    expect(await refusal('append', { mode: 'append', content: link })).toBe(-32602)
    expect(seen).toHaveLength(3)
  })

  test(`version ${version}: nothing unstable is there in the stable protocol`, async () => {
    const caller = await visit(
      {
        sessions: memoryJournal(),
        systemPrompt: 'append',
        providers: { list: () => [], set() {}, disable() {} },
      },
      version,
    )
    const sessionId = await newSession(caller)
    for (const method of [
      'session/fork',
      'session/archive',
      'session/status',
      'providers/list',
      'auth/status',
    ])
      expect(await codeOf(caller, method, { sessionId, cwd: '/work' })).toBe(-32601)
    expect(JSON.stringify(caller.greeting)).not.toMatch(/systemPrompt|providers|fork/)
    const { result } = await caller.far.ask('session/list', { archived: 'only' })
    expect(result).toMatchObject({ sessions: [{ sessionId }] })
    expect(JSON.stringify(result)).not.toContain('archived')
    await caller.served.close()
  })
}
