/** Wires written by hand: what each side says, a millisecond apart, as entries of a recording. */

import type { Entry, Heading } from './entry.js'
import { createOnlooker, type Onlooker } from './onlooker.js'

/** What the agent says, and what the client does; each call is one entry at a time of its own. */
export class Script {
  readonly entries: Entry[] = []
  #at = 0

  /** Lets time pass. */
  after(milliseconds: number): this {
    this.#at += milliseconds
    return this
  }

  client(message: object): this {
    return this.#pass('agent', message)
  }

  agent(message: object): this {
    return this.#pass('client', message)
  }

  add(entry: Record<string, unknown>): this {
    this.entries.push({ at: ++this.#at, ...entry } as unknown as Entry)
    return this
  }

  #pass(to: Heading, message: object): this {
    const text = JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message })
    return this.add({ to, message: JSON.parse(text), bytes: text.length })
  }
}

/** Somebody who has watched all of it. */
export async function watch(entries: readonly Entry[]): Promise<Onlooker> {
  const onlooker = await createOnlooker()
  for (const entry of entries) onlooker.see(entry)
  onlooker.end()
  return onlooker
}

type Fields = Record<string, unknown>

/** A handshake of version 1, with what each side can do. */
export function version1(client: Fields = {}, agent: Fields = {}): Script {
  return new Script()
    .client({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: client } })
    .agent({ id: 0, result: { protocolVersion: 1, agentCapabilities: agent } })
}

/** The same with a session `s`. */
export function session1(client: Fields = {}, agent: Fields = {}, setup: Fields = {}): Script {
  return version1(client, agent)
    .client({ id: 1, method: 'session/new', params: { cwd: '/w', mcpServers: [] } })
    .agent({ id: 1, result: { sessionId: 's', ...setup } })
}

/** The same with a prompt that waits for its answer, id 2. */
export function turn1(client: Fields = {}, agent: Fields = {}, setup: Fields = {}): Script {
  return session1(client, agent, setup).client(prompt(2))
}

/** A handshake of version 2. */
export function version2(client: Fields = {}, agent: Fields = { session: {} }): Script {
  const info = { name: 'x', version: '1' }
  return new Script()
    .client({ id: 0, method: 'initialize', params: { protocolVersion: 2, info, capabilities: client } })
    .agent({ id: 0, result: { protocolVersion: 2, info, capabilities: agent } })
}

/** The same with a session `s`. */
export function session2(client: Fields = {}, agent: Fields = { session: {} }, setup: Fields = {}): Script {
  return version2(client, agent)
    .client({ id: 1, method: 'session/new', params: { cwd: '/w' } })
    .agent({ id: 1, result: { sessionId: 's', ...setup } })
}

export const prompt = (id: unknown, sessionId = 's') => ({
  id,
  method: 'session/prompt',
  params: { sessionId, prompt: [{ type: 'text', text: 'hi' }] },
})
export const update = (sessionUpdate: string, fields: Fields = {}, sessionId = 's') => ({
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate, ...fields } },
})
export const say = (text: string, fields: Fields = {}) =>
  update('agent_message_chunk', { content: { type: 'text', text }, ...fields })
export const stop = (id: unknown, stopReason = 'end_turn') => ({ id, result: { stopReason } })
export const cancel = { method: 'session/cancel', params: { sessionId: 's' } }
