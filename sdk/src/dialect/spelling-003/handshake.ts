/** What both sides say of themselves when they meet, and the modes that an agent announces there for all its sessions. */

import { isFields } from '../../schema/fields.js'
import { type Fields, giveBack, layAway, list, object, type Respelling, takeOut } from './respelling.js'

/** What a client that lends terminals can do with them. */
const terminalFlags = ['create', 'output', 'waitForExit', 'kill', 'release'] as const

function canAll(terminal: Fields): boolean {
  return terminalFlags.every(flag => terminal[flag] === true)
}

/** One word for all five: a client that can do less lends us none. */
const clientCapabilities: Respelling = {
  toOurs(value) {
    if (!isFields(value) || !Object.hasOwn(value, 'terminal')) return value
    const { terminal } = value
    return isFields(terminal)
      ? layAway({ ...value, terminal: canAll(terminal) }, { terminal })
      : layAway(value, { terminal })
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    const was = extras.terminal
    const { terminal } = bare
    if (was === terminal || (isFields(was) && canAll(was) === terminal)) return giveBack(bare, extras)
    if (typeof terminal !== 'boolean') return giveBack(bare, extras)
    return giveBack(bare, {
      ...extras,
      terminal: Object.fromEntries(terminalFlags.map(flag => [flag, terminal])),
    })
  },
}

/** The ways to reach an MCP server beside the one that every agent knows. */
const optionalTransports = ['http', 'sse'] as const

const mcpCapabilities: Respelling = {
  toOurs(value) {
    if (!isFields(value) || !Array.isArray(value.supportedTransports)) return value
    const { supportedTransports, ...others } = value
    const flags = optionalTransports.map(name => [name, supportedTransports.includes(name)])
    return layAway({ ...others, ...Object.fromEntries(flags) }, { supportedTransports })
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    const was = Array.isArray(extras.supportedTransports) ? extras.supportedTransports : undefined
    const flags = optionalTransports.filter(name => bare[name] === true)
    const { http: _http, sse: _sse, ...others } = bare
    const isSame = optionalTransports.every(name => was?.includes(name) === (bare[name] === true))
    if (was !== undefined && isSame) return giveBack(others, extras)
    if (!optionalTransports.some(name => Object.hasOwn(bare, name))) return giveBack(bare, extras)
    return giveBack(others, { ...extras, supportedTransports: ['stdio', ...flags] })
  },
}

const agentCapabilities = object({ within: { mcpCapabilities }, laidAway: ['sessionModes'] })

const authMethod = object({ names: { methodId: 'id', title: 'name' } })

export const initializeParams: Respelling = object({ within: { clientCapabilities } })

export const initializeResult: Respelling = object({
  names: { authenticationMethods: 'authMethods' },
  within: { agentCapabilities, authMethods: list(authMethod) },
})

const mode = object({ names: { modeId: 'id', title: 'name' } })

/** A mode as version 1 has it. */
export type Mode = Fields & { readonly id: string }

/** The modes that an agent of theirs announces in its answer to `initialize`, in our words. */
export function announcedModes(result: unknown): readonly Mode[] {
  const capabilities = isFields(result) ? result.agentCapabilities : undefined
  const modes = isFields(capabilities) ? capabilities.sessionModes : undefined
  if (!Array.isArray(modes)) return []
  return modes.map(each => mode.toOurs(each)).filter(isMode)
}

function isMode(value: unknown): value is Mode {
  return isFields(value) && typeof value.id === 'string' && typeof value.name === 'string'
}

/** An answer to `initialize` in their words, with the modes that all sessions of our agent have. */
export function withModes(result: unknown, modes: readonly object[] | undefined): unknown {
  if (modes === undefined || !isFields(result)) return result
  const capabilities = isFields(result.agentCapabilities) ? result.agentCapabilities : {}
  if (Object.hasOwn(capabilities, 'sessionModes')) return result
  const sessionModes = modes.map(each => mode.toTheirs(each))
  return { ...result, agentCapabilities: { ...capabilities, sessionModes } }
}
