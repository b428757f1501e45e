/** Our requests that the server has not taken yet, as far as is known, and the posts that carry them. */

import type { Id, Outgoing } from '../../jsonrpc/index.js'
import { answeredBy, calledOff, requestsOf } from './belonging.js'
import type { HttpPost } from './poster.js'

export class PostedRequests {
  readonly #posts = new Map<Id, HttpPost>()

  /** What calls a request off keeps to the lane of that request; all else to that of its session. */
  laneOf(message: Outgoing, session: string | undefined): string | undefined {
    const off = calledOff(message)
    const called = off === undefined ? undefined : this.#posts.get(off)
    return called === undefined ? session : called.lane
  }

  add(post: HttpPost): void {
    for (const id of requestsOf(post.message)) this.#posts.set(id, post)
  }

  delete(post: HttpPost): void {
    for (const id of requestsOf(post.message)) if (this.#posts.get(id) === post) this.#posts.delete(id)
  }

  /** The post of the request that the server answers with this: whoever has answered has taken it. Of several, one tells nothing of the others. */
  answered(message: unknown): HttpPost | undefined {
    const id = this.#posts.size === 0 ? undefined : answeredBy(message)
    const post = id === undefined ? undefined : this.#posts.get(id)
    return Array.isArray(post?.message) ? undefined : post
  }
}
