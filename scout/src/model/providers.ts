/** Where models may be: what the surroundings name, and the usual places on this machine. Knows no model and asks nobody. */

import type { Wire } from './brain.js'

/** Variables by name. */
export type Surroundings = Readonly<Record<string, string | undefined>>

/** A server that has models. */
export interface Source {
  /** The first part of the ids of its models. */
  readonly id: string
  /** For people. */
  readonly name: string
  readonly wire: Wire
  readonly baseUrl: string
  /** The variable that can hold another address. */
  readonly addressName?: string | undefined
  readonly key?: string | undefined
  /** The variable that holds its key. */
  readonly keyName?: string | undefined
  /** Whether it is the provider itself, whose prices are known. */
  readonly isOfficial: boolean
  /** Whether nobody named it: it is there only if it answers. */
  readonly isGuess: boolean
  /** What it has, the best first, where it does not say. */
  readonly models: readonly string[]
}

/** The variables that scout reads to find a model: whoever starts it must pass them on. */
export const MODEL_VARIABLES: readonly string[] = [
  'SCOUT_MODEL',
  'SCOUT_BASE_URL',
  'SCOUT_API_KEY',
  'SCOUT_CONTEXT_SIZE',
  'SCOUT_DISCOVERY',
  'OPENAI_BASE_URL',
  'OPENAI_API_KEY',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_BASE_URL',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GEMINI_API_KEY',
]

const LOCAL: readonly (readonly [id: string, name: string, port: number])[] = [
  ['ollama', 'Ollama', 11434],
  ['llama', 'llama-server', 8080],
  ['vllm', 'vLLM', 8000],
  ['lmstudio', 'LM Studio', 1234],
]

/** Every server worth asking: those that were named first. */
export const sourcesIn = (env: Surroundings): readonly Source[] => {
  const given = trimmed(env)
  const guesses = given.SCOUT_DISCOVERY === 'off' ? [] : LOCAL.map(local)
  return [named(given), anthropic(given), openai(given), google(given), ...guesses].filter(
    source => source !== undefined,
  )
}

/** A key that was read from a file has often the end of a line in it. */
const trimmed = (env: Surroundings): Surroundings =>
  Object.fromEntries(MODEL_VARIABLES.map(name => [name, env[name]?.trim()]))

/** The key of OpenAI is for OpenAI, or for who is named in its own variable: never for a server of another name. */
const named = ({ SCOUT_BASE_URL, SCOUT_API_KEY }: Surroundings): Source | undefined => {
  const baseUrl = toBase(SCOUT_BASE_URL, 'v1')
  if (baseUrl === undefined) return undefined
  return {
    ...OPENAI,
    id: 'server',
    name: hostOf(baseUrl),
    baseUrl,
    addressName: 'SCOUT_BASE_URL',
    key: SCOUT_API_KEY || undefined,
    keyName: 'SCOUT_API_KEY',
    isOfficial: false,
    models: [],
  }
}

const OPENAI = {
  id: 'openai',
  addressName: 'OPENAI_BASE_URL',
  name: 'OpenAI',
  wire: 'openai',
  keyName: 'OPENAI_API_KEY',
  isGuess: false,
  models: ['gpt-5', 'gpt-5-mini', 'gpt-4.1'],
} as const

const openai = ({ OPENAI_API_KEY, OPENAI_BASE_URL }: Surroundings): Source | undefined => {
  const other = toBase(OPENAI_BASE_URL, 'v1')
  if (!OPENAI_API_KEY && other === undefined) return undefined
  const baseUrl = other ?? 'https://api.openai.com/v1'
  const isOfficial = hostOf(baseUrl) === 'api.openai.com'
  const server = isOfficial ? {} : { name: hostOf(baseUrl), models: [] }
  return { ...OPENAI, ...server, baseUrl, key: OPENAI_API_KEY || undefined, isOfficial }
}

const anthropic = ({ ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL }: Surroundings): Source | undefined => {
  if (!ANTHROPIC_API_KEY) return undefined
  const baseUrl = toBase(ANTHROPIC_BASE_URL, 'v1') ?? 'https://api.anthropic.com/v1'
  return {
    id: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    baseUrl,
    addressName: 'ANTHROPIC_BASE_URL',
    key: ANTHROPIC_API_KEY,
    keyName: 'ANTHROPIC_API_KEY',
    isOfficial: hostOf(baseUrl) === 'api.anthropic.com',
    isGuess: false,
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-5'],
  }
}

const google = (env: Surroundings): Source | undefined => {
  const keyName = env.GOOGLE_GENERATIVE_AI_API_KEY ? 'GOOGLE_GENERATIVE_AI_API_KEY' : 'GEMINI_API_KEY'
  const key = env[keyName]
  if (!key) return undefined
  const host = 'generativelanguage.googleapis.com'
  const baseUrl = toBase(env.GOOGLE_GENERATIVE_AI_BASE_URL, 'v1beta') ?? `https://${host}/v1beta`
  return {
    id: 'google',
    name: 'Google',
    wire: 'google',
    baseUrl,
    addressName: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    key,
    keyName,
    isOfficial: hostOf(baseUrl) === host,
    isGuess: false,
    models: ['gemini-pro-latest', 'gemini-flash-latest', 'gemini-2.5-pro', 'gemini-2.5-flash'],
  }
}

const local = ([id, name, port]: (typeof LOCAL)[number]): Source => ({
  id,
  name,
  wire: 'openai',
  baseUrl: `http://127.0.0.1:${port}/v1`,
  isOfficial: false,
  isGuess: true,
  models: [],
})

/** People leave out the version, or write a slash at the end. Nothing where it is no address. */
const toBase = (address: string | undefined, version: string): string | undefined => {
  if (!address || !isAddress(address)) return undefined
  const trimmed = address.replace(/\/+$/, '')
  return new URL(trimmed).pathname === '/' ? `${trimmed}/${version}` : trimmed
}

/** `localhost:11434` has the form of an address too, one whose scheme is `localhost`. */
const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/** The variables that should hold an address and do not. Their values may hold anything, so they are not told. */
export const unusableAddresses = (env: Surroundings): readonly string[] => {
  const given = trimmed(env)
  return MODEL_VARIABLES.filter(name => name.endsWith('_BASE_URL') && given[name] && !isAddress(given[name]))
}

const hostOf = (address: string): string => new URL(address).host
