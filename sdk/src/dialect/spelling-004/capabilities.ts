/** What each side can do, by section 10, against the capabilities of version 1. */

import {
  complete,
  type Fields,
  isFields,
  isList,
  one,
  signed,
  spelling,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'

const files = spelling({ read: 'readTextFile', write: 'writeTextFile' })

const client = spelling({
  fs: { ours: 'fs', ...one(files) },
  terminal: {
    ours: 'terminal',
    read: value => (isFields(value) ? value.create === true : value),
    write: value => (typeof value === 'boolean' ? { create: value } : value),
    isLossy: true,
  },
})

const mcp = {
  read: (value: unknown): unknown => {
    if (!isFields(value)) return value
    const speaks = (name: string): boolean =>
      value.servers !== false && isList(value.transport) && value.transport.includes(name)
    return { http: speaks('http'), sse: speaks('sse'), ...(speaks('acp') ? { acp: true } : {}) }
  },
  write: (value: unknown): unknown => {
    if (!isFields(value)) return value
    const spoken = ['http', 'sse', 'acp'].filter(name => value[name] === true)
    return { servers: true, transport: ['stdio', ...spoken] }
  },
  isLossy: true,
}

// Streaming and calling off are no choice in version 1; images are blocks of section 9 that no flag guards.
const prompts = {
  read: (value: unknown): unknown =>
    isFields(value) ? { image: true, embeddedContext: value.attachments === true } : value,
  write: (value: unknown): unknown =>
    isFields(value)
      ? { streaming: true, cancellation: true, attachments: value.embeddedContext === true }
      : value,
  isLossy: true,
}

const agent = spelling({
  loadSession: 'loadSession',
  mcpCapabilities: { ours: 'mcpCapabilities', ...mcp },
  promptCapabilities: { ours: 'promptCapabilities', ...prompts },
})

/** Options of this spelling may be true or false, whoever shows them. */
const shownOptions = { configOptions: { boolean: {} } }

export function clientToOurs(given: unknown): unknown {
  if (!isFields(given)) return given
  return signed(withMade(toOurs(given, client), '004', { session: shownOptions }))
}

/** Every client of version 1 can be asked for permission. */
export function clientToTheirs(given: unknown): Fields {
  const capabilities = isFields(given) ? given : {}
  return complete(toTheirs(capabilities, client), capabilities, { ui: { permissionDialogs: true } })
}

export function agentToOurs(given: unknown): unknown {
  if (!isFields(given)) return given
  return signed(withMade(toOurs(given, agent), '004', { promptCapabilities: prompts.read({}) }))
}

export function agentToTheirs(given: unknown): Fields {
  const capabilities = isFields(given) ? given : {}
  const spoken = toTheirs(capabilities, agent)
  return complete(spoken, capabilities, {
    mcpCapabilities: mcp.write({}),
    promptCapabilities: prompts.write({}),
    sessionCapabilities: { persistence: capabilities.loadSession === true },
  })
}

/** The capabilities that are demanded and not there, as a path each. */
export function missingIn(demanded: unknown, offered: unknown, path = ''): readonly string[] {
  if (!isFields(demanded)) return isMet(demanded, offered) ? [] : [path]
  const there = isFields(offered) ? offered : {}
  return Object.entries(demanded).flatMap(([name, value]) =>
    name === '_meta'
      ? []
      : missingIn(
          value,
          Object.hasOwn(there, name) ? there[name] : undefined,
          path === '' ? name : `${path}.${name}`,
        ),
  )
}

/** What is demanded as false or nothing is no demand; of a number at least as much must be there. */
function isMet(demanded: unknown, offered: unknown): boolean {
  if (demanded === false || demanded === null || demanded === 0) return true
  if (typeof demanded === 'number') return typeof offered === 'number' && offered >= demanded
  if (isList(demanded)) return isList(offered) && demanded.every(item => offered.includes(item))
  return demanded === offered
}
