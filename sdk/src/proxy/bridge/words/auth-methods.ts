/** Ways to sign in, in the words of the other version. */

import type { v1, v2 } from '../../../schema/index.js'
import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { keep, keptIn, withoutKept } from './kept.js'

export function toNewAuthMethod(method: v1.AuthMethod): v2.AuthMethod {
  const { id, env, ...rest } = withoutKept({ ...method }, 'v2')
  const { env: keptEnv } = keptIn({ ...method }, 'v2')
  const variables = isFields(env) ? { env: keptEnv ?? toVariables(env) } : env === undefined ? {} : { env }
  return { type: 'agent', ...rest, methodId: id, ...variables } as unknown as v2.AuthMethod
}

/** Undefined where version 1 has no words for it: the client could not do what this kind asks of it. */
export function toOldAuthMethod(method: v2.AuthMethod): v1.AuthMethod | undefined {
  const { type, methodId, env, ...rest }: Fields = { ...method }
  if (type === 'agent') return { ...rest, id: methodId } as unknown as v1.AuthMethod
  if (type !== 'terminal') return undefined
  const old = { ...rest, type, id: methodId, ...(env === undefined ? {} : { env: toTable(env) }) }
  const isPlain = !isList(env) || env.every(each => isFields(each) && each._meta === undefined)
  return keep(old, 'v2', isPlain ? {} : { env }) as unknown as v1.AuthMethod
}

function toVariables(env: Fields): readonly Fields[] {
  return Object.entries(env).map(([name, value]) => ({ name, value }))
}

function toTable(env: unknown): unknown {
  if (!isList(env)) return env
  const pairs = env.flatMap(each => (isFields(each) && isText(each.name) ? [[each.name, each.value]] : []))
  return Object.fromEntries(pairs)
}
