/** What each side says of itself in `initialize`, in the words of the other version. Read next to docs/bridge.md. */

import { type Fields, fieldsIn, fieldsOf, isSet, present, without } from './fields.js'
import { type Hearing, toNewAuthMethod, toOldAuthMethod } from './words/index.js'

/** What an agent of version 1 can do of that which every agent of version 2 can. */
export interface AgentAbilities {
  readonly load: boolean
  readonly resume: boolean
  readonly list: boolean
  readonly close: boolean
  readonly logout: boolean
}

/** Version 2 cannot do without a name; version 1 can. */
const nobody = { name: 'unknown', version: 'unknown' }

/** Capabilities of a session that are objects of the same name in both versions. */
const SHARED = ['delete', 'additionalDirectories', 'fork', 'archive', 'status', 'title', 'systemPrompt']
const CONTENT = ['image', 'audio', 'embeddedContext']

export function toNewGreeting(params: Fields): Fields {
  const { auth, elicitation, _meta } = fieldsOf(params.clientCapabilities)
  const terminal = fieldsOf(auth).terminal === true ? { auth: { terminal: {} } } : {}
  return {
    ...without(params, 'clientCapabilities', 'clientInfo'),
    protocolVersion: 2,
    info: isNamed(params.clientInfo) ? params.clientInfo : nobody,
    capabilities: { ...terminal, ...chosen({ elicitation, _meta }) },
  }
}

export function toOldGreeting(params: Fields): Fields {
  const { auth, elicitation, _meta } = fieldsOf(params.capabilities)
  return {
    ...without(params, 'capabilities', 'info'),
    protocolVersion: 1,
    ...(isNamed(params.info) ? { clientInfo: params.info } : {}),
    clientCapabilities: {
      // Version 2 has no word for files and terminals, so nothing of that kind was offered.
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      plan: {},
      auth: { terminal: isSet(fieldsOf(auth).terminal) },
      ...chosen({ elicitation, _meta }),
    },
  }
}

export function toOldWelcome(result: Fields): Fields {
  const { session, auth, providers, _meta } = fieldsOf(result.capabilities)
  const methods = fieldsIn(result.authMethods).flatMap(method => toOldAuthMethod(method as never) ?? [])
  const { prompt, mcp } = fieldsOf(session)
  return {
    ...without(result, 'capabilities', 'info', 'authMethods'),
    protocolVersion: 1,
    ...(isNamed(result.info) ? { agentInfo: result.info } : {}),
    authMethods: methods,
    agentCapabilities: {
      loadSession: isSet(session),
      promptCapabilities: flags(prompt, CONTENT),
      mcpCapabilities: { ...flags(mcp, ['http', 'acp']), sse: false },
      sessionCapabilities: isSet(session)
        ? { list: {}, resume: {}, close: {}, ...pick(session, SHARED), ...chosen(metaOf(session)) }
        : {},
      auth: { ...(methods.length > 0 ? { logout: {} } : {}), ...pick(auth, ['status']) },
      ...chosen({ providers, _meta }),
    },
  }
}

export function toNewWelcome(result: Fields): Fields {
  const { promptCapabilities, mcpCapabilities, sessionCapabilities, auth, providers, _meta } = fieldsOf(
    result.agentCapabilities,
  )
  return {
    ...without(result, 'agentCapabilities', 'agentInfo', 'authMethods'),
    protocolVersion: 2,
    info: isNamed(result.agentInfo) ? result.agentInfo : nobody,
    authMethods: fieldsIn(result.authMethods).map(method => toNewAuthMethod(method as never)),
    capabilities: {
      session: {
        prompt: markers(promptCapabilities, CONTENT),
        mcp: { stdio: {}, ...markers(mcpCapabilities, ['http', 'acp']) },
        ...pick(sessionCapabilities, SHARED),
        ...chosen(metaOf(sessionCapabilities)),
      },
      ...(isSet(fieldsOf(auth).status) ? { auth: pick(auth, ['status']) } : {}),
      ...chosen({ providers, _meta }),
    },
  }
}

export function hearingOf(params: Fields): Hearing {
  const { session, plan, subagents } = fieldsOf(params.clientCapabilities)
  const { configOptions, notices, compaction } = fieldsOf(session)
  return {
    booleans: isSet(fieldsOf(configOptions).boolean),
    notices: isSet(notices),
    compaction: isSet(compaction),
    plans: isSet(plan),
    subagents: isSet(subagents),
  }
}

export function agentAbilities(result: Fields): AgentAbilities {
  const { loadSession, sessionCapabilities, auth } = fieldsOf(result.agentCapabilities)
  const { resume, list, close } = fieldsOf(sessionCapabilities)
  return {
    load: loadSession === true,
    resume: isSet(resume),
    list: isSet(list),
    close: isSet(close),
    logout: isSet(fieldsOf(auth).logout),
  }
}

function isNamed(info: unknown): boolean {
  const { name, version } = fieldsOf(info)
  return typeof name === 'string' && typeof version === 'string'
}

function flags(from: unknown, names: readonly string[]): Fields {
  const markers = fieldsOf(from)
  return Object.fromEntries(names.map(name => [name, isSet(markers[name])]))
}

function markers(from: unknown, names: readonly string[]): Fields {
  const flags = fieldsOf(from)
  return Object.fromEntries(names.filter(name => flags[name] === true).map(name => [name, {}]))
}

function pick(from: unknown, names: readonly string[]): Fields {
  const fields = fieldsOf(from)
  return chosen(Object.fromEntries(names.map(name => [name, fields[name]])))
}

function metaOf(from: unknown): Fields {
  return { _meta: fieldsOf(from)._meta }
}

/** What is there: null says the same as nothing. */
function chosen(fields: Fields): Fields {
  return present(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined])),
  )
}
