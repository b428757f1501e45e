/** Plays scenarios, several at a time, each in a folder of its own; what each found, and every wire judged by the rules. */

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import type { Entry } from '@parley/acp/inspect'
import { CannotGoOn, Judge } from './judge.js'
import type { Side, Version } from './requirement.js'
import { judgeWires } from './rulings-by-rule.js'
import type { Performance, Ruling } from './verdict.js'
import type { Transport } from './wire/remote-address.js'

/** What all scenarios have, whoever is examined. */
export interface Scenario<Stage> {
  /** Such as `initialize.version`; unique. */
  readonly name: string
  /** What happens, in one sentence. */
  readonly title: string
  readonly versions: readonly Version[]
  /** The requirements it decides besides those that every conversation is judged by. */
  readonly verifies: readonly string[]
  /** What is judged by rules, and can be seen in what happens here. */
  readonly watches?: readonly string[] | undefined
  /** What cannot be judged by rules here, because the examiner itself breaks them. */
  readonly except?: readonly string[] | undefined
  play(stage: Stage, judge: Judge): Promise<void>
}

/** What a scenario is played on. */
export interface Theatre<Stage, Each extends Scenario<Stage>> {
  readonly side: Side
  readonly version: Version
  /** How the peer is reached: on stdio unless said. */
  readonly transport?: Transport | undefined
  /** Why a scenario cannot even begin. */
  obstacle(scenario: Each): string | undefined
  /** A stage in an empty folder. */
  build(scenario: Each, folder: string): Stage
  wiresOf(stage: Stage): readonly (readonly Entry[])[]
  /** What cannot be judged by rules any more because the examiner left early, and why it did. */
  spoiltBy?(stage: Stage, reason: unknown): readonly string[]
  strike(stage: Stage): Promise<void>
}

export interface PlayOptions {
  /** How many are played at the same time. */
  readonly jobs?: number | undefined
  readonly onPerformance?: ((performance: Performance) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const JOBS = 2
const REASON_CHARACTERS = 500
const SCENARIO_MILLISECONDS = 120_000

/** Plays those of the version, and reports them in their own order. */
export async function playAll<Stage, Each extends Scenario<Stage>>(
  scenarios: readonly Each[],
  theatre: Theatre<Stage, Each>,
  { jobs = JOBS, onPerformance, signal }: PlayOptions,
): Promise<readonly Performance[]> {
  const chosen = scenarios.filter(({ versions }) => versions.includes(theatre.version))
  const performances: (Performance | undefined)[] = chosen.map(() => undefined)
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < chosen.length && !signal?.aborted; index = next++) {
      const scenario = chosen[index]
      if (scenario === undefined) return
      const played = await playOne(scenario, theatre)
      performances[index] = played
      onPerformance?.(played)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return performances.filter(performance => performance !== undefined)
}

async function playOne<Stage, Each extends Scenario<Stage>>(
  scenario: Each,
  theatre: Theatre<Stage, Each>,
): Promise<Performance> {
  const { name, title, verifies } = scenario
  const except = [...(scenario.except ?? [])]
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-')))
  const stage = theatre.build(scenario, folder)
  const judge = new Judge(name, verifies)
  const started = performance.now()
  let unseen = 'nothing was seen that it could be judged by'
  try {
    const obstacle = theatre.obstacle(scenario)
    if (obstacle !== undefined) throw new CannotGoOn(obstacle)
    await Promise.race([scenario.play(stage, judge), overdue()])
    judge.skipRest('the scenario did not come to it')
  } catch (error) {
    unseen = reasonOf(error)
    except.push(...(theatre.spoiltBy?.(stage, error) ?? []))
    judge.skipRest(unseen)
  } finally {
    await theatre.strike(stage)
    // Something that the peer left behind may still write there; that is nobody's verdict.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
  const wires = theatre.wiresOf(stage)
  const watched = await judgeWires(wires, {
    version: theatre.version,
    side: theatre.side,
    scenario: name,
    except,
  })
  const rulings = [...judge.rulings, ...watched, ...unwatched(scenario, watched, unseen)]
  return { scenario: name, title, milliseconds: performance.now() - started, rulings, wires }
}

/** What was to be seen in the scenario and was not. */
function unwatched(
  { name, watches = [] }: Pick<Scenario<never>, 'name' | 'watches'>,
  watched: readonly Ruling[],
  detail: string,
): readonly Ruling[] {
  return watches
    .filter(id => !watched.some(({ requirement }) => requirement === id))
    .map(requirement => ({ requirement, outcome: 'skipped', detail, scenario: name }))
}

/** A stumble of ours is told, and costs one scenario. */
function reasonOf(error: unknown): string {
  if (error instanceof CannotGoOn) return boundedLine(error.message, REASON_CHARACTERS)
  return `the examiner stumbled: ${boundedLine(String(error), REASON_CHARACTERS)}`
}

function overdue(): Promise<never> {
  return new Promise((_, reject) => {
    const late = (): void => reject(new CannotGoOn(`not over after ${SCENARIO_MILLISECONDS / 1000} s`))
    setTimeout(late, SCENARIO_MILLISECONDS).unref()
  })
}
