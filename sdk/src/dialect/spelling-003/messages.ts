/** Messages: they say one whole, we say it block by block under one name. Puts together again what was taken apart. */

import { isFields } from '../../schema/fields.js'
import { kept, withoutKept } from '../kept.js'
import { block } from './content.js'
import { type Fields, giveBack, layAway } from './respelling.js'

const kindOfRole = new Map<unknown, string>([
  ['agent', 'agent_message_chunk'],
  ['assistant', 'agent_message_chunk'],
  ['user', 'user_message_chunk'],
])

const roleOfKind = new Map<unknown, string>([
  ['agent_message_chunk', 'agent'],
  ['user_message_chunk', 'user'],
])

/** What stands for a message without content. */
const EMPTY = { type: 'text', text: '' }

/** Whether this is a message that can be taken apart. */
export function isMessage(update: unknown): update is Fields & { readonly content: readonly unknown[] } {
  return (
    isFields(update) &&
    update.type === 'message' &&
    kindOfRole.has(update.role) &&
    Array.isArray(update.content)
  )
}

/** The params of one update for each block; what else was said with the message goes with the first. */
export function toChunks(params: Fields, name: string): readonly Fields[] {
  const { update, sessionId } = params
  if (!isMessage(update)) return [params]
  const { type: _type, role, content, ...others } = update
  const said = content.length === 0 ? [EMPTY] : content
  const isNamed = Object.hasOwn(update, 'messageId')
  const notes = {
    ...(role === 'assistant' ? { $role: role } : {}),
    ...(isNamed ? { $isNamed: true } : {}),
  }
  return said.map((one, index) => {
    const chunk = {
      ...(index === 0 ? others : {}),
      sessionUpdate: kindOfRole.get(role),
      content: content.length === 0 ? one : block.toOurs(one),
      messageId: isNamed ? others.messageId : name,
    }
    const noted = layAway(chunk, { ...notes, $part: [index, content.length] })
    return index === 0 ? { ...params, update: noted } : { sessionId, update: noted }
  })
}

/** Whether this update of ours is said as a message there. */
export function isChunk(update: unknown): update is Fields {
  return isFields(update) && roleOfKind.has(update.sessionUpdate) && kept(update, '003').$isPlain !== true
}

/** A message there, or a part of one that was whole there. */
export interface Spoken {
  readonly params: Fields
  readonly name: unknown
  readonly index: number
  readonly count: number
}

/** The params of a message there, with the one block of this chunk. */
export function toMessage(params: Fields, update: Fields): Spoken {
  const extras = kept(update, '003')
  const { sessionUpdate, content, messageId, ...others } = withoutKept(update, '003')
  const part = partOf(extras.$part)
  const isNamed = part === undefined ? messageId !== undefined : extras.$isNamed === true
  const message = giveBack(
    {
      ...others,
      type: 'message',
      role: extras.$role === 'assistant' ? 'assistant' : roleOfKind.get(sessionUpdate),
      content: part?.count === 0 && isEmpty(content) ? [] : [block.toTheirs(content)],
      ...(isNamed ? { messageId } : {}),
    },
    extras,
  )
  const { index, count } = part ?? { index: 0, count: 1 }
  return { params: { ...params, update: message }, name: messageId, index, count }
}

function isEmpty(content: unknown): boolean {
  return isFields(content) && content.type === EMPTY.type && content.text === EMPTY.text
}

function partOf(value: unknown): { readonly index: number; readonly count: number } | undefined {
  if (!Array.isArray(value)) return undefined
  const [index, count] = value as readonly unknown[]
  return typeof index === 'number' && typeof count === 'number' ? { index, count } : undefined
}

/** A message of several blocks on its way to be whole again. */
export interface Gathering {
  readonly params: Fields
  readonly name: unknown
  readonly count: number
  readonly content: readonly unknown[]
  /** The characters of its blocks, written down. */
  readonly size: number
}

/** How many blocks there are is only said, and whoever says so may never send the last. */
const MOST_BLOCKS = 64
const MOST_CHARACTERS = 1_048_576

/** What may be said now, and what still waits for its other blocks. Only what was one there is ever held. */
export function gather(
  waiting: Gathering | undefined,
  { params, name, index, count }: Spoken,
): { readonly said: readonly Fields[]; readonly waiting: Gathering | undefined } {
  const content = contentOf(params)
  const isNext = waiting !== undefined && waiting.name === name && index === waiting.content.length
  const before = waiting === undefined || isNext ? [] : [whole(waiting)]
  if (count <= 1 || (index !== 0 && !isNext)) return { said: [...before, params], waiting: undefined }
  const size = JSON.stringify(content).length
  const gathered = isNext
    ? { ...waiting, content: [...waiting.content, ...content], size: waiting.size + size }
    : { params, name, count, content, size }
  if (isHeld(gathered)) return { said: before, waiting: gathered }
  return { said: [...before, whole(gathered)], waiting: undefined }
}

function isHeld({ content, count, size }: Gathering): boolean {
  return content.length < Math.min(count, MOST_BLOCKS) && size < MOST_CHARACTERS
}

/** The message with all blocks that came of it. */
export function whole({ params, content }: Gathering): Fields {
  return { ...params, update: { ...(params.update as Fields), content } }
}

function contentOf({ update }: Fields): readonly unknown[] {
  return (update as { readonly content: readonly unknown[] }).content
}
