/** One conversation as one client knows it: what it said, what it heard, and what cannot be. */
import type { Session, SessionUpdate } from '@parley/acp/client'
import { emptyThread, reduce, type Thread, toHistory } from '@parley/acp/thread'

const NOTICE = /server was ended|agent ended/

export class Conversation {
  readonly sessionId: string
  /** What is wrong with what was heard. */
  readonly flaws: string[] = []
  /** The last words of the prompts whose turns were heard to their end. */
  readonly ended = new Set<string>()
  #thread: Thread = emptyThread(1)
  #secret: string | undefined
  #next = 1

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  listen(session: Session): void {
    session.onUpdate(update => this.hear(update))
  }

  /** This client says something. */
  say(text: string): void {
    this.#next = 1
    this.#thread = reduce(this.#thread, { type: 'prompt', content: [{ type: 'text', text }] })
  }

  /** The turn that this client began is over. */
  over(stopReason: string): void {
    this.#thread = reduce(this.#thread, { type: 'end', stopReason })
  }

  hear(update: SessionUpdate): void {
    this.#thread = reduce(this.#thread, update)
    if (update.sessionUpdate === 'user_message_chunk') this.#next = 1
    if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') return
    const { text } = update.content
    if (NOTICE.test(text)) return
    const over = /^over (\S+) $/.exec(text)?.[1]
    if (over !== undefined) return void this.ended.add(over)
    if (text.startsWith('secret ')) return this.#check(text.trim().slice('secret '.length))
    if (Number(text) !== this.#next++)
      this.flaws.push(`${this.sessionId}: heard ${text}, not ${this.#next - 1}`)
  }

  /** The conversation by value: without who was told of the end of which turn, and how each is called. */
  get entries(): readonly unknown[] {
    return toHistory(this.#thread).entries.map(({ meta: _, ...entry }) => entry)
  }

  #check(secret: string): void {
    this.#secret ??= secret
    if (this.#secret === secret) return
    this.flaws.push(`${this.sessionId}: another session answers under this name`)
    this.#secret = secret
  }
}
