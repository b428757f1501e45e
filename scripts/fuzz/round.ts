/** One connection from its first byte to the exit of the process: bursts of messages, and after each of them the questions. */
import type { Answers } from './answers.js'
import type { Calls } from './calls.js'
import { Link } from './link.js'
import { Failure } from './oracles.js'
import { Pool } from './pool.js'
import { Random } from './random.js'
import { SCENES, type Scene, type Stage } from './scenes.js'
import { type Setting, spokenContract } from './setting.js'

export interface Round extends Stage {
  readonly setting: Setting
}

/** Who speaks in a round, once both sides have agreed. */
export interface Cast {
  readonly calls: Calls
  readonly answers: Answers
  readonly version: number
}

/** What differs between the two sides. */
export interface Play {
  /** Comes to an agreement. */
  open(round: Round): Promise<Cast>
  /** Lets go of what a scene held up. */
  rest(round: Round): Promise<void>
  /** One sound exchange that must go well in the middle of everything. */
  turn(round: Round, cast: Cast, number: number): Promise<void>
  /** Sees that nothing was left hanging. */
  close(round: Round, cast: Cast): Promise<void>
}

const SCENE_EVERY = 6

/** Sets a stage, and clears it whatever happens; a failure carries what was sent. */
export async function onStage(setting: Setting, act: (round: Round) => Promise<void>): Promise<void> {
  const random = new Random(setting.seed)
  const { side, framing, tally, contract } = setting
  const spoken = await spokenContract(contract)
  const link = new Link({ side, framing, tally, random, contract: contract.folder })
  // A client speaks first, in the version that it offers; an agent's word is waited for.
  if (side === 'client') link.inspector.contract = spoken
  const pool = new Pool(random.fork())
  try {
    await act({ link, pool, random, setting })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    error.evidence = `the last messages:\n${link.record.show()}\nall bytes: ${link.record.save()}`
    throw error
  } finally {
    link.target.kill()
  }
}

export function playRound(setting: Setting, play: Play): Promise<void> {
  return onStage(setting, async round => {
    const { link } = round
    const cast = await play.open(round)
    await link.probe()
    for (let number = 0; number < setting.windows && Date.now() < setting.deadline; number++)
      await playWindow(round, play, { ...cast, number })
    await play.rest(round)
    cast.answers.calmDown()
    await play.close(round, cast)
    await link.settle()
    await link.probe()
    await link.end()
  })
}

async function playWindow(round: Round, play: Play, cast: Cast & { readonly number: number }): Promise<void> {
  const { link, random } = round
  const { number, calls, answers } = cast
  if (number % SCENE_EVERY === 0) {
    await sceneOf(round, number / SCENE_EVERY)(round)
    await play.rest(round)
  } else for (let left = random.between(5, 150); left > 0; left--) await link.send(calls.next())
  answers.catchUp()
  await link.probe()
  await play.turn(round, cast, number)
}

/** Bombs first, then the others; each round begins with another one. */
function sceneOf({ setting }: Round, number: number): Scene {
  const [first, ...others] = SCENES[setting.side]
  return (number === 0 ? first : others[(setting.number + number - 1) % others.length]) ?? first
}
