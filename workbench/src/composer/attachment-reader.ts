/** Reads what was pasted, dropped or picked: each file becomes an attachment, or words that say why it did not. */

import type { Abilities } from '../state/talk.js'
import { type Attachment, judgeFile, MOST_ATTACHMENTS, nameOf, toBlock } from './attachment.js'

export interface Reading {
  readonly attachments: readonly Attachment[]
  readonly refusals: readonly string[]
}

interface Circumstances {
  readonly abilities: Abilities
  /** What the agent is called. */
  readonly agent: string
  /** How many are there already. */
  readonly count: number
}

export async function readFiles(files: readonly File[], circumstances: Circumstances): Promise<Reading> {
  const room = Math.max(0, MOST_ATTACHMENTS - circumstances.count)
  const read = await Promise.all(files.slice(0, room).map(file => readOne(file, circumstances)))
  const rest = files.length - room
  return {
    attachments: read.filter(each => typeof each !== 'string'),
    refusals: [
      ...read.filter(each => typeof each === 'string'),
      ...(rest > 0 ? [`${rest} more were left out: ${MOST_ATTACHMENTS} go along with one prompt.`] : []),
    ],
  }
}

async function readOne(file: File, { abilities, agent }: Circumstances): Promise<Attachment | string> {
  const judged = judgeFile(file, abilities, agent)
  const name = nameOf(file)
  if ('refusal' in judged) return judged.refusal
  try {
    const content = judged.kind === 'text' ? await readText(file) : await readBase64(file)
    if (content === undefined)
      return `${name} was left out: it is not text, and of no other kind that can be sent.`
    return { id: crypto.randomUUID(), name, size: file.size, block: toBlock(judged, name, content) }
  } catch {
    return `${name} was left out: it could not be read.`
  }
}

/** Nothing where it is not text. */
async function readText(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? undefined : text
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(binary)
}
