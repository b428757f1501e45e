/** The params of a call: read from the line, a file or stdin, and held against the schema. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadFacts, type MethodFact, unknownFields } from '@parley/acp/inspect'
import { loadContract, Reader } from '@parley/acp/protocol'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'
import type { ProtocolVersion } from './greeting.js'

/** `-` is stdin and `@file` a file; nothing is an empty object. */
export async function readParams(text: string | undefined, shell: Shell): Promise<unknown> {
  if (text === undefined) return {}
  const source = await readSource(text, shell)
  try {
    return JSON.parse(source)
  } catch (error) {
    throw usage(`the params are no JSON: ${messageOf(error)}`)
  }
}

async function readSource(text: string, { stdin, cwd }: Shell): Promise<string> {
  if (text === '-') {
    const pieces: Buffer[] = []
    for await (const piece of stdin) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString('utf8')
  }
  if (!text.startsWith('@')) return text
  try {
    return await readFile(resolve(cwd, text.slice(1)), 'utf8')
  } catch (error) {
    throw usage(`the params cannot be read: ${messageOf(error)}`)
  }
}

const usage = (message: string): Failure =>
  new Failure(message, { exitCode: EXIT.usage, cure: 'See: parley call --help', reason: 'usage' })

/** What the schema says of a method that an agent is sent, in the widest contract of the version. */
export async function findFact(version: ProtocolVersion, method: string): Promise<MethodFact | undefined> {
  const { methods } = await loadFacts(`v${version}-unstable`)
  const known = methods.filter(({ name, to }) => name === method && to !== 'client')
  return known.find(({ kind }) => kind === 'request') ?? known[0]
}

/** What the schema has against the params, a sentence each. */
export async function complaintsAbout(
  version: ProtocolVersion,
  fact: MethodFact | undefined,
  params: unknown,
): Promise<readonly string[]> {
  if (fact === undefined) return []
  const { methods } = await loadContract(version, true)
  const row = methods.find(({ name, kind, to }) => name === fact.name && kind === fact.kind && to === fact.to)
  const reader = new Reader()
  if (row !== undefined) reader.read(row.params, params)
  const facts = await loadFacts(`v${version}-unstable`)
  const strangers = unknownFields(facts, { method: fact.name, part: 'params', kind: fact.kind }, params)
  return [
    ...reader.flaws.map(
      ({ path, expected, found }) => `${path || '/'}: expected ${expected}, found ${found}`,
    ),
    ...strangers.map(path => `${path}: no such field`),
  ]
}
