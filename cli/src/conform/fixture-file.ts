/** A fixture by name, or from a file of JSON; what is wrong in the file is said with its place. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type AgentFixture,
  agentDeeds,
  agentFixtures,
  type ClientFixture,
  clientFixtures,
  clientTasks,
} from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import { isObject } from '../json-object.js'
import { toAbsoluteWords } from './command-words.js'

type Json = Readonly<Record<string, unknown>>

const AGENT_KEYS = ['prompts', 'env', 'authMethod', 'signedOutEnv', 'turnMilliseconds']
const AGENT_VALUES = ['path', 'text', 'server']
const CLIENT_KEYS = ['tasks', 'env', 'isInterrupted']
const OUR_AGENT = ['agent', 'agent:json']
const CLIENT_VALUES = [
  ...OUR_AGENT,
  ...['cwd', 'beside', 'prompt', 'session', 'version', 'mode', 'option', 'value', 'method', 'state'],
]

/** The fixture that drives an agent. */
export async function findAgentFixture(name: string, cwd: string): Promise<AgentFixture> {
  const known = agentFixtures.find(fixture => fixture.name === name)
  if (known !== undefined) return known
  const value = await readJson(name, { cwd, known: agentFixtures.map(fixture => fixture.name) })
  demandKeys(value, { name, keys: AGENT_KEYS })
  const prompts = toMap(value, { name, key: 'prompts', keys: agentDeeds })
  for (const [deed, prompt] of Object.entries(prompts)) {
    if (typeof prompt !== 'string') throw flawed(name, `/prompts/${deed}: expected text`)
    for (const [, place = ''] of prompt.matchAll(/\{(\w+)\}/g))
      if (!AGENT_VALUES.includes(place)) throw flawed(name, noPlace(`/prompts/${deed}`, place, AGENT_VALUES))
  }
  const { authMethod, turnMilliseconds, signedOutEnv } = value
  if (authMethod !== undefined && typeof authMethod !== 'string')
    throw flawed(name, '/authMethod: expected text')
  if (turnMilliseconds !== undefined && !isDuration(turnMilliseconds))
    throw flawed(name, '/turnMilliseconds: expected a number above 0')
  return {
    name,
    prompts: prompts as AgentFixture['prompts'],
    env: toTexts(value.env, `${name}: /env`),
    ...(signedOutEnv === undefined ? {} : { signedOutEnv: toTexts(signedOutEnv, `${name}: /signedOutEnv`) }),
    ...(authMethod === undefined ? {} : { authMethod }),
    ...(turnMilliseconds === undefined ? {} : { turnMilliseconds }),
  }
}

/** The fixture that drives a client; `words` is its command for a prompt, where one was given. */
export async function findClientFixture(
  name: string | undefined,
  { cwd, words }: { readonly cwd: string; readonly words: readonly string[] },
): Promise<ClientFixture> {
  const typed = words.length === 0 ? {} : { prompt: words }
  const flaw = words.length === 0 ? undefined : flawOf(words)
  if (flaw !== undefined) throw new Failure(`the command of the client: ${flaw}`, { exitCode: EXIT.usage })
  if (name === undefined) return { name: 'command line', tasks: typed }
  const known = clientFixtures.find(fixture => fixture.name === name)
  if (known !== undefined) return { ...known, tasks: { ...known.tasks, ...typed } }
  const value = await readJson(name, { cwd, known: clientFixtures.map(fixture => fixture.name) })
  demandKeys(value, { name, keys: CLIENT_KEYS })
  const tasks = Object.entries(toMap(value, { name, key: 'tasks', keys: clientTasks })).map(
    ([task, command]): readonly [string, readonly string[]] => {
      if (!isTexts(command) || command.length === 0)
        throw flawed(name, `/tasks/${task}: expected an array of words`)
      const flaw = flawOf(command)
      if (flaw !== undefined) throw flawed(name, `/tasks/${task}: ${flaw}`)
      return [task, toAbsoluteWords(command, cwd)]
    },
  )
  const { isInterrupted = false } = value
  if (typeof isInterrupted !== 'boolean') throw flawed(name, '/isInterrupted: expected true or false')
  return {
    name,
    tasks: { ...(Object.fromEntries(tasks) as ClientFixture['tasks']), ...typed },
    env: toTexts(value.env, `${name}: /env`),
    isInterrupted,
  }
}

/** What is wrong with the command of a client. Braces inside of a word may be anything; a word of nothing else is a place. */
function flawOf(command: readonly string[]): string | undefined {
  for (const word of command) {
    const [, place] = /^(?:--?[\w-]+=)?\{([\w:]+)\}$/.exec(word) ?? []
    if (place !== undefined && !CLIENT_VALUES.includes(place)) return noPlace(word, place, CLIENT_VALUES)
  }
  const isThere = command.some(word => OUR_AGENT.some(place => word.includes(`{${place}}`)))
  return isThere
    ? undefined
    : 'expected {agent} or {agent:json}, the command of the agent that it is to start'
}

function noPlace(where: string, found: string, places: readonly string[]): string {
  return `${where}: expected one of ${places.map(place => `{${place}}`).join(', ')}, found {${found}}`
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function demandKeys(value: Json, { name, keys }: Omit<Wanted, 'key'>): void {
  const strange = Object.keys(value).find(key => !keys.includes(key))
  if (strange !== undefined) throw flawed(name, `/${strange}: expected one of ${keys.join(', ')}`)
}

async function readJson(
  name: string,
  { cwd, known }: { readonly cwd: string; readonly known: readonly string[] },
): Promise<Json> {
  let text: string
  try {
    text = await readFile(resolve(cwd, name), 'utf8')
  } catch {
    throw new Failure(`--fixture: there is no file ${name}, and no fixture of that name`, {
      exitCode: EXIT.usage,
      cure: `Those that come along: ${known.join(', ')}.`,
    })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (error) {
    throw flawed(name, messageOf(error))
  }
  throw flawed(name, 'expected a JSON object')
}

interface Wanted {
  readonly name: string
  readonly key: string
  readonly keys: readonly string[]
}

function toMap(value: Json, { name, key, keys }: Wanted): Json {
  const map = value[key]
  if (!isObject(map)) throw flawed(name, `/${key}: expected an object`)
  const strange = Object.keys(map).find(each => !keys.includes(each))
  if (strange !== undefined) throw flawed(name, `/${key}/${strange}: expected one of ${keys.join(', ')}`)
  return map
}

function toTexts(value: unknown, place: string): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  if (isObject(value) && Object.values(value).every(each => typeof each === 'string'))
    return value as Readonly<Record<string, string>>
  throw new Failure(`${place}: expected an object of texts`, { exitCode: EXIT.usage })
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}

function flawed(name: string, what: string): Failure {
  return new Failure(`--fixture ${name}: ${what}`, { exitCode: EXIT.usage })
}
