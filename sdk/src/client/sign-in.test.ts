import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { ByHand, connected, newSession } from '../protocol/parties.fixture.js'
import { memoryPair } from '../transport/index.js'
import { ableAgent, answer, end, finish, refuse, tell, versions } from './agents.fixture.js'
import type { AuthMethod } from './auth-method.js'
import { connect } from './connect.js'
import type { Host } from './host.js'

const logins = { 1: 'authenticate', 2: 'auth/login' } as const
const logouts = { 1: 'logout', 2: 'auth/logout' } as const
const demanded = { code: -32000 }

const choices = ['slow', 'fast'].map(value => ({ value, name: value }))
const speed = {
  id: 'speed',
  configId: 'speed',
  name: 'Speed',
  type: 'select',
  currentValue: 'slow',
  options: choices,
}

const chooser = (choose: (methods: readonly AuthMethod[]) => AuthMethod | undefined) => {
  const asked: (readonly AuthMethod[])[] = []
  const host: Host = {
    auth: {
      choose: methods => {
        asked.push(methods)
        return choose(methods)
      },
    },
  }
  return { host, asked }
}

const methodsHeard = (far: ByHand) =>
  far.heard.map(({ method }) => method).filter(method => method !== undefined)

for (const version of versions) {
  test(`version ${version}: signs in and out by the names of the version`, async () => {
    const both = await ableAgent(version)
    expect(both.client.authMethods).toMatchObject([{ id: 'token', type: 'agent', name: 'A token' }])
    const signing = both.client.authenticate('token')
    expect(await answer(both, logins[version], {})).toEqual({ methodId: 'token' })
    await signing
    const leaving = both.client.logout()
    expect(await answer(both, logouts[version], {})).toEqual({})
    await leaving
    await expect(both.client.authenticate('magic')).rejects.toMatchObject({
      reason: 'not_offered',
      message: expect.stringContaining('it offers token'),
    })
    await both.client.close()
  })

  test(`version ${version}: signs in once when the agent demands it, and asks once more`, async () => {
    const { host, asked } = chooser(([first]) => first)
    const both = await ableAgent(version, host)
    const pending = both.client.newSession({ cwd: '/work' })
    await refuse(both, 'session/new', demanded)
    await answer(both, logins[version], {})
    await answer(both, 'session/new', { sessionId: 's1' })
    expect((await pending).id).toBe('s1')
    expect(asked).toMatchObject([[{ id: 'token' }]])
    expect(both.log).toContainEqual(expect.objectContaining({ event: 'sign_in' }))
    await both.client.close()
  })

  test(`version ${version}: a second demand is an error, not a second sign-in`, async () => {
    const { host, asked } = chooser(([first]) => first)
    const both = await ableAgent(version, host)
    const pending = both.client.newSession({ cwd: '/work' })
    await refuse(both, 'session/new', demanded)
    await answer(both, logins[version], {})
    await refuse(both, 'session/new', demanded)
    await expect(pending).rejects.toMatchObject({ code: -32000 })
    expect(asked).toHaveLength(1)
    await both.client.close()
  })

  test(`version ${version}: without anybody to choose, or a choice, the demand is the answer`, async () => {
    for (const host of [{}, chooser(() => undefined).host]) {
      const both = await ableAgent(version, host)
      const pending = both.client.newSession({ cwd: '/work' })
      await refuse(both, 'session/new', demanded)
      await expect(pending).rejects.toMatchObject({ code: -32000 })
      expect(methodsHeard(both.far)).toEqual(['initialize', 'session/new'])
      await both.client.close()
    }
  })

  test(`version ${version}: a sign-in that fails is what the caller learns`, async () => {
    const both = await ableAgent(version, chooser(([first]) => first).host)
    const pending = both.client.newSession({ cwd: '/work' })
    await refuse(both, 'session/new', demanded)
    await refuse(both, logins[version], { code: -32001 })
    await expect(pending).rejects.toMatchObject({ code: -32001 })
    await both.client.close()
  })

  test(`version ${version}: two that are refused at the same time sign in together`, async () => {
    const { host, asked } = chooser(([first]) => first)
    const both = await ableAgent(version, host)
    const pending = [both.client.newSession({ cwd: '/a' }), both.client.newSession({ cwd: '/b' })]
    await refuse(both, 'session/new', demanded)
    await refuse(both, 'session/new', demanded)
    await answer(both, logins[version], {})
    await answer(both, 'session/new', { sessionId: 'a' })
    await answer(both, 'session/new', { sessionId: 'b' })
    expect((await Promise.all(pending)).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(asked).toHaveLength(1)
    await both.client.close()
  })

  test(`version ${version}: a prompt that is refused before it began is sent once more`, async () => {
    const { host, asked } = chooser(([first]) => first)
    const both = await ableAgent(version, host)
    const session = await newSession(both)
    const turn = session.prompt('go')
    await refuse(both, 'session/prompt', demanded)
    await answer(both, logins[version], {})
    await finish(both, version)
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    const again = session.prompt('again')
    await refuse(both, 'session/prompt', demanded)
    await answer(both, logins[version], {})
    await refuse(both, 'session/prompt', demanded)
    await expect(again.outcome).rejects.toMatchObject({ code: -32000 })
    for await (const _ of again.updates) throw new Error('there was nothing to read')
    expect(asked).toHaveLength(2)
    await both.client.close()
  })

  test(`version ${version}: what is asked about a session is asked once more after signing in`, async () => {
    const { host, asked } = chooser(([first]) => first)
    const both = await ableAgent(version, host)
    const session = await newSession(both)
    tell(both, { sessionUpdate: 'config_option_update', configOptions: [speed] })
    await calm()
    const attempts = [
      ['session/set_title', () => session.setTitle('x'), { title: 'x' }],
      ['session/set_config_option', () => session.setOption('speed', 'fast'), { configOptions: [speed] }],
      ['session/fork', () => session.fork(), { sessionId: 's2' }],
    ] as const
    for (const [method, attempt, result] of attempts) {
      const pending = attempt()
      await refuse(both, method, demanded)
      await answer(both, logins[version], {})
      await answer(both, method, result)
      await pending
    }
    expect(asked).toHaveLength(attempts.length)
    const again = session.setTitle('y')
    await refuse(both, 'session/set_title', demanded)
    await answer(both, logins[version], {})
    await refuse(both, 'session/set_title', demanded)
    await expect(again).rejects.toMatchObject({ code: -32000 })
    await both.client.close()
  })

  test(`version ${version}: a prompt that was begun before it was refused is not sent twice`, async () => {
    const { host, asked } = chooser(([first]) => first)
    const both = await ableAgent(version, host)
    const session = await newSession(both)
    const turn = session.prompt('go')
    const { id } = await both.far.nextOf('session/prompt')
    tell(both, { sessionUpdate: 'session_info_update', title: 'begun' })
    both.far.say({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no' } })
    await expect(turn.outcome).rejects.toMatchObject({ code: -32000 })
    expect(asked).toEqual([])
    const next = session.prompt('next')
    const { id: nextId } = await both.far.nextOf('session/prompt')
    end(both, version, { id: nextId, stopReason: 'end_turn' })
    await next.outcome
    await both.client.close()
  })
}

/** An agent that offers a terminal, and a channel that can begin anew. */
async function terminalAgent(version: 1 | 2, host: Host, isReopenable = true) {
  const ends: ByHand[] = []
  const open = () => {
    const [near, far] = memoryPair()
    ends.push(new ByHand(far))
    const channel = { incoming: near.incoming, send: near.send.bind(near), close: near.close.bind(near) }
    return { ...channel, ...(isReopenable ? { reopen: async () => open() } : {}) }
  }
  const greet = async (far: ByHand | undefined) => {
    const { id, params } = (await far?.nextOf('initialize')) ?? {}
    const env = version === 1 ? { KEY: 'value' } : [{ name: 'KEY', value: 'value' }]
    const named = version === 1 ? { id: 'tty' } : { methodId: 'tty' }
    const method = { ...named, type: 'terminal', name: 'In a terminal', args: ['--login'], env }
    const about =
      version === 1
        ? { agentCapabilities: {} }
        : { info: { name: 'a', version: '1' }, capabilities: { session: {} } }
    far?.answer(id, { protocolVersion: version, ...about, authMethods: [method] })
    return params
  }
  const connecting = connect<1 | 2>(open(), host, { version })
  const params = await greet(ends[0])
  return { client: await connecting, ends, greet, params }
}

for (const version of versions) {
  test(`version ${version}: signs in at a terminal and begins anew, and the agent is never told of such a method`, async () => {
    const ran: AuthMethod[] = []
    const host: Host = {
      auth: {
        choose: ([first]) => first,
        terminal: method => {
          ran.push(method)
          return true
        },
      },
    }
    const { client, ends, greet, params } = await terminalAgent(version, host)
    expect(params).toMatchObject(
      version === 1
        ? { clientCapabilities: { auth: { terminal: true } } }
        : { capabilities: { auth: { terminal: {} } } },
    )
    const first = client.newSession({ cwd: '/first' })
    const asked = await ends[0]?.nextOf('session/new')
    ends[0]?.answer(asked?.id, { sessionId: 'first' })
    const early = (await first).prompt('go')
    const pending = client.newSession({ cwd: '/work' })
    const { id } = (await ends[0]?.nextOf('session/new')) ?? {}
    ends[0]?.say({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no' } })
    while (ends.length < 2) await calm(5)
    await greet(ends[1])
    const again = await ends[1]?.nextOf('session/new')
    ends[1]?.answer(again?.id, { sessionId: 's2' })
    expect((await pending).id).toBe('s2')
    expect(ran).toMatchObject([{ id: 'tty', args: ['--login'], env: { KEY: 'value' } }])
    await expect(early.outcome).rejects.toMatchObject({ reason: 'session_closed' })
    expect(ends.flatMap(methodsHeard)).not.toContain('authenticate')
    expect(ends.flatMap(methodsHeard)).not.toContain('auth/login')
    let isOver = false
    void client.closed.then(() => {
      isOver = true
    })
    await calm()
    expect(isOver).toBe(false)
    await client.close()
    await client.closed
  })
}

test('a terminal that fails, is not there, or a channel that cannot begin anew: each says so', async () => {
  const attempts = [
    [{ auth: { terminal: () => false } }, true, 'agent_failed'],
    [{}, true, 'capability_missing'],
    [{ auth: { terminal: () => true } }, false, 'reconnect_needed'],
  ] as const
  for (const [host, isReopenable, reason] of attempts) {
    const { client, ends } = await terminalAgent(1, host, isReopenable)
    await expect(client.authenticate('tty')).rejects.toMatchObject({ name: 'AcpError', reason })
    expect(methodsHeard(ends[0] as ByHand)).toEqual(['initialize'])
    await client.close()
  }
})

test('a host without a terminal advertises none, and is not asked to choose one', async () => {
  const { host, asked } = chooser(([first]) => first)
  const { client, ends, params } = await terminalAgent(1, host)
  expect(params).not.toHaveProperty('clientCapabilities.auth')
  const pending = client.newSession({ cwd: '/work' })
  const { id } = (await ends[0]?.nextOf('session/new')) ?? {}
  ends[0]?.say({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no' } })
  await expect(pending).rejects.toMatchObject({ code: -32000 })
  expect(asked).toEqual([])
  await client.close()
})

test('an agent that cannot be started anew after signing in ends the client with a reason', async () => {
  const [near, farChannel] = memoryPair()
  const far = new ByHand(farChannel)
  const channel = {
    incoming: near.incoming,
    send: near.send.bind(near),
    close: near.close.bind(near),
    reopen: () => Promise.reject(new Error('no such program')),
  }
  const connecting = connect(channel, { auth: { terminal: () => true } })
  const { id } = await far.nextOf('initialize')
  far.answer(id, { protocolVersion: 1, authMethods: [{ type: 'terminal', id: 'tty', name: 'T' }] })
  const client = await connecting
  await expect(client.authenticate('tty')).rejects.toThrow('no such program')
  expect(await client.closed).toMatchObject({ reason: expect.stringContaining('started anew') })
})

test('an agent that offers no way to sign in is not asked to', async () => {
  const both = await connected(chooser(([first]) => first).host)
  const pending = both.client.newSession({ cwd: '/work' })
  await refuse(both, 'session/new', demanded)
  await expect(pending).rejects.toMatchObject({ code: -32000 })
  await both.client.close()
})
