/**
 * Prompts of ours that the agent repeats: each appears once. A prompt is awaited until its turn ends; while the agent
 * repeats it, piece by piece, what was heard is held against it, and is a message of its own if it turns out to differ.
 */

import { addBlock, type Blocks, plainTextOf, toBlocks, toPlainText } from './blocks.js'
import type { ContentBlock, Message } from './entry.js'
import { equalValues, type Fields, isText } from './fields.js'
import { itemAt, itemsOf } from './sequence.js'
import { addEntry, entryAt, isOfKind, type Key, placeOf, replaceEntry, type Thread } from './thread.js'
import { assign } from './tree.js'

/** A prompt of ours, and how much of it the agent has repeated. */
export interface Awaited {
  readonly place: number
  /** The turn, counted from the first, whose end means that no repetition comes. */
  readonly turn: number
  /** The id is the agent's answer to our prompt, so what it says under that id replaces what we sent. */
  readonly isNamed: boolean
  readonly heard: Blocks
  /** The block, and the character in it, that is to come next. */
  readonly block: number
  readonly offset: number
}

/** A prompt of ours that the agent may not know of yet. */
export interface OwnPrompt {
  readonly said: Message
  readonly turn: number
  readonly isNamed: boolean
}

const MOST_AWAITED = 16
const NOTHING = toBlocks([])

/** What this client sent. One that the agent has already repeated is not added again. */
export function sendPrompt(thread: Thread, { content, messageId }: Fields): Thread {
  const openPrompts = thread.openPrompts + 1
  const id = isText(messageId) ? messageId : undefined
  const key: Key | undefined = id === undefined ? undefined : `user ${id}`
  if (key !== undefined && placeOf(thread, key) !== undefined) return { ...thread, openPrompts }
  const said: Message = { kind: 'message', role: 'user', messageId: id, content: toBlocks(content) }
  const turn = thread.endedTurns + openPrompts
  return placePrompt({ ...thread, openPrompts }, { said, turn, isNamed: id !== undefined })
}

/** Puts a prompt of ours at the end; it may still be repeated. */
export function placePrompt(thread: Thread, prompt: OwnPrompt): Thread {
  return awaitEcho(addEntry(thread, prompt.said), prompt, thread.slots.length)
}

/** The prompt of ours that stands here may be repeated, and is known by its id where it has one. */
export function awaitEcho(thread: Thread, { said, turn, isNamed }: OwnPrompt, place: number): Thread {
  const { messageId, content } = said
  const places = messageId === undefined ? thread.places : assign(thread.places, `user ${messageId}`, place)
  if (content.length === 0) return { ...thread, places }
  const awaited = { place, turn, isNamed, heard: NOTHING, block: 0, offset: 0 }
  return { ...thread, places, awaited: [...thread.awaited, awaited].slice(-MOST_AWAITED) }
}

/** The prompts of ours that may still be repeated. */
export function ownPrompts(thread: Thread): readonly OwnPrompt[] {
  return thread.awaited.flatMap(awaited => {
    const said = promptOf(thread, awaited)
    return said === undefined ? [] : [{ said, turn: awaited.turn, isNamed: awaited.isNamed }]
  })
}

/** Whether one of these messages is a prompt of ours. Those without an id that follow each other have become one. */
export function isAmong(messages: readonly Message[], { said }: OwnPrompt): boolean {
  const isText = itemsOf(said.content).every(block => plainTextOf(block) !== undefined)
  return messages.some(({ messageId, content }) => {
    if (messageId !== undefined && said.messageId !== undefined) return messageId === said.messageId
    return isText
      ? toPlainText(content).endsWith(toPlainText(said.content))
      : equalValues(itemsOf(content), itemsOf(said.content))
  })
}

/** The agent has answered the oldest prompt that has no id yet with one. */
export function namePrompt(thread: Thread, { messageId }: Fields): Thread | undefined {
  if (!isText(messageId)) return undefined
  const place = placeOf(thread, `user ${messageId}`)
  const named = thread.awaited.find(each =>
    place === undefined ? promptOf(thread, each)?.messageId === undefined : each.place === place,
  )
  if (named === undefined) return thread
  return replaceAwaited(giveId(thread, named, messageId), named, { ...named, isNamed: true })
}

/** A piece of a user's message: the thread that has heard it as a repetition, or undefined when it is none. */
export function hearEcho(thread: Thread, id: string | undefined, block: ContentBlock): Thread | undefined {
  const possible = thread.awaited.filter(each => canBe(thread, each, id))
  const begun = possible.filter(isBegun)
  const candidates = begun.length > 0 ? begun : possible
  for (const each of candidates) {
    const prompt = promptOf(thread, each)
    const next = prompt && advance(prompt.content, each, block)
    if (next) return follow(giveId(thread, each, id), each, next)
  }
  const differing = candidates.find(each => isBegun(each) || (each.isNamed && id !== undefined))
  return differing && differ(thread, differing, { id, block })
}

