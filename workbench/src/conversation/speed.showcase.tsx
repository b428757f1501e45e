/** Conversations that are long, and words that come fast: what the page must bear without stumbling. */

import type { ThreadUpdate } from '@parley/acp/thread'
import { reduce } from '@parley/acp/thread'
import { meansWith, Staged, talkWith, threadOf } from '../showcase/means.fixture.js'
import { changeTalk } from '../state/store.js'
import { ConversationPane } from './conversation-pane.js'

const words = (text: string, messageId?: string): ThreadUpdate => ({
  ...{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  ...(messageId === undefined ? {} : { messageId }),
})

/** So many entries: questions, answers with lists and code, and tool calls with changes. */
function long(count: number): readonly ThreadUpdate[] {
  return Array.from({ length: count }, (_, place): ThreadUpdate => {
    if (place % 4 === 0)
      return {
        sessionUpdate: 'user_message_chunk',
        content: { type: 'text', text: `Question ${place}: what about the cart?` },
        messageId: `m${place}`,
      }
    if (place % 4 === 2)
      return {
        ...{ sessionUpdate: 'tool_call', toolCallId: `t${place}`, title: `Edit cart-${place}.ts` },
        ...{ kind: 'edit', status: 'completed' },
        content: [
          { type: 'diff', path: `/home/ada/shop/cart-${place}.ts`, oldText: 'a\nb\n', newText: 'a\nc\n' },
        ],
      }
    return words(
      `Answer ${place} with **words**, a list\n\n- one\n- two\n\nand code:\n\n\`\`\`ts\nconst n = ${place}\n\`\`\`\n`,
      `m${place}`,
    )
  })
}

const stage = (updates: readonly ThreadUpdate[]) => {
  const means = meansWith({
    talk: talkWith({ thread: threadOf(updates), turn: { state: 'working', since: 0 } }),
  })
  return (
    <Staged means={means}>
      <ConversationPane />
    </Staged>
  )
}

/** What a stream took: the longest time between two frames, in milliseconds, and how many there were. */
interface Streamed {
  readonly longest: number
  readonly frames: number
}

declare global {
  interface Window {
    /** Says so many words a second for so long. */
    stream?: (perSecond: number, seconds: number) => Promise<Streamed>
    /** Has so many entries said at once; how long it takes until the last is drawn, in milliseconds. */
    fill?: (count: number) => Promise<number>
  }
}

const nextFrame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve))

/** Told to the page once per frame, as the link does. */
async function stream(perSecond: number, seconds: number): Promise<Streamed> {
  const { store } = window.means ?? {}
  if (store === undefined) throw new Error('there is no conversation')
  const began = performance.now()
  let [said, last, longest, frames] = [0, began, 0, 0]
  while (last - began < seconds * 1_000) {
    const now = await nextFrame()
    longest = Math.max(longest, now - last)
    last = now
    frames++
    const due = Math.floor(((now - began) / 1_000) * perSecond)
    changeTalk(store, 'scout/1', talk => {
      let { thread } = talk
      for (; said < due; said++)
        thread = reduce(thread, words(said % 40 === 39 ? `word ${said}.\n\n` : `word ${said} `))
      return { ...talk, thread }
    })
  }
  return { longest, frames }
}

async function fill(count: number): Promise<number> {
  const { store } = window.means ?? {}
  if (store === undefined) throw new Error('there is no conversation')
  const updates = long(count)
  const began = performance.now()
  changeTalk(store, 'scout/1', talk => ({ ...talk, thread: threadOf(updates) }))
  const isDrawn = (): boolean =>
    document.querySelector('[role="log"]')?.textContent.includes(`Answer ${count - 1} `) === true
  while (!isDrawn()) await nextFrame()
  // The frame in which it was found is drawn when the next one begins.
  return (await nextFrame()) - began
}

const staged = (count: number) => {
  Object.assign(window, { stream, fill })
  return stage(long(count))
}

export const showcases = {
  'ten thousand': () => staged(10_000),
  empty: () => staged(0),
}
