/** The prompts that were sent before, and the way back through them. */

import { entriesOf, type Message, type Thread, textOf } from '@parley/acp/thread'

const MOST = 100

/** Latest first, each text once. */
export function sentPrompts(thread: Thread | undefined): readonly string[] {
  const texts = new Set<string>()
  const entries = thread === undefined ? [] : entriesOf(thread)
  for (let at = entries.length - 1; at >= 0 && texts.size < MOST; at--) {
    const entry = entries[at]
    const text = entry?.kind === 'message' && entry.role === 'user' ? textOf(entry).trim() : ''
    if (text !== '') texts.add(text)
  }
  return [...texts]
}

/** The next older prompt, or the next newer; nothing where there is none. Newer than the latest is what was written. */
export function recall(
  prompts: readonly string[],
  shown: string | undefined,
  way: 'older' | 'newer',
): string | undefined {
  const at = shown === undefined ? -1 : prompts.indexOf(shown)
  if (way === 'older') return prompts[at + 1]
  return at <= 0 ? '' : prompts[at - 1]
}

/** The prompt that runs, where nobody has answered anything to it yet: it can be taken back. */
export function unansweredPrompt(thread: Thread): string | undefined {
  const last = entriesOf(thread).at(-1)
  return last?.kind === 'message' && last.role === 'user' ? textOf(last satisfies Message) : undefined
}
