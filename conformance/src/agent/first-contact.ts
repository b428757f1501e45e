/** One handshake before all scenarios: whom nobody can speak with in this version is not judged by it. */

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../error.js'
import type { Version } from '../requirement.js'
import { toJson } from '../wire/json.js'
import type { Answer } from '../wire/scripted-peer.js'
import { codeOf } from './answers.js'
import { AgentStage, type StageOptions } from './stage.js'

/** A version that nobody speaks. */
export const FAR_VERSION = 65_535

const OTHERS: Readonly<Record<Version, Version>> = { 1: 2, 2: 1 }

/** Why no scenario can be played; nothing where the agent can be spoken with. */
export async function obstacleAtFirst(
  options: Omit<StageOptions, 'folder' | 'variant'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-')))
  // The first start of a program may take longer than any later one.
  const pace = { ...options.pace, deadline: 2 * options.pace.deadline }
  const stage = new AgentStage({ ...options, folder, pace, variant: 'plain' })
  try {
    return await Promise.race([shakeHands(stage), interrupted(signal)])
  } catch {
    // A stumble of ours: the scenarios will tell of it.
    return undefined
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

async function shakeHands(stage: AgentStage): Promise<string | undefined> {
  const agent = await stage.start()
  const answer = await agent.initialize()
  if ('silence' in answer) return stage.silence ?? `it never answered initialize: ${answer.silence}`
  const other = OTHERS[stage.version]
  if (codeOf(answer) === errorCode.unsupported_version)
    return `the agent does not speak version ${stage.version}: examine it with --protocol ${other}`
  if (versionIn(answer) !== other) return undefined
  // Who names the version as its newest speaks it, and must take it when it is asked for.
  const newest = await (await stage.start()).initialize({ protocolVersion: FAR_VERSION })
  if (versionIn(newest) === stage.version) return undefined
  return `the agent speaks version ${other} and not version ${stage.version}: examine it with --protocol ${other}`
}

function versionIn(answer: Answer): unknown {
  return 'result' in answer ? toJson(answer.result).protocolVersion : undefined
}

function interrupted(signal: AbortSignal | undefined): Promise<undefined> {
  return new Promise(resolve => {
    if (signal?.aborted) resolve(undefined)
    signal?.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
