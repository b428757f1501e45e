import { expect, test } from 'vitest'
import { RpcError } from '../jsonrpc/index.js'
import { memoryJournal } from '../store/index.js'
import type { Auth } from './auth.js'
import { load, type Visit, visit } from './visits.fixture.js'

const methods = [
  { id: 'browser', name: 'In the browser', description: 'Opens a page' },
  { id: 'shell', name: 'In a terminal', type: 'terminal', args: ['login'], env: { A: 'b' } },
] as const

const words = {
  1: { login: 'authenticate', logout: 'logout', id: 'id', agent: {} },
  2: { login: 'auth/login', logout: 'auth/logout', id: 'methodId', agent: { type: 'agent' } },
} as const

const described = (version: 1 | 2) => ({
  ...words[version].agent,
  [words[version].id]: 'browser',
  name: 'In the browser',
  description: 'Opens a page',
})

const withTerminal = (version: 1 | 2) =>
  version === 1
    ? { clientCapabilities: { auth: { terminal: true } } }
    : { capabilities: { auth: { terminal: {} } } }

const open = ({ far }: Visit) => far.ask('session/new', { cwd: '/work', mcpServers: [] })

for (const version of [1, 2] as const) {
  const { login, logout } = words[version]

  test(`version ${version}: what is kept is neither listed nor changed for somebody who has not signed in`, async () => {
    const sessions = memoryJournal()
    await (await sessions.create({ id: 'theirs', cwd: '/work' })).release()
    const caller = await visit({ sessions, unstable: true, auth: { methods, login: () => {} } }, version)
    const named = { sessionId: 'theirs' }
    const refused = {
      'session/list': {},
      'session/delete': named,
      'session/archive': named,
      'session/unarchive': named,
      'session/status': named,
      'session/set_title': { ...named, title: 'Mine' },
    }
    for (const [method, params] of Object.entries(refused))
      expect((await caller.far.ask(method, params)).error, method).toMatchObject({ code: -32000 })
    expect(await sessions.find('theirs')).toMatchObject({ isArchived: false, id: 'theirs' })
    await caller.far.ask(login, { methodId: 'browser' })
    const { result } = await caller.far.ask('session/list', {})
    expect(result).toMatchObject({ sessions: [{ sessionId: 'theirs' }] })
    await caller.served.close()
  })

  test(`version ${version}: no session is opened before somebody has signed in, nor after a logout`, async () => {
    const calls: string[] = []
    const auth: Auth = {
      methods,
      login: id => void calls.push(`login ${id}`),
      logout: () => void calls.push('logout'),
    }
    const sessions = memoryJournal()
    const log = await sessions.create({ id: 'kept', cwd: '/work' })
    await log.release()
    const caller = await visit({ auth, sessions }, version)
    const required = {
      code: -32000,
      data: { reason: 'auth_required', authMethods: [described(version)] },
    }
    expect((await open(caller)).error).toMatchObject(required)
    expect((await load(caller, 'kept')).answer.error).toMatchObject(required)
    expect((await caller.far.ask('session/resume', { sessionId: 'kept', cwd: '/work' })).error).toMatchObject(
      required,
    )
    expect((await caller.far.ask(login, { methodId: 'browser' })).result).toEqual({})
    expect((await open(caller)).error).toBeUndefined()
    expect((await load(caller, 'kept')).answer.error).toBeUndefined()
    expect((await caller.far.ask(logout, {})).result).toEqual({})
    expect((await open(caller)).error).toMatchObject(required)
    expect(calls).toEqual(['login browser', 'logout'])
    await caller.served.close()
  })

  test(`version ${version}: a sign-in that needs a terminal is offered only to a client that has one`, async () => {
    const auth: Auth = { methods, login() {} }
    const plain = await visit({ auth }, version)
    expect(plain.greeting.authMethods).toEqual([described(version)])
    const able = await visit({ auth }, version, withTerminal(version))
    const env = version === 1 ? { A: 'b' } : [{ name: 'A', value: 'b' }]
    expect(able.greeting.authMethods).toEqual([
      described(version),
      { type: 'terminal', [words[version].id]: 'shell', name: 'In a terminal', args: ['login'], env },
    ])
    for (const { far } of [plain, able])
      for (const methodId of ['shell', 'nothing'])
        expect((await far.ask(login, { methodId })).error).toMatchObject({
          code: -32602,
          data: { reason: 'invalid_auth_method', methodId },
        })
    await plain.served.close()
    await able.served.close()
  })

  test(`version ${version}: a sign-in that fails says only that, unless its author says more`, async () => {
    let failure: Error = new Error('hunter2')
    const caller = await visit({ auth: { methods, login: () => Promise.reject(failure) } }, version)
    const refused = await caller.far.ask(login, { methodId: 'browser' })
    expect(refused.error).toMatchObject({
      code: -32001,
      data: { reason: 'auth_failed', methodId: 'browser' },
    })
    expect(JSON.stringify(refused)).not.toContain('hunter2')
    expect(caller.log).toContainEqual(expect.objectContaining({ event: 'login_failed' }))
    failure = new RpcError(-32050, 'No such account', { account: 'a' })
    expect((await caller.far.ask(login, { methodId: 'browser' })).error).toMatchObject({
      code: -32050,
      message: 'No such account',
    })
    expect((await open(caller)).error?.code).toBe(-32000)
    await caller.served.close()
  })

  test(`version ${version}: whoever is signed in elsewhere need not sign in again`, async () => {
    let isSignedIn = true
    const auth: Auth = { methods, login() {}, isSignedIn: async () => isSignedIn }
    const caller = await visit({ auth }, version)
    expect((await open(caller)).error).toBeUndefined()
    isSignedIn = false
    expect((await open(caller)).error?.code).toBe(-32000)
    await caller.served.close()
  })

  test(`version ${version}: where nobody has to sign in there is nothing to sign in with`, async () => {
    const caller = await visit({}, version)
    expect((await caller.far.ask(login, { methodId: 'browser' })).error?.code).toBe(-32601)
    expect((await caller.far.ask(logout, {})).error?.code).toBe(-32601)
    expect((await caller.far.ask('auth/status', {})).error?.code).toBe(-32601)
    await caller.served.close()
  })

  test(`version ${version}, unstable: the status says who is signed in, also to who is not`, async () => {
    const auth: Auth = { methods, login() {}, accounts: () => [{ label: 'me@work', active: true }] }
    const caller = await visit({ auth, unstable: true }, version)
    const status = async () => (await caller.far.ask('auth/status', {})).result
    expect(await status()).toEqual({
      state: 'unauthenticated',
      accounts: [{ label: 'me@work', active: true }],
    })
    await caller.far.ask(login, { methodId: 'browser' })
    expect(await status()).toMatchObject({ state: 'authenticated' })
    await caller.served.close()
  })
}

test('version 1: logout is there only when the author offers it', async () => {
  const without = await visit({ auth: { methods, login() {} } })
  expect((await without.far.ask('logout', {})).error?.code).toBe(-32601)
  expect(without.greeting.agentCapabilities).toMatchObject({ auth: {} })
  const able = await visit({ auth: { methods, login() {}, logout() {} } })
  expect(able.greeting.agentCapabilities).toMatchObject({ auth: { logout: {} } })
  await without.served.close()
  await able.served.close()
})
