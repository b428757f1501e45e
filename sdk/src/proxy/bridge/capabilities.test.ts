import { describe, expect, test } from 'vitest'
import { BAD, Trail } from '../../schema/index.js'
import {
  InitializeRequest as OldRequest,
  InitializeResponse as OldResponse,
} from '../../schema/v1-unstable/initialize.gen.js'
import {
  InitializeRequest as NewRequest,
  InitializeResponse as NewResponse,
} from '../../schema/v2-unstable/initialize.gen.js'
import {
  agentAbilities,
  hearingOf,
  toNewGreeting,
  toNewWelcome,
  toOldGreeting,
  toOldWelcome,
} from './capabilities.js'

const info = { name: 'a', version: '1' }

const isValid = (shape: typeof OldRequest, value: unknown): boolean => {
  const trail = new Trail()
  return shape(value, trail) !== BAD && trail.flaws.length === 0
}

describe('what an agent of version 2 can, version 1 calls', () => {
  const row = (capabilities: object, authMethods?: object[]) =>
    toOldWelcome({ protocolVersion: 2, info, capabilities, ...(authMethods ? { authMethods } : {}) })

  test.each([
    [{ session: {} }, { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } }],
    [{}, { loadSession: false, sessionCapabilities: {} }],
    [
      { session: { prompt: { image: {} } } },
      { promptCapabilities: { image: true, audio: false, embeddedContext: false } },
    ],
    [{ session: { mcp: { stdio: {}, http: {} } } }, { mcpCapabilities: { http: true, sse: false } }],
    [{ session: { delete: {}, fork: {} } }, { sessionCapabilities: { delete: {}, fork: {} } }],
    [{ session: { delete: null } }, { sessionCapabilities: { list: {}, resume: {}, close: {} } }],
    [{ session: {}, auth: { status: {} } }, { auth: { status: {} } }],
    [{ session: {}, providers: {} }, { providers: {} }],
    [{ session: {}, _meta: { 'x/y': 1 } }, { _meta: { 'x/y': 1 } }],
  ])('%o: %o', (capabilities, expected) => {
    const said = row(capabilities)
    expect(said.agentCapabilities).toMatchObject(expected)
    expect(isValid(OldResponse, said)).toBe(true)
  })

  test('a way out for whoever has a way in', () => {
    const said = row({ session: {} }, [
      { type: 'agent', methodId: 'm', name: 'M' },
      { type: '_odd', methodId: 'n', name: 'N' },
    ])
    expect(said).toMatchObject({
      authMethods: [{ id: 'm', name: 'M' }],
      agentCapabilities: { auth: { logout: {} } },
    })
    expect(row({ session: {} }).agentCapabilities).toMatchObject({ auth: {} })
  })
})

describe('what an agent of version 1 can, version 2 calls', () => {
  test.each([
    [{}, { session: { prompt: {}, mcp: { stdio: {} } } }],
    [{ promptCapabilities: { audio: true, image: false } }, { session: { prompt: { audio: {} } } }],
    [{ mcpCapabilities: { http: true, sse: true } }, { session: { mcp: { stdio: {}, http: {} } } }],
    [{ sessionCapabilities: { delete: {}, close: {}, title: {} } }, { session: { delete: {}, title: {} } }],
    [{ auth: { status: {}, logout: {} } }, { auth: { status: {} } }],
  ])('%o: %o', (agentCapabilities, expected) => {
    const said = toNewWelcome({ protocolVersion: 1, agentInfo: info, agentCapabilities })
    expect(said.capabilities).toMatchObject(expected)
    expect(isValid(NewResponse, said)).toBe(true)
  })

  test('an agent without a name is unknown', () => {
    expect(toNewWelcome({ protocolVersion: 1 })).toMatchObject({
      info: { name: 'unknown', version: 'unknown' },
    })
  })
})

test('what is said there and back is the same, as far as both have words for it', () => {
  const old = {
    protocolVersion: 1,
    agentInfo: info,
    authMethods: [{ id: 'm', name: 'M' }],
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false, acp: false },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      auth: { logout: {} },
    },
  }
  expect(toOldWelcome(toNewWelcome(old))).toMatchObject({ ...old, authMethods: [{ id: 'm' }] })
})

test('greetings are valid in the version they are said in, also where the client said little or nonsense', () => {
  const params = [
    {},
    { clientCapabilities: null },
    { clientInfo: 7 },
    { clientCapabilities: { auth: { terminal: 'yes' } } },
  ]
  for (const each of params)
    expect(isValid(NewRequest, toNewGreeting({ protocolVersion: 1, ...each }))).toBe(true)
  for (const each of [
    { info },
    { info, capabilities: null },
    { info, capabilities: { auth: { terminal: {} } } },
  ])
    expect(isValid(OldRequest, toOldGreeting({ protocolVersion: 2, ...each }))).toBe(true)
})

test('a client of version 1 hears what it says that it hears', () => {
  const deaf = { booleans: false, notices: false, compaction: false, plans: false, subagents: false }
  expect(hearingOf({})).toEqual(deaf)
  const session = { configOptions: { boolean: {} }, notices: {}, compaction: null }
  expect(hearingOf({ clientCapabilities: { session, plan: {} } })).toEqual({
    ...deaf,
    booleans: true,
    notices: true,
    plans: true,
  })
})

test('an agent of version 1 can do what it says that it can', () => {
  const not = { load: false, resume: false, list: false, close: false, logout: false }
  expect(agentAbilities({})).toEqual(not)
  const agentCapabilities = {
    loadSession: true,
    sessionCapabilities: { list: {}, resume: null },
    auth: { logout: {} },
  }
  expect(agentAbilities({ agentCapabilities })).toEqual({ ...not, load: true, list: true, logout: true })
})
