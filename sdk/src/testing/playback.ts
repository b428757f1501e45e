/** Plays one side of a recording over a channel, as a real peer would: in time, and answering what is asked. */

import {
  compareRecordings,
  createReplay,
  type Difference,
  type Entry,
  type Replay,
} from '../inspect/index.js'
import { type Channel, type Delivery, Malformed, type Outgoing } from '../jsonrpc/index.js'
import type { Side } from '../protocol/index.js'

/** How a recording is played. */
export interface PlaybackOptions {
  /** The side that is played. */
  readonly as: Side
  /** Twice as fast with 2; without waiting where it is absent. */
  readonly speed?: number | undefined
  /**
   * How long the other side may keep quiet before it is given up on what it does not say; 2,000 milliseconds. Half as long
   * each time it goes on being silent.
   */
  readonly patience?: number | undefined
  /** Before each message: what it is. Sent when the promise resolves. */
  readonly gate?: ((label: string) => Promise<void> | undefined) | undefined
  /** Stops it. */
  readonly signal?: AbortSignal | undefined
}

/** What came of it. */
export interface Playback {
  /** The talk as it was this time. */
  readonly entries: readonly Entry[]
  /** How it differs from the recording. */
  readonly differences: readonly Difference[]
  /** What the recording has and the other side did not say, in words. */
  readonly missing: readonly string[]
}

const PATIENCE = 2_000
/** A timer that is set for longer goes off at once. */
const LONGEST_TIMER = 2 ** 31 - 1
/** For what may still come behind the last answer. */
const QUIET = 100

/** Plays one side of a recording to whoever is at the other end, until all is said or the other end closes. */
export async function playRecording(
  channel: Channel,
  entries: readonly Entry[],
  options: PlaybackOptions,
): Promise<Playback> {
  const player = new Player(channel, createReplay(entries, options), options)
  const heard = player.listen()
  await player.speak()
  await channel.close()
  await heard
  const { told, replay } = player
  return { entries: told, differences: compareRecordings(entries, told), missing: replay.missing }
}

class Player {
  readonly told: Entry[] = []
  readonly replay: Replay
  readonly #channel: Channel
  readonly #options: PlaybackOptions
  readonly #begun = performance.now()
  #isClosed = false
  /** How often in a row it was waited for in vain. */
  #silences = 0
  #wake = (): void => {}

  constructor(channel: Channel, replay: Replay, options: PlaybackOptions) {
    this.#channel = channel
    this.replay = replay
    this.#options = options
    options.signal?.addEventListener('abort', () => this.#close())
  }

  async listen(): Promise<void> {
    try {
      for await (const delivery of this.#channel.incoming) this.#take(delivery)
    } catch {
      // Whoever is at the other end is gone, which is an end like any other.
    }
    this.#close()
  }

  /** Until everything is said, or nobody is there to hear it. */
  async speak(): Promise<void> {
    while (!this.#isClosed) {
      const cue = this.replay.next()
      if (cue === undefined) {
        if (await this.#idle()) return
        continue
      }
      const early = cue.due - this.#now()
      if (early > 0) {
        // Something may be heard meanwhile that comes first.
        await this.#rest(early)
        continue
      }
      await this.#options.gate?.(cue.label)
      if (this.#isClosed) return
      this.replay.sent(this.#now())
      await this.#send(cue.message)
    }
  }

  /** Waits for the other side; true where there is nothing more to wait for. */
  async #idle(): Promise<boolean> {
    const { as, patience = PATIENCE } = this.#options
    const { replay } = this
    // An agent is there until its client goes.
    if (replay.isOver && as === 'client') return !(await this.#rest(QUIET))
    const isStuck = as === 'client' || replay.isOwing
    // Who was silent before has half the time: a recording has many parts, and a peer that says nothing says none of them.
    const wasWoken = await this.#rest(isStuck ? patience / 2 ** this.#silences : undefined)
    if (!wasWoken) this.#silences++
    if (!wasWoken && isStuck && !replay.relent()) return as === 'client'
    return false
  }

  /** Resolves when something is heard, with true, or after a while. */
  #rest(milliseconds: number | undefined): Promise<boolean> {
    return new Promise(resolve => {
      if (this.#isClosed) return resolve(false)
      const timer =
        milliseconds === undefined
          ? undefined
          : setTimeout(() => resolve(false), Math.min(milliseconds, LONGEST_TIMER))
      this.#wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  #take({ messages, sizes }: Delivery): void {
    const at = this.#now()
    const to = this.#options.as
    this.#silences = 0
    for (const [index, message] of messages.entries()) {
      const bytes = sizes[index] ?? 0
      if (message instanceof Malformed) {
        this.told.push({ at, to, noise: message.reason, text: message.detail, bytes })
        continue
      }
      this.told.push({ at, to, message, bytes })
      for (const each of Array.isArray(message) ? message : [message]) {
        const answer = this.replay.hear(each, at)
        if (answer !== undefined) void this.#send(answer)
      }
    }
    this.#wake()
  }

  async #send(message: Readonly<Record<string, unknown>>): Promise<void> {
    const text = JSON.stringify(message)
    const to = this.#options.as === 'agent' ? 'client' : 'agent'
    this.told.push({ at: this.#now(), to, message: JSON.parse(text), bytes: text.length })
    // What was recorded is sent as it was, also where it was wrong: it need not have the form of a message.
    const outgoing: unknown = message
    try {
      await this.#channel.send(outgoing as Outgoing, text)
    } catch {
      this.#close()
    }
  }

  #close(): void {
    this.#isClosed = true
    this.#wake()
  }

  #now(): number {
    return performance.now() - this.#begun
  }
}
