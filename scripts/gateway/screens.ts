/** Three clients of different kinds on one session: whatever becomes of them, all see the same thread in the end. */
import { setTimeout as delay } from 'node:timers/promises'
import { GatewayProcess } from './gateway-process.js'
import type { Place, Screen } from './place.js'
import { KINDS, open, openScreen } from './screen.js'

export interface ScreensScore {
  readonly runs: number
  readonly turns: number
  readonly flaws: readonly string[]
}

const AT_ONCE = 4
const SCREENS = 3
const MOST_STEPS = 8
const LOOK_MILLISECONDS = 2
const PATIENCE_MILLISECONDS = 20_000
const DEEDS = ['count 3', 'count 40', 'ask -'] as const

export async function playScreens(runs: number, random: () => number): Promise<ScreensScore> {
  const gateway = new GatewayProcess()
  const flaws: string[] = []
  let [left, turns] = [runs, 0]
  try {
    await gateway.start()
    const { way, folder } = gateway
    const playSome = async (): Promise<void> => {
      while (left-- > 0 && flaws.length === 0)
        try {
          const played = await playRun({ way, folder, random })
          turns += played
        } catch (error) {
          flaws.push(error instanceof Error ? error.message : String(error))
        }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, playSome))
    if (gateway.hasAnsweredTwice) flaws.push('a permission was answered twice')
    return { runs, turns, flaws }
  } finally {
    await gateway.end('SIGKILL')
    gateway.remove()
  }
}

/** One session from its beginning; how many turns it had. */
async function playRun(place: Place): Promise<number> {
  const { random } = place
  const owner = await open(random() < 0.5 ? 'http' : 'websocket', place)
  const { id } = await owner.newSession({ cwd: place.folder })
  const run = new Run(id, place)
  try {
    await run.begin()
    const steps = 3 + Math.floor(random() * (MOST_STEPS - 2))
    for (let step = 0; step < steps; step++) await run.step()
    await run.compare()
    return run.labels.length
  } finally {
    await run.end()
    await owner.close()
  }
}

class Run {
  readonly labels: string[] = []
  readonly #sessionId: string
  readonly #place: Place
  readonly #screens: Screen[] = []

  constructor(sessionId: string, place: Place) {
    this.#sessionId = sessionId
    this.#place = place
  }

  async begin(): Promise<void> {
    for (let who = 0; who < SCREENS; who++) await this.#join(who)
  }

  async step(): Promise<void> {
    const { random } = this.#place
    const who = Math.floor(random() * SCREENS)
    const choice = random()
    if (choice < 0.45) await this.#prompt(who)
    else if (choice < 0.65) this.#screens[who]?.cut(random)
    else if (choice < 0.9) await this.#rejoin(who)
    else await delay(random() * 10)
  }

  /** All have heard everything, and it is the same: also for somebody who comes only now. */
  async compare(): Promise<void> {
    const last = await openScreen('websocket', this.#sessionId, this.#place)
    try {
      await this.#heardAll(last)
      const truth = JSON.stringify(last.conversation.entries)
      for (const [who, screen] of this.#screens.entries()) {
        await this.#heardAll(screen)
        const seen = JSON.stringify(screen.conversation.entries)
        if (seen !== truth) throw new Error(`screen ${who} sees\n${seen}\ninstead of\n${truth}`)
        const [flaw] = screen.conversation.flaws
        if (flaw !== undefined) throw new Error(flaw)
      }
    } finally {
      await last.leave()
    }
  }

  async end(): Promise<void> {
    await Promise.allSettled(this.#screens.map(screen => screen.leave()))
  }

  async #join(who: number): Promise<void> {
    const kind = KINDS[Math.floor(this.#place.random() * KINDS.length)] ?? 'plain'
    this.#screens[who] = await openScreen(kind, this.#sessionId, this.#place)
  }

  /** It leaves, in the middle of whatever is going on, and another one comes. */
  async #rejoin(who: number): Promise<void> {
    await this.#screens[who]?.leave()
    await this.#join(who)
  }

  /** Who prompts has seen what went before: else it would put its prompt in another place than the others. */
  async #prompt(who: number): Promise<void> {
    const screen = this.#screens[who]
    if (screen === undefined) return
    const { random } = this.#place
    await this.#heardAll(screen)
    const label = crypto.randomUUID()
    this.labels.push(label)
    const deed = DEEDS[Math.floor(random() * DEEDS.length)]
    // Who leaves before its turn is over is not answered.
    screen.prompt(`${deed} ${label}`).catch(() => {})
    // It has arrived: a plain client that is cut off before could not know.
    const others = this.#screens.filter(each => each !== screen)
    await this.#until(() => others.some(each => JSON.stringify(each.conversation.entries).includes(label)))
  }

  #heardAll({ conversation }: Screen): Promise<void> {
    return this.#until(() => this.labels.every(label => conversation.ended.has(label)))
  }

  async #until(isSo: () => boolean): Promise<void> {
    const begun = performance.now()
    while (!isSo()) {
      if (performance.now() - begun > PATIENCE_MILLISECONDS)
        throw new Error(
          `something never came: ${this.#screens.map(each => each.conversation.ended.size)} of ${this.labels.length}`,
        )
      await delay(LOOK_MILLISECONDS)
    }
  }
}
