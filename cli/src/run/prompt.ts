/** What is said to the agent: the words of the command line, a file, what is piped in, content blocks, and files sent along. */

import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BlockOf, Client, Session } from '@parley/acp/client'
import { isAdvertised, type Version } from '@parley/acp/protocol'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import type { RunFlags } from './flags.js'

export type Block = BlockOf<1>

/** A file to be sent along, read but not yet put into words: how depends on what the agent takes. */
interface Attachment {
  readonly path: string
  readonly kind: 'image' | 'audio' | 'text' | 'other'
  readonly mimeType?: string | undefined
  readonly content: Buffer
}

export interface Prompt {
  readonly blocks: readonly Block[]
  readonly attachments: readonly Attachment[]
}

const MOST_BYTES = 20 * 1024 * 1024

/** The types of pictures and sounds, by the end of the name. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
}

export async function readPrompt(
  words: readonly string[],
  { file, blocks, attach = [] }: RunFlags,
  shell: Shell,
): Promise<Prompt> {
  const said = words.join(' ')
  if (file === '-' && blocks === '-')
    throw new Failure('--file and --blocks cannot both be read from stdin', { exitCode: EXIT.usage })
  const isPiped = said === '' && file === undefined && blocks === undefined && !shell.stdin.isTTY
  const source = isPiped ? '-' : file
  const read = source === undefined ? '' : await readWhole(source, shell, '--file')
  const texts = [said, read].filter(text => text.trim() !== '')
  const all = [
    ...texts.map((text): Block => ({ type: 'text', text })),
    ...(blocks === undefined ? [] : await readBlocks(blocks, shell)),
  ]
  if (all.length === 0)
    throw new Failure(`there is nothing to say: ${isPiped ? 'stdin was empty' : 'no prompt was given'}`, {
      exitCode: EXIT.usage,
      cure: 'Give it behind the command, or by --file, --blocks or stdin: parley run "what is in this project?"',
    })
  return {
    blocks: all,
    attachments: await Promise.all(attach.map(path => readAttachment(resolve(shell.cwd, path)))),
  }
}

async function readWhole(source: string, shell: Shell, flag: string): Promise<string> {
  if (source !== '-') return (await readBytes(resolve(shell.cwd, source), flag)).toString('utf8')
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of shell.stdin) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > MOST_BYTES)
      throw new Failure(`stdin: expected at most ${MOST_BYTES} bytes`, { exitCode: EXIT.usage })
    pieces.push(bytes)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function readBytes(path: string, flag: string): Promise<Buffer> {
  try {
    const bytes = await readFile(path)
    if (bytes.length <= MOST_BYTES) return bytes
    throw new Failure(`${flag}: expected at most ${MOST_BYTES} bytes: ${path}`, { exitCode: EXIT.usage })
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Failure(`${flag}: ${path} cannot be read (${code})`, { exitCode: EXIT.usage })
  }
}

async function readBlocks(source: string, shell: Shell): Promise<readonly Block[]> {
  const text = await readWhole(source, shell, '--blocks')
  try {
    const value: unknown = JSON.parse(text)
    // What is no block of the protocol is found out, and told with its place, when it is sent.
    if (Array.isArray(value) && value.length > 0) return value as Block[]
  } catch {
    // Told below.
  }
  throw new Failure(`--blocks: expected a JSON list of content blocks, found something else: ${source}`, {
    exitCode: EXIT.usage,
  })
}

async function readAttachment(path: string): Promise<Attachment> {
  const content = await readBytes(path, '--attach')
  const mimeType = MEDIA_TYPES[extname(path).toLowerCase()]
  if (mimeType?.startsWith('image/')) return { path, kind: 'image', mimeType, content }
  if (mimeType?.startsWith('audio/')) return { path, kind: 'audio', mimeType, content }
  const isText = isUtf8(content) && !content.includes(0)
  return { path, kind: isText ? 'text' : 'other', content }
}

/** The blocks of a prompt, in what this agent takes. An image or sound that it does not take is a failure, never left out. */
export function toBlocks(
  { blocks, attachments }: Prompt,
  client: Pick<Client<Version>, 'capabilities'>,
  session: Session<Version>,
): readonly Block[] {
  return [...blocks, ...attachments.map(each => toBlock(each, client, session))]
}

function toBlock(
  { path, kind, mimeType = '', content }: Attachment,
  client: Pick<Client<Version>, 'capabilities'>,
  session: Session<Version>,
): Block {
  const uri = pathToFileURL(path).href
  if (kind === 'text') return session.mention(uri, { text: content.toString('utf8'), name: basename(path) })
  if (kind === 'other') return session.mention(uri, { name: basename(path) })
  const isTaken = ['promptCapabilities', 'session.prompt'].some(place =>
    isAdvertised(client.capabilities, `${place}.${kind}`),
  )
  if (isTaken) return { type: kind, data: content.toString('base64'), mimeType }
  throw new Failure(`--attach: this agent takes no ${kind}: ${path}`, {
    exitCode: EXIT.usage,
    cure: 'Leave it out, or name an agent that takes it: parley agents list --with image,audio',
    reason: 'capability_missing',
  })
}
