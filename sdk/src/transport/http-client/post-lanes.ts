/** In which order messages leave, when each is a request of its own and requests overtake each other. Knows no HTTP. */

import { Fifo } from '../../jsonrpc/fifo.js'
import { openable } from '../../jsonrpc/waiting.js'

const HELD_MILLISECONDS = 1_000
const MOST_AT_ONCE = 32

/** One message on its way. */
export interface Post {
  readonly lane: string | undefined
  readonly isAnswer: boolean
  /** When all of it had left and the server had not taken it yet; nothing while that is not so. */
  sentAt: number | undefined
}

interface Lane<P extends Post> {
  readonly key: string | undefined
  readonly queue: Fifo<P>
  /** The call that the next one waits for. */
  current: P | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  isReady: boolean
}

/**
 * ACP needs the order of calls and notifications within a session: a mode is set before the prompt that wants it, and a
 * cancel finds the turn that it ends. It needs no order between sessions, and none among answers, which are paired by
 * id; but an answer is not given before what was said before it (a cancel, then the permission it made void). So every
 * session has a lane, and what belongs to no session has one. A call leaves when the server has taken (or answered) the call
 * before it; answers leave together as soon as they are at the head of their lane. What calls a request off keeps to the lane
 * of that request. A server that holds a request instead of taking it (it should answer 202 at once) has surely read it
 * a second after it left; from then on nobody waits for it: a cancel must not wait for the prompt to end.
 */
export class PostLanes<P extends Post> {
  readonly #run: (post: P) => Promise<void>
  readonly #lanes = new Map<string | undefined, Lane<P>>()
  readonly #ready = new Fifo<Lane<P>>()
  /** Under way; not those that nobody waits for any more. */
  #active = 0
  #unfinished = 0
  #idle: ReturnType<typeof openable> | undefined
  #isStopped = false

  /** `run` settles when the server has taken the post, or never will; it does not reject. */
  constructor(run: (post: P) => Promise<void>) {
    this.#run = run
  }

  add(post: P): void {
    if (this.#isStopped) return
    this.#unfinished++
    const lane = this.#laneOf(post.lane)
    lane.queue.push(post)
    this.#advance(lane)
  }

  /** The server is known to have taken this one, though it has not said so yet: nobody waits for it any more. */
  release(post: P): void {
    const lane = this.#lanes.get(post.lane)
    if (lane !== undefined && lane.current === post) this.#letGo(lane)
  }

  /** Resolves when all that was added has been taken. */
  idle(): Promise<void> {
    if (this.#unfinished === 0 || this.#isStopped) return Promise.resolve()
    this.#idle ??= openable()
    return this.#idle.promise
  }

  /** What has not left stays here for good. */
  stop(): void {
    this.#isStopped = true
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer)
    this.#lanes.clear()
    this.#idle?.open()
  }

  #laneOf(key: string | undefined): Lane<P> {
    const known = this.#lanes.get(key)
    if (known !== undefined) return known
    const lane = { key, queue: new Fifo<P>(), current: undefined, timer: undefined, isReady: false }
    this.#lanes.set(key, lane)
    return lane
  }

  #advance(lane: Lane<P>): void {
    while (lane.queue.length > 0 && !this.#isStopped) {
      if (lane.current !== undefined) return this.#watch(lane)
      if (this.#active >= MOST_AT_ONCE) return this.#waitForTurn(lane)
      const post = lane.queue.shift()
      if (post !== undefined) this.#start(post, lane)
    }
  }

  #waitForTurn(lane: Lane<P>): void {
    if (lane.isReady) return
    lane.isReady = true
    this.#ready.push(lane)
  }

  #start(post: P, lane: Lane<P>): void {
    this.#active++
    if (!post.isAnswer) lane.current = post
    void this.#run(post).then(() => this.#finish(post, lane))
  }

  #finish(post: P, lane: Lane<P>): void {
    // One that was let go before gave its place back then.
    if (post.isAnswer || lane.current === post) this.#active--
    if (lane.current === post) {
      lane.current = undefined
      clearTimeout(lane.timer)
      lane.timer = undefined
    }
    this.#unfinished--
    if (this.#unfinished === 0) this.#idle?.open()
    this.#advance(lane)
    const isEmpty = lane.current === undefined && lane.queue.length === 0
    // A post that was held for long may find that its lane was taken down and another one stands there.
    if (isEmpty && this.#lanes.get(lane.key) === lane) this.#lanes.delete(lane.key)
    this.#next()
  }

  #next(): void {
    while (this.#active < MOST_AT_ONCE) {
      const lane = this.#ready.shift()
      if (lane === undefined) return
      lane.isReady = false
      this.#advance(lane)
    }
  }

  #watch(lane: Lane<P>): void {
    if (lane.timer !== undefined) return
    const { current } = lane
    const sentAt = current?.sentAt
    const wait = sentAt === undefined ? HELD_MILLISECONDS : sentAt + HELD_MILLISECONDS - Date.now()
    lane.timer = setTimeout(
      () => {
        lane.timer = undefined
        if (lane.current === current && isHeld(current)) this.#letGo(lane)
        else this.#advance(lane)
      },
      Math.max(wait, 10),
    )
  }

  #letGo(lane: Lane<P>): void {
    lane.current = undefined
    clearTimeout(lane.timer)
    lane.timer = undefined
    this.#active--
    this.#advance(lane)
    this.#next()
  }
}

function isHeld(post: Post | undefined): boolean {
  return post?.sentAt !== undefined && Date.now() - post.sentAt >= HELD_MILLISECONDS
}
