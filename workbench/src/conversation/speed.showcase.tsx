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

declare global {
  interface Window {
    /** Says so many words a second for so long; the longest that a frame took meanwhile, in milliseconds. */
    stream?: (perSecond: number, seconds: number) => Promise<number>
  }
}

/** Told to the page once per frame, as the link does. */
async function stream(perSecond: number, seconds: number): Promise<number> {
  const { store } = window.means ?? {}
  if (store === undefined) return Number.POSITIVE_INFINITY
  const began = performance.now()
  let [said, last, longest] = [0, began, 0]
  while (last - began < seconds * 1_000) {
    const now = await new Promise<number>(resolve => requestAnimationFrame(resolve))
    longest = Math.max(longest, now - last)
    last = now
    const due = Math.floor(((now - began) / 1_000) * perSecond)
    changeTalk(store, 'scout/1', talk => {
      let { thread } = talk
      for (; said < due; said++)
        thread = reduce(thread, words(said % 40 === 39 ? `word ${said}.\n\n` : `word ${said} `))
      return { ...talk, thread }
    })
  }
  return longest
}

export const showcases = {
  'ten thousand': () => stage(long(10_000)),
  stream: () => {
    window.stream = stream
    return stage([])
  },
  'stream at the end': () => {
    window.stream = stream
    return stage(long(10_000))
  },
}
