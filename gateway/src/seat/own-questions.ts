/** What the agent asks of one client outside of any session: told once, and answered by that client or by nobody. */

import { CANCEL_METHOD, RpcError } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { AgentQuestion } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { nobody, WITHDRAWN } from '../hub/inquiry.js'
import type { Patience } from '../hub/patience.js'
import { isForAll, Questions } from '../hub/questions.js'
import { refusal } from '../hub/refusal.js'
import type { OwnStream } from './own-stream.js'

export class OwnQuestions {
  readonly #client: OwnStream
  readonly #questions: Questions
  readonly #name = `own-${globalThis.crypto.randomUUID()}-`
  #last = 0
  #isOver = false

  constructor(client: OwnStream, patience: Patience) {
    this.#client = client
    this.#questions = new Questions(patience, question => {
      this.#callOff(question.seq)
      question.settle(nobody(question))
    })
  }

  ask({ method, params, call }: AgentQuestion): Promise<unknown> {
    if (this.#isOver) return Promise.reject(rpcError('request_cancelled', 'The client left'))
    const seq = ++this.#last
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer): void => {
        if ('result' in answer) resolve(answer.result)
        else reject(new RpcError(answer.error.code, answer.error.message, answer.error.data))
      }
      this.#questions.add({ seq, method, params, isForAll: isForAll(method), settle })
      // The agent takes it back, or is gone.
      call.onCancel(() => {
        if (this.#settle(seq, WITHDRAWN)) this.#callOff(seq)
      })
      this.#write({ id: this.#name + seq, method, params })
      this.watch()
    })
  }

  /** Whether it was an answer to one of these. */
  settle(id: string, answer: Answer): boolean {
    return id.startsWith(this.#name) && this.#settle(Number(id.slice(this.#name.length)), answer)
  }

  /** The client listens, or does not any more: clocks run only while it does not. */
  watch(): void {
    this.#questions.watch(() => this.#client.isListening)
  }

  /** The client is gone. */
  close(): void {
    this.#isOver = true
    for (const { seq } of this.#questions.all) this.#settle(seq, LEFT)
  }

  #settle(seq: number, answer: Answer): boolean {
    const question = this.#questions.take(seq)
    question?.settle(answer)
    return question !== undefined
  }

  #callOff(seq: number): void {
    this.#write({ method: CANCEL_METHOD, params: { requestId: this.#name + seq } })
  }

  #write(message: object): void {
    this.#client.write(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
}

const LEFT = refusal('request_cancelled', 'The client left')
