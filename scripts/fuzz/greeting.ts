/** The two ends of `initialize`, valid and rich: what is fuzzed comes after it. */
import type { Contract } from '../schema/model.js'
import type { Pool } from './pool.js'
import type { Random } from './random.js'
import { type Fields, Sampler } from './sampler.js'
import { versionOf } from './setting.js'

const INFO = { name: 'fuzzer', version: '1.0.0' }

/** What a client says first. */
export function greetingParams(contract: Contract, random: Random, pool: Pool): Fields {
  const sampled = random.chance(0.5) ? sample(contract, { random, pool, role: 'params' }) : {}
  if (versionOf(contract) === 2) return { capabilities: {}, ...sampled, protocolVersion: 2, info: INFO }
  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true }
  return { clientCapabilities, ...sampled, protocolVersion: 1 }
}

/** What an agent answers. */
export function greetingResult(contract: Contract, random: Random, pool: Pool): Fields {
  const sampled = sample(contract, { random, pool, role: 'result' })
  if (versionOf(contract) === 1) return { ...sampled, protocolVersion: 1 }
  const { session, ...others } = (sampled.capabilities ?? {}) as Fields
  return { ...sampled, protocolVersion: 2, info: INFO, capabilities: { ...others, session: session ?? {} } }
}

function sample(
  contract: Contract,
  by: { readonly random: Random; readonly pool: Pool; readonly role: 'params' | 'result' },
): Fields {
  const row = contract.methods.find(({ name }) => name === 'initialize')
  const sampler = new Sampler(contract, by.random, key => by.pool.word(key))
  return sampler.make(row?.[by.role]) as Fields
}
