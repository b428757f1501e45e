/**
 * Shortens the memory of a conversation, and keeps the summary in its journal so that a later process goes on from it.
 * Until the summary is kept, nothing is given up; when it cannot be had, everything stays.
 */

import type { Turn } from '@parley/acp/agent'
import { boundedLine, createRedactor } from '@parley/acp/guard'
import type { ModelMessage } from 'ai'
import { showAside } from './aside.js'
import { toTrouble } from './failure.js'
import { COVERAGE_META, type Coverage, currentTurn, type Memory, recall, SUMMARY_META } from './memory.js'
import { toMessages } from './model-messages.js'
import { estimateTokens } from './size.js'
import { type SummaryWish, summarize } from './summary.js'

/** A conversation as it stands in the middle of a turn: what was before, and what this turn has added. */
export interface Standing {
  readonly memory: Memory
  readonly live: readonly ModelMessage[]
}

/** Less than this in earlier turns is not worth a summary of its own: then this turn is what fills the context. */
const LEAST_EARLIER = 0.3

type Wish = Omit<SummaryWish, 'messages'>

/** What to go on from; nothing where it could not be shortened. */
export const shorten = async (
  turn: Turn,
  { memory, live }: Standing,
  wish: Wish,
): Promise<Standing | undefined> => {
  const { senses } = wish.brain
  const start = currentTurn(memory.items)
  const earlier = toMessages({ ...memory, items: memory.items.slice(0, start) }, senses)
  const all = [...toMessages(memory, senses), ...live]
  const isMostlyEarlier = estimateTokens(earlier) >= LEAST_EARLIER * estimateTokens(all)
  const covers: Coverage = earlier.length > 0 && isMostlyEarlier ? 'earlier' : 'everything'
  const compaction = turn.compact()
  await showAside(turn, 'shortened', ': it is being summarised to make room.')
  const summary = await summarize(turn, { ...wish, messages: covers === 'earlier' ? earlier : all }).catch(
    error => {
      turn.signal.throwIfAborted()
      const words = createRedactor({ known: wish.brain.secrets }).text(toTrouble(error).words)
      void compaction.fail(`No summary could be had: ${boundedLine(words, 300)}`)
    },
  )
  if (summary === undefined) return undefined
  await compaction.complete([{ type: 'text', text: summary, _meta: { [COVERAGE_META]: covers } }])
  await keep(turn, summary, covers)
  const items = memory.items.slice(start, covers === 'earlier' ? undefined : start + 1)
  return { memory: { ...memory, summary, items, used: undefined }, live: covers === 'earlier' ? live : [] }
}

/** A client that is not told of compactions has none in its journal either: then the summary goes there by itself. */
const keep = async (turn: Turn, summary: string, covers: Coverage): Promise<void> => {
  if ((await recall(turn.session)).summary === summary) return
  const _meta = { [SUMMARY_META]: { text: summary, covers } }
  await turn.update({ sessionUpdate: 'session_info_update', _meta })
}
