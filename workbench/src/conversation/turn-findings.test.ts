import type { MessageEntry } from '@parley/acp/inspect'
import { expect, test, vi } from 'vitest'
import { talkWith } from '../showcase/means.fixture.js'
import { createWorkbenchStore } from '../state/store.js'
import type { Talk } from '../state/talk.js'
import { WireLog } from '../state/wire-log.js'
import { emptyWorkbench } from '../state/workbench.js'
import { findingWords, turnFindings, watchTurns } from './turn-findings.js'

// What judges messages is loaded with the first turn, and a busy machine takes its time.
const PATIENCE = { timeout: 30_000 }
vi.setConfig({ testTimeout: 90_000 })

const prompt = { method: 'session/prompt', id: 1, params: { sessionId: '1', prompt: [] } }
const said = (text: unknown, sessionId = '1') => ({
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
})

/** A conversation in which such turns are gone through, each with these messages on the wire. */
function live(key: string) {
  const wire = new WireLog('scout', 0)
  const store = createWorkbenchStore(emptyWorkbench)
  const stop = watchTurns({ store, wires: new Map([['scout', wire]]) })
  const show = (turn: Talk['turn']) =>
    store.setState({ talks: new Map([[key, talkWith({ key, sessionId: '1', turn })]]) })
  const pass = (messages: readonly object[]) => {
    for (const message of messages) {
      const to = 'method' in message && message.method === 'session/prompt' ? 'agent' : 'client'
      wire.add({ to, message: { jsonrpc: '2.0', ...message }, at: 0, bytes: 1 } as MessageEntry)
    }
  }
  const goThrough = (messages: readonly object[]): void => {
    show({ state: 'working' })
    pass(messages)
    show({ state: 'idle' })
  }
  return {
    goThrough,
    stop,
    texts: () =>
      turnFindings
        .getState()
        .get(key)
        ?.map(({ text }) => text) ?? [],
  }
}

test('a turn with updates that are not as the protocol says has a remark that counts them', async () => {
  const { goThrough, texts, stop } = live('scout/odd')
  goThrough([prompt, said('well'), said(42), said(43), said(44, 'another session')])
  await vi.waitFor(() => expect(texts()).toEqual([findingWords(2)]), PATIENCE)
  goThrough([prompt, said(45)])
  await vi.waitFor(() => expect(texts()).toEqual([findingWords(2), findingWords(1)]), PATIENCE)
  stop()
})

test('a turn of somebody else is counted from where the last one ended, and one without flaws is not spoken of', async () => {
  const { goThrough, texts, stop } = live('scout/other')
  goThrough([prompt, said(1)])
  goThrough([said('fine')])
  goThrough([said(2), said(3)])
  await vi.waitFor(() => expect(texts()).toHaveLength(2), PATIENCE)
  expect([...texts()].sort()).toEqual([findingWords(1), findingWords(2)].sort())
  stop()
})
