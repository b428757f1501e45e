/**
 * The model's part, written into the prompt: `[[think hm]] [[read notes.txt]]+[[read b.txt]] [[edit a.txt|old|new]]
 * [[shell ls]] [[say done]]`. A deed, or several joined by `+`, ends a round with its calls; what stands before it
 * belongs to that round, and what stands after the last one is the end.
 */
import type { Conversation, Failure, Reply, ToolCall } from './conversation.js'
import { toCall } from './tool-call.js'

const DEEDS = ['read', 'write', 'edit', 'shell', 'tool'] as const
const MANNERS = ['say', 'think', 'slow', 'fail', 'length', 'refuse'] as const

export interface Directive {
  readonly verb: (typeof DEEDS)[number] | (typeof MANNERS)[number]
  readonly words: readonly string[]
  /** Whether it is done at the same time as the one before. */
  readonly isJoined: boolean
}

/** What the model does next, and how often it fails before it does. */
export interface Scene {
  /** The same for every attempt at it. */
  readonly key: string
  readonly reply: Reply
  readonly failures: readonly Failure[]
}

interface Round {
  readonly manners: readonly Directive[]
  readonly deeds: readonly Directive[]
}

const DIRECTIVE = new RegExp(`(\\+\\s*)?\\[\\[(${[...DEEDS, ...MANNERS].join('|')})(?: ([^]*?))?\\]\\]`, 'g')

export const directivesIn = (text: string): readonly Directive[] =>
  [...text.matchAll(DIRECTIVE)].map(([, joint, verb, rest]) => ({
    verb: verb as Directive['verb'],
    words: rest === undefined ? [] : rest.split('|'),
    isJoined: joint !== undefined,
  }))

/** The round that no tool result answers yet. */
export const sceneOf = ({ messages, tools }: Conversation): Scene => {
  const start = messages.findLastIndex(({ role, text }) => role === 'user' && directivesIn(text).length > 0)
  const prompt = messages[start]
  // A request beside the conversation, for a title or a summary, has nothing written for it.
  if (prompt === undefined) return { key: '', reply: { text: 'Nothing is written for this.' }, failures: [] }
  const results = messages.slice(start + 1).filter(({ role }) => role === 'tool').length
  const { round, isLast } = roundAfter(
    toRounds(directivesIn(prompt.text)),
    tools.length === 0 ? Infinity : results,
  )
  const spoken = toReply(round, isLast ? `Done, with ${results} results.` : '')
  const calls = round.deeds.map((deed, index) => toCall(deed, tools, `call_${start}_${results + index}`))
  const missing = round.deeds[calls.indexOf(undefined)]
  return {
    key: `${start} ${results} ${prompt.text}`,
    reply:
      missing === undefined ? { ...spoken, calls: calls.filter(isThere) } : { text: lackOf(missing, tools) },
    failures: round.manners.flatMap(toFailures),
  }
}

const isThere = (call: ToolCall | undefined): call is ToolCall => call !== undefined

const lackOf = ({ verb }: Directive, tools: Conversation['tools']): string =>
  `No tool for "${verb}" among ${tools.map(({ name }) => name).join(', ')}.`

const isDeed = ({ verb }: Directive): boolean => DEEDS.some(deed => deed === verb)

const toRounds = (directives: readonly Directive[]): readonly Round[] => {
  const rounds: { manners: Directive[]; deeds: Directive[] }[] = [{ manners: [], deeds: [] }]
  for (const directive of directives) {
    const last = rounds.at(-1)
    const isNext = last === undefined || (last.deeds.length > 0 && !directive.isJoined)
    const round = isNext ? { manners: [], deeds: [] } : last
    if (isNext) rounds.push(round)
    ;(isDeed(directive) ? round.deeds : round.manners).push(directive)
  }
  return rounds.at(-1)?.deeds.length === 0 ? rounds : [...rounds, { manners: [], deeds: [] }]
}

const roundAfter = (rounds: readonly Round[], results: number): { round: Round; isLast: boolean } => {
  let answered = 0
  for (const round of rounds.slice(0, -1)) {
    if (answered >= results) return { round, isLast: false }
    answered += round.deeds.length
  }
  return { round: rounds.at(-1) ?? { manners: [], deeds: [] }, isLast: true }
}

const toReply = ({ manners }: Round, otherwise: string): Reply => {
  const wordsOf = (verb: Directive['verb']): string =>
    manners
      .filter(each => each.verb === verb)
      .map(({ words }) => words.join('|'))
      .join(' ')
  const has = (verb: Directive['verb']): boolean => manners.some(each => each.verb === verb)
  const [, milliseconds, pieces = '1'] = /^(\d+)(?:\*(\d+))?$/.exec(wordsOf('slow')) ?? []
  const pace =
    milliseconds === undefined ? undefined : { milliseconds: Number(milliseconds), pieces: Number(pieces) }
  const filler = 'word '.repeat(pace?.pieces ?? 0) || otherwise
  return {
    text: wordsOf('say') || filler,
    thought: wordsOf('think') || undefined,
    pace,
    cutBy: has('length') ? 'length' : has('refuse') ? 'refusal' : undefined,
  }
}

/** `[[fail 429]]` once, `[[fail 500*3]]` three times, `[[fail 429|2]]` with the wish to be asked again in two seconds. */
const toFailures = ({ verb, words: [what = '', seconds] }: Directive): readonly Failure[] => {
  if (verb !== 'fail') return []
  const [status, times = '1'] = what.split('*')
  const retryAfter = seconds === undefined ? undefined : Number(seconds)
  return Array.from({ length: Number(times) }, () => ({ status: Number(status), retryAfter }))
}
