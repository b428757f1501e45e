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

type Json = Readonly<Record<string, unknown>>

/** The fixture that drives an agent. */
export async function findAgentFixture(name: string, cwd: string): Promise<AgentFixture> {
  const known = agentFixtures.find(fixture => fixture.name === name)
  if (known !== undefined) return known
  const value = await readJson(name, { cwd, known: agentFixtures.map(fixture => fixture.name) })
  const prompts = toMap(value, { name, key: 'prompts', keys: agentDeeds })
  for (const [deed, prompt] of Object.entries(prompts))
    if (typeof prompt !== 'string') throw flawed(name, `/prompts/${deed}: expected text`)
  return {
    name,
    prompts: prompts as AgentFixture['prompts'],
    env: toTexts(value.env, `${name}: /env`),
    ...(value.signedOutEnv === undefined
      ? {}
      : { signedOutEnv: toTexts(value.signedOutEnv, `${name}: /signedOutEnv`) }),
    ...(typeof value.authMethod === 'string' ? { authMethod: value.authMethod } : {}),
    ...(typeof value.turnMilliseconds === 'number' ? { turnMilliseconds: value.turnMilliseconds } : {}),
  }
}

/** The fixture that drives a client; `words` is its command for a prompt, where one was given. */
export async function findClientFixture(
  name: string | undefined,
  { cwd, words }: { readonly cwd: string; readonly words: readonly string[] },
): Promise<ClientFixture> {
  const typed = words.length === 0 ? {} : { prompt: words }
  if (name === undefined) return { name: 'command line', tasks: typed }
  const known = clientFixtures.find(fixture => fixture.name === name)
  if (known !== undefined) return { ...known, tasks: { ...known.tasks, ...typed } }
  const value = await readJson(name, { cwd, known: clientFixtures.map(fixture => fixture.name) })
  const tasks = toMap(value, { name, key: 'tasks', keys: clientTasks })
  for (const [task, command] of Object.entries(tasks))
    if (!isTexts(command) || command.length === 0)
      throw flawed(name, `/tasks/${task}: expected an array of words`)
  return {
    name,
    tasks: { ...(tasks as ClientFixture['tasks']), ...typed },
    env: toTexts(value.env, `${name}: /env`),
    isInterrupted: value.isInterrupted === true,
  }
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
    if (isJson(value)) return value
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
  if (!isJson(map)) throw flawed(name, `/${key}: expected an object`)
  const strange = Object.keys(map).find(each => !keys.includes(each))
  if (strange !== undefined) throw flawed(name, `/${key}/${strange}: expected one of ${keys.join(', ')}`)
  return map
}

function toTexts(value: unknown, place: string): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  if (isJson(value) && Object.values(value).every(each => typeof each === 'string'))
    return value as Readonly<Record<string, string>>
  throw new Failure(`${place}: expected an object of texts`, { exitCode: EXIT.usage })
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function flawed(name: string, what: string): Failure {
  return new Failure(`--fixture ${name}: ${what}`, { exitCode: EXIT.usage })
}
