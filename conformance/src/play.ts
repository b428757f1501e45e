/** Plays scenarios, several at a time, each in a folder of its own; what each found, and every wire judged by the rules. */

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import type { Entry } from '@parley/acp/inspect'
import { toKept } from './excerpt.js'
import { CannotGoOn, Judge } from './judge.js'
import type { Side, Version } from './requirement.js'
import { judgeWires } from './rulings-by-rule.js'
import type { RunRedactor } from './run-redactor.js'
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
  /** How the peer ended and its last words, where it was started and has said nothing at all; asked before it is struck. */
  silenceOf(stage: Stage): string | undefined
  /** What cannot be judged by rules any more because the examiner left early or stopped listening; why it left, if it did. */
  spoiltBy?(stage: Stage, reason: unknown): readonly string[]
  strike(stage: Stage): Promise<void>
}

export interface PlayOptions {
  /** How many are played at the same time. */
  readonly jobs?: number | undefined
  readonly onPerformance?: ((performance: Performance) => void) | undefined
  /** Ends what is being played, and begins nothing more. */
  readonly signal?: AbortSignal | undefined
}

const JOBS = 2
const REASON_CHARACTERS = 500
const SCENARIO_MILLISECONDS = 120_000
/** Whoever has said nothing in so many scenarios, and never anything else, will say nothing in the others either. */
const MOST_SILENCES = 2

/** Plays those of the version, and reports them in their own order. */
export async function playAll<Stage, Each extends Scenario<Stage>>(
  scenarios: readonly Each[],
  theatre: Theatre<Stage, Each>,
  { jobs = JOBS, onPerformance, signal, redactor }: PlayOptions & { readonly redactor: RunRedactor },
): Promise<readonly Performance[]> {
  const chosen = scenarios.filter(({ versions }) => versions.includes(theatre.version))
  const performances: (Performance | undefined)[] = chosen.map(() => undefined)
  const isMute = (): boolean => {
    const silent = performances.filter(each => each?.silence !== undefined).length
    return silent >= MOST_SILENCES && !performances.some(each => each !== undefined && hasSpoken(each))
  }
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < chosen.length && !signal?.aborted && !isMute(); index = next++) {
      const scenario = chosen[index]
      if (scenario === undefined) return
      const played = toKept(await playOne(scenario, theatre, signal), redactor)
      performances[index] = played
      onPerformance?.(played)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return performances.filter(performance => performance !== undefined)
}

/** Whether the peer was heard in it; where nothing was decided, nobody can tell. */
export function hasSpoken({ silence, rulings }: Performance): boolean {
  return silence === undefined && rulings.some(({ outcome }) => outcome !== 'skipped')
}

async function playOne<Stage, Each extends Scenario<Stage>>(
  scenario: Each,
  theatre: Theatre<Stage, Each>,
  signal: AbortSignal | undefined,
): Promise<Performance> {
  const { name, title, verifies } = scenario
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-')))
  const stage = theatre.build(scenario, folder)
  const judge = new Judge(name, verifies)
  const started = performance.now()
  const stumbles: unknown[] = []
  const stop = new AbortController()
  const cause = await perform(scenario, { theatre, stage, judge, signal, stop: stop.signal })
  stop.abort()
  if (cause !== undefined && !(cause instanceof CannotGoOn)) stumbles.push(cause)
  // A play that was overdue goes on until its stage is gone: what it still finds there is about our leaving.
  const decided = [...judge.rulings]
  const silence = signal?.aborted ? undefined : theatre.silenceOf(stage)
  const spoilt = theatre.spoiltBy?.(stage, cause) ?? []
  await theatre.strike(stage).catch((error: unknown) => stumbles.push(error))
  // Something that the peer left behind may still write there; that is nobody's verdict.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  const wires = theatre.wiresOf(stage)
  const { version, side } = theatre
  const except = [...(scenario.except ?? []), ...spoilt]
  const watched = await judgeWires(wires, { version, side, scenario: name, except }).catch(
    (error: unknown) => {
      stumbles.push(error)
      return []
    },
  )
  const [stumble] = stumbles.map(reasonOf)
  const unseen =
    stumble ?? (cause === undefined ? 'nothing was seen that it could be judged by' : reasonOf(cause))
  const rulings = [...decided, ...watched, ...unwatched(scenario, watched, unseen)]
  const milliseconds = performance.now() - started
  return { scenario: name, title, milliseconds, rulings, wires, silence, stumble }
}

interface Means<Stage, Each extends Scenario<Stage>> {
  readonly theatre: Theatre<Stage, Each>
  readonly stage: Stage
  readonly judge: Judge
  readonly signal: AbortSignal | undefined
  /** The play is over, however it was. */
  readonly stop: AbortSignal
}

/** Resolves with what kept it from its end, if something did. */
async function perform<Stage, Each extends Scenario<Stage>>(
  scenario: Each,
  { theatre, stage, judge, signal, stop }: Means<Stage, Each>,
): Promise<unknown> {
  try {
    const obstacle = theatre.obstacle(scenario)
    if (obstacle !== undefined) throw new CannotGoOn(obstacle)
    await Promise.race([scenario.play(stage, judge), overdue(stop), interrupted(signal, stop)])
    judge.skipRest('the scenario did not come to it')
    return undefined
  } catch (error) {
    judge.skipRest(reasonOf(error))
    return error ?? new Error('nothing was thrown')
  }
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

function overdue(stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const late = (): void => reject(new CannotGoOn(`not over after ${SCENARIO_MILLISECONDS / 1000} s`))
    const timer = setTimeout(late, SCENARIO_MILLISECONDS)
    stop.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** Rejects when somebody wants it to end. */
function interrupted(signal: AbortSignal | undefined, stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = (): void => reject(new CannotGoOn('somebody interrupted'))
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true, signal: stop })
  })
}
