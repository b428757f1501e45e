/** What could be meant by the word at the cursor: commands, files, conversations; choosing one and taking it. */

import type { Effect } from '../effect.js'
import type { Completion, Composer, Suggestion } from '../model/composer.js'
import type { Talk } from '../model/talk.js'
import { edit } from './edit.js'
import { Best, scoreOf, toCandidate } from './fuzzy.js'
import { allCommands, nameOf, ownCommands } from './own-commands.js'
import { isShellLine } from './shell-line.js'
import { lineAround } from './units.js'

type Word = Pick<Completion, 'kind' | 'from' | 'to' | 'query'>

const MOST_ITEMS = 50
const MOST_WORD = 1_000

/** The word at the cursor, if it begins with a sign and that stands at the start or behind a blank. */
export function wordAt({ text, cursor }: Pick<Composer, 'text' | 'cursor'>): Word | undefined {
  if (isShellLine(text)) return undefined
  const { from } = lineAround(text, cursor)
  const start = Math.max(from, cursor - MOST_WORD)
  const before = text.slice(start, cursor)
  const [, sign, word = ''] = /(?:^|\s)(?:([@/#])("[^"\n]*|[^\s"]*))$/.exec(before) ?? []
  const at = cursor - word.length - 1
  if (sign === '@')
    return { kind: 'file', from: at, to: cursor, query: word.replace(/^"/, '').replace(/\\(.)/g, '$1') }
  if (sign === '/' && at === 0 && /^\/?[^\s/"]*$/.test(word))
    return { kind: 'command', from: 0, to: cursor, query: word }
  if (sign === '#' && /^[\w-]*$/.test(word)) return { kind: 'talk', from: at, to: cursor, query: word }
  return undefined
}

export interface Refreshed {
  readonly composer: Composer
  readonly effects: readonly Effect[]
}

/** Looks at the word again, after something was typed or taken out. */
export function refreshCompletion(talk: Talk, composer: Composer): Refreshed {
  const word = wordAt(composer)
  if (word === undefined)
    return { composer: { ...composer, completion: undefined, closedAt: undefined }, effects: [] }
  if (word.from === composer.closedAt)
    return { composer: { ...composer, completion: undefined }, effects: [] }
  const open = { ...composer, closedAt: undefined }
  if (word.kind === 'command') {
    const completion = { ...word, ticket: 0, items: commandsFor(talk, word.query), selected: 0 }
    return { composer: { ...open, completion }, effects: [] }
  }
  const ticket = composer.nextTicket
  const completion = { ...word, ticket, items: stillMeant(composer.completion, word), selected: 0 }
  const { kind, query } = word
  return {
    composer: { ...open, completion, nextTicket: ticket + 1 },
    effects: [{ do: 'suggest', kind, query, ticket, cwd: talk.cwd }],
  }
}

/** Until the answer is there: those of the last answer that still fit, so that nothing else can be taken. */
function stillMeant(last: Completion | undefined, { kind, from, query }: Word): readonly Suggestion[] {
  if (last === undefined || last.kind !== kind || last.from !== from || !query.startsWith(last.query))
    return []
  const lower = query.toLowerCase()
  return last.items.filter(({ label }) => scoreOf(lower, toCandidate(label)) !== undefined)
}

function commandsFor(talk: Talk, query: string): readonly Suggestion[] {
  const best = new Best<Suggestion>(MOST_ITEMS)
  const typed = query.toLowerCase().replace(/^\/+/, '')
  // Two slashes are for this program alone.
  const commands = query.startsWith('/') ? ownCommands() : allCommands(talk.facts.commands)
  for (const { name, description, hint, written } of commands) {
    const label = hint === undefined ? written : `${written} <${hint}>`
    // In their own order as long as nothing was typed.
    const score = typed === '' ? 0 : scoreOf(typed, toCandidate(nameOf(name)))
    best.offer({ insert: written, label, detail: description }, score)
  }
  return best.values
}

/** The answer of whoever was asked; one to another question is late. */
export function hearSuggestions(
  composer: Composer,
  { ticket, items }: { readonly ticket: number; readonly items: readonly Suggestion[] },
): Composer {
  const { completion } = composer
  if (completion === undefined || completion.kind === 'command' || completion.ticket !== ticket)
    return composer
  const chosen = completion.selected === 0 ? undefined : completion.items[completion.selected]?.insert
  const selected = Math.max(
    0,
    items.findIndex(({ insert }) => insert === chosen),
  )
  return { ...composer, completion: { ...completion, items: items.slice(0, MOST_ITEMS), selected } }
}

/** Those that can be chosen from now. */
export function openCompletion({ completion }: Composer): Completion | undefined {
  return completion === undefined || completion.items.length === 0 ? undefined : completion
}

export function choose(composer: Composer, by: number): Composer {
  const { completion } = composer
  if (completion === undefined) return composer
  const count = completion.items.length
  const selected = (completion.selected + by + count) % count
  return { ...composer, completion: { ...completion, selected } }
}

export function closeCompletion(composer: Composer): Composer {
  return { ...composer, completion: undefined, closedAt: composer.completion?.from }
}

/** What is chosen stands there already. */
export function isChosenThere({ completion, text }: Composer): boolean {
  if (completion === undefined) return false
  const { items, selected, from, to } = completion
  return items[selected]?.insert === text.slice(from, to)
}

/** Whether Enter takes what is chosen: not where it stands there already, and not where `#12` is a number. */
export function takesEnter(composer: Composer): boolean {
  const { completion } = composer
  const isNumber = completion?.kind === 'talk' && completion.selected === 0 && /^\d*$/.test(completion.query)
  return openCompletion(composer) !== undefined && !isNumber && !isChosenThere(composer)
}

/** Puts what is chosen in the place of the word. In a folder one goes on choosing. */
export function takeChosen(talk: Talk, composer: Composer): Refreshed {
  const { completion } = composer
  const item = completion?.items[completion.selected]
  if (completion === undefined || item === undefined) return { composer, effects: [] }
  const isFolder = completion.kind === 'file' && item.insert.endsWith('/')
  const isFollowed = /^[ \t]/.test(composer.text.slice(completion.to))
  const insert = isFolder || isFollowed ? item.insert : `${item.insert} `
  const taken = edit(composer, { from: completion.from, to: completion.to, insert })
  if (isFolder) return refreshCompletion(talk, { ...taken, completion: undefined })
  const cursor = isFollowed ? taken.cursor + 1 : taken.cursor
  return { composer: { ...taken, cursor, completion: undefined, closedAt: undefined }, effects: [] }
}