/** A whole message that repeats a prompt without an id gives it its own. */
export function adoptEcho(thread: Thread, id: string, content: unknown): Thread {
  if (placeOf(thread, `user ${id}`) !== undefined) return thread
  const said = itemsOf(toBlocks(content))
  const echoed = thread.awaited.find(each => {
    const prompt = isBegun(each) ? undefined : promptOf(thread, each)
    return (
      prompt !== undefined && prompt.messageId === undefined && equalValues(itemsOf(prompt.content), said)
    )
  })
  return echoed === undefined ? thread : forgetEcho(giveId(thread, echoed, id), echoed.place)
}

export function forgetEcho(thread: Thread, place: number): Thread {
  return { ...thread, awaited: thread.awaited.filter(each => each.place !== place) }
}

/** A turn is over: what was not repeated by now was not meant to be. */
export function endTurn(thread: Thread): Thread {
  const endedTurns = thread.endedTurns + 1
  return {
    ...thread,
    endedTurns,
    openPrompts: Math.max(0, thread.openPrompts - 1),
    awaited: thread.awaited.filter(({ turn }) => turn > endedTurns),
  }
}

function isBegun({ heard }: Awaited): boolean {
  return heard.length > 0
}

function promptOf(thread: Thread, { place }: Awaited): Message | undefined {
  const entry = entryAt(thread, place)
  return isOfKind(entry, 'message') ? entry : undefined
}

function canBe(thread: Thread, awaited: Awaited, id: string | undefined): boolean {
  const mine = promptOf(thread, awaited)?.messageId
  if (id === undefined || mine === id) return true
  const isFree = mine === undefined && !isBegun(awaited)
  return isFree && placeOf(thread, `user ${id}`) === undefined
}

/** How far a prompt has been repeated with this block; undefined when the block is not what comes next. */
function advance(prompt: Blocks, awaited: Awaited, block: ContentBlock): Awaited | undefined {
  const { block: at, offset } = awaited
  const expected = itemAt(prompt, at)
  const heard = addBlock(awaited.heard, block)
  const [text, wanted] = [plainTextOf(block), plainTextOf(expected)]
  if (text !== undefined && wanted !== undefined) {
    if (!wanted.startsWith(text, offset)) return undefined
    const end = offset + text.length
    return end === wanted.length
      ? { ...awaited, heard, block: at + 1, offset: 0 }
      : { ...awaited, heard, offset: end }
  }
  // A piece without a letter says nothing, wherever it stands.
  if (text === '' && isBegun(awaited)) return awaited
  return offset === 0 && equalValues(expected, block) ? { ...awaited, heard, block: at + 1 } : undefined
}

/** What the agent says after a full repetition without an id continues the message. */
function follow(thread: Thread, awaited: Awaited, next: Awaited): Thread {
  const isWhole = next.block >= (promptOf(thread, next)?.content.length ?? 0)
  if (isWhole) return { ...forgetEcho(thread, next.place), current: next.place }
  return replaceAwaited(thread, awaited, next)
}

function replaceAwaited(thread: Thread, awaited: Awaited, next: Awaited): Thread {
  return { ...thread, awaited: thread.awaited.map(each => (each === awaited ? next : each)) }
}

function giveId(thread: Thread, awaited: Awaited, id: string | undefined): Thread {
  const prompt = promptOf(thread, awaited)
  if (id === undefined || prompt === undefined || prompt.messageId !== undefined) return thread
  const named = replaceEntry(thread, awaited.place, { ...prompt, messageId: id })
  return { ...named, places: assign(named.places, `user ${id}`, awaited.place) }
}

/** The agent began like a prompt of ours and went on otherwise. */
function differ(
  thread: Thread,
  awaited: Awaited,
  { id, block }: { readonly id: string | undefined; readonly block: ContentBlock },
): Thread {
  const { place, isNamed, heard } = awaited
  const prompt = promptOf(thread, awaited)
  const rest = forgetEcho(thread, place)
  if (prompt === undefined) return rest
  const content = addBlock(heard, block)
  if (isNamed && id !== undefined) return replaceEntry(rest, place, { ...prompt, content })
  const unnamed = isNamed ? rest : replaceEntry(rest, place, { ...prompt, messageId: undefined })
  const key: Key | undefined = id === undefined ? undefined : `user ${id}`
  const said: Message = { kind: 'message', role: 'user', messageId: id, content }
  return { ...addEntry(unnamed, said, key), current: thread.slots.length }
}
