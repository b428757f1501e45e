/**
 * The model's part, written into the prompt: `[[read notes.txt]] [[write a.txt|text]] [[edit a.txt|old|new]]
 * [[shell ls]] [[say done]]`. Each of the four deeds is one round with one tool call; words come at the end.
 */
import type { Conversation, Reply } from './conversation.js'
import { toCall } from './tool-call.js'

export interface Directive {
  readonly verb: 'say' | 'read' | 'write' | 'edit' | 'shell'
  readonly words: readonly string[]
}

const DIRECTIVE = /\[\[(say|read|write|edit|shell) ([^\]]*)\]\]/g

export const directivesIn = (text: string): readonly Directive[] =>
  [...text.matchAll(DIRECTIVE)].map(([, verb, rest]) => ({
    verb: verb as Directive['verb'],
    words: (rest ?? '').split('|'),
  }))

/** The next deed that no tool result answers yet; after the last one the words. */
export const replyTo = ({ messages, tools }: Conversation): Reply => {
  const start = messages.findLastIndex(({ role, text }) => role === 'user' && directivesIn(text).length > 0)
  const prompt = messages[start]
  // A request beside the conversation, for a title or a summary, has nothing written for it.
  if (prompt === undefined) return { text: 'Nothing is written for this.' }
  const directives = directivesIn(prompt.text)
  const deeds = directives.filter(({ verb }) => verb !== 'say')
  const results = messages.slice(start + 1).filter(({ role }) => role === 'tool')
  const deed = deeds[results.length]
  if (deed === undefined || tools.length === 0)
    return { text: sayings(directives) || `Done, with ${results.length} results.` }
  const call = toCall(deed, tools, `call_${start}_${results.length}`)
  if (call !== undefined) return { text: '', call }
  return { text: `No tool for "${deed.verb}" among ${tools.map(({ name }) => name).join(', ')}.` }
}

const sayings = (directives: readonly Directive[]): string =>
  directives
    .filter(({ verb }) => verb === 'say')
    .map(({ words }) => words.join('|'))
    .join(' ')
