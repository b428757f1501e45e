/** A prompt made of what a person wrote and pointed at, in what this agent takes. What it cannot take is told before it is sent. */

import { isUtf8 } from 'node:buffer'
import { realpath } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BlockOf, Client, Session } from '@parley/acp/client'
import { boundedLine, sensitivityOf } from '@parley/acp/guard'
import { isAdvertised, type Version } from '@parley/acp/protocol'
import { codeOf } from '../../error-code.js'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import { MEDIA_TYPES } from '../../run/prompt.js'
import type { Shell } from '../../shell.js'
import type { Abilities, Submission } from '../model/talk.js'
import { type MentionedFile, withMentioned } from './mentioned-file.js'
import { readAsText } from './talk-record.js'

type Block = BlockOf<1>

export interface PromptMeans {
  readonly session: Session<Version>
  readonly abilities: Abilities
  readonly shell: Shell
  readonly warn: (message: string) => void
  /** What goes with it: what the person did meanwhile. */
  readonly ran: readonly string[]
}

const MOST_MEDIA_BYTES = 20 * 1024 * 1024
const MOST_TEXT_BYTES = 1024 * 1024

export function abilitiesOf(client: Client<Version>, canSteer: boolean): Abilities {
  const has = (...places: readonly string[]): boolean =>
    places.some(place => isAdvertised(client.capabilities, place))
  const takes = (word: string): boolean => has(`promptCapabilities.${word}`, `session.prompt.${word}`)
  return {
    image: takes('image'),
    audio: takes('audio'),
    embedded: takes('embeddedContext'),
    fork: has('sessionCapabilities.fork', 'session.fork'),
    steer: client.version === 2 || canSteer,
  }
}

/** Rejects with a `Failure` that says what to do where something cannot be sent. */
export async function toBlocks(submission: Submission, means: PromptMeans): Promise<readonly Block[]> {
  const { text, files, talks } = submission
  const words = text === '' ? [] : [text]
  // Some agents put texts together as they are.
  const apart = (index: number): string => (index === 0 ? '' : '\n\n')
  const blocks: Block[] = [
    ...words.map(each => ({ type: 'text' as const, text: each })),
    // The person has seen it: it is not shown again as their words.
    ...means.ran.map((each, index) => ({
      ...{ type: 'text' as const, text: apart(words.length + index) + each },
      annotations: { audience: ['assistant' as const] },
    })),
  ]
  for (const file of new Set(files)) blocks.push(...(await toFileBlocks(file, means)))
  for (const talk of new Set(talks)) blocks.push(...(await toTalkBlocks(talk, means)))
  return blocks
}

async function toFileBlocks(path: string, means: PromptMeans): Promise<readonly Block[]> {
  const { session, warn } = means
  const link = session.mention(pathToFileURL(path).href, { name: basename(path) })
  try {
    return [(await withMentioned(path, file => toFileBlock(path, file, means))) ?? link]
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = codeOf(error)
    const why = code === undefined ? messageOf(error) : `it cannot be read (${code})`
    warn(`${code === 'ENOENT' ? `${path} is not there` : `${path}: ${why}`}: only its name was sent.`)
    return []
  }
}

/** Nothing where the agent is told its name alone. */
async function toFileBlock(
  path: string,
  file: MentionedFile,
  means: PromptMeans,
): Promise<Block | undefined> {
  const { session, warn } = means
  const why = await whyNotSent(path, file.real, session)
  if (why !== undefined) {
    warn(`${path} ${why}: only its name was sent.`)
    return undefined
  }
  const mimeType = MEDIA_TYPES[extname(path).toLowerCase()]
  if (mimeType !== undefined) return toMedia(path, mimeType, { file, abilities: means.abilities })
  const content = await file.read(MOST_TEXT_BYTES)
  if (content === undefined) warn(`${path} is long: the agent is told where it is, not what it says.`)
  if (content === undefined || !isUtf8(content) || content.includes(0)) return undefined
  return session.mention(pathToFileURL(path).href, { text: content.toString('utf8'), name: basename(path) })
}

/** A name in the folder may lead elsewhere, and some files are nobody's to send by the way. */
async function whyNotSent(
  path: string,
  real: string,
  { roots }: Session<Version>,
): Promise<string | undefined> {
  // The folder itself may be a link: what is in it is in it by either name.
  const reals = await Promise.all(roots.map(root => realpath(root).catch(() => root)))
  const isMeantInside = [...roots, ...reals].some(root => isBelow(path, root))
  if (isMeantInside && !reals.some(root => isBelow(real, root)))
    return 'is a link that leads out of the folder'
  return sensitivityOf(real, []) === 'secret-like' ? 'may hold secrets' : undefined
}

const isBelow = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)

async function toMedia(
  path: string,
  mimeType: string,
  { abilities, file }: { readonly abilities: Abilities; readonly file: MentionedFile },
): Promise<Block> {
  const kind = mimeType.startsWith('image/') ? 'image' : 'audio'
  const fail = (message: string, cure: string): Failure =>
    new Failure(message, { exitCode: EXIT.usage, cure })
  if (!abilities[kind])
    throw fail(
      `This agent takes no ${kind}: ${boundedLine(path, 300)}`,
      'Take it out of the prompt, or talk to an agent that takes it: parley agents list --with image,audio',
    )
  const content = await file.read(MOST_MEDIA_BYTES)
  if (content === undefined)
    throw fail(
      `${boundedLine(path, 300)} has more than 20 MiB, which is too much to send.`,
      'Make it smaller.',
    )
  return { type: kind, data: content.toString('base64'), mimeType }
}

/** An agent that takes no context gets the text itself: a link would lead it nowhere. */
async function toTalkBlocks(id: string, means: PromptMeans): Promise<readonly Block[]> {
  const { session, abilities, shell, warn } = means
  try {
    const { name, text } = await readAsText(id, shell)
    const said = `An earlier conversation, “${boundedLine(name, 200)}”:\n\n${text}`
    if (!abilities.embedded) return [{ type: 'text', text: said }]
    const uri = `parley:conversation/${encodeURIComponent(id)}`
    return [session.mention(uri, { text: said, mimeType: 'text/markdown', name })]
  } catch (error) {
    warn(messageOf(error))
    return []
  }
}
