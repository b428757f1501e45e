/** What a client on the official SDK has heard: it keeps no state of its own, so only words and ends are told. */

import { writeFile } from 'node:fs/promises'
import type * as acp from '@agentclientprotocol/sdk'
import type { SeenMessage } from '../../client/view.js'
import type { Json } from '../../wire/arrivals.js'

const ROLES: Readonly<Record<string, string>> = {
  user_message_chunk: 'user',
  agent_message_chunk: 'agent',
  agent_thought_chunk: 'thought',
}

interface Page {
  readonly messages: SeenMessage[]
  stopReason?: string
  error?: string
}

export class Notebook {
  readonly #pages = new Map<string, Page>()
  listed: Json[] | undefined
  error: string | undefined

  page(sessionId: string): Page {
    const page = this.#pages.get(sessionId) ?? { messages: [] }
    this.#pages.set(sessionId, page)
    return page
  }

  hear({ sessionId, update }: acp.SessionNotification): void {
    const role = ROLES[update.sessionUpdate]
    if (role === undefined || !('content' in update)) return
    const { content, messageId }: Json = { ...update }
    const { text } = Object(content) as { text?: unknown }
    const { messages } = this.page(sessionId)
    const last = messages.at(-1)
    const isSame = last?.role === role && last.messageId === (messageId ?? undefined)
    const words = (isSame ? last.text : '') + String(text)
    const id = typeof messageId === 'string' ? { messageId } : {}
    messages.splice(isSame ? -1 : messages.length, 1, { role, text: words, ...id })
  }

  async save(path: string): Promise<void> {
    const sessions = [...this.#pages].map(([sessionId, page]) => ({ sessionId, ...page }))
    await writeFile(path, JSON.stringify({ sessions, listed: this.listed, error: this.error }))
  }
}
