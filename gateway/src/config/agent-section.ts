/** Reads what the file says of agents: what is run, with which variables, and where. */

import { isAbsolute, normalize } from 'node:path'
import { dialectNames } from '@parley/acp/dialect'
import type { AgentSetting } from './config.js'
import { demandName } from './name.js'
import { ConfigFlaw, kindOf, type Section, toFlag, toListOf, toText, toWord } from './section.js'

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
const KEYS = ['title', 'command', 'args', 'env', 'inherit', 'cwd', 'roots', 'dialect', 'bridge']

export function toAgents(top: Section): ReadonlyMap<string, AgentSetting> {
  return top.each('agents', toAgent)
}

/** An absolute path, without detours. */
export function toPath(value: unknown, path: string): string {
  const text = toText(value, path)
  if (!isAbsolute(text)) throw new ConfigFlaw(path, 'an absolute path', 'a relative one')
  return normalize(text)
}

function toAgent(section: Section, name: string): AgentSetting {
  demandName(name, section.path)
  section.demandKnown(KEYS)
  return {
    name,
    title: section.maybe('title', toText, undefined),
    command: section.take('command', toText),
    args: section.maybe('args', toListOf(toArgument), []),
    env: section.maybe('env', toVariables, {}),
    inherit: section.maybe('inherit', toListOf(toVariable), []),
    cwd: section.maybe('cwd', toPath, undefined),
    roots: section.maybe('roots', toListOf(toPath), undefined),
    dialect: section.maybe('dialect', toWord(dialectNames), undefined),
    isBridged: section.maybe('bridge', toFlag, false),
  }
}

/** Unlike other texts it may be empty. */
function toArgument(value: unknown, path: string): string {
  if (typeof value === 'string' && !value.includes('\0')) return value
  throw new ConfigFlaw(path, 'text', kindOf(value))
}

function toVariable(value: unknown, path: string): string {
  const name = toText(value, path)
  if (VARIABLE.test(name)) return name
  throw new ConfigFlaw(path, 'the name of a variable (letters, digits, underscores)', 'another text')
}

function toVariables(value: unknown, path: string): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigFlaw(path, 'an object', kindOf(value))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      toVariable(name, path),
      toArgument(each, `${path}.${name}`),
    ]),
  )
}
