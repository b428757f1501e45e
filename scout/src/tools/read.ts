/** Reads a file, or a window of its lines; images as images. */

import { extname } from 'node:path'
import type { ContentBlock } from '@parley/acp/agent'
import { sensitivityOf } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { numberIn, textIn } from './given.js'
import { pictureFormat } from './picture-format.js'
import type { Tool, ToolInput, ToolResult, Undertaking } from './tool.js'

const MOST_LINES = 2_000
const MOST_CHARACTERS = 64 * 1_024
const LAST = Number.MAX_SAFE_INTEGER

const IMAGES: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp'])

export const read: Tool = {
  name: 'read',
  description: `Reads a text file of the project, at most ${MOST_LINES} lines at once; line and limit choose a window. Images are shown.`,
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The file, relative to the project or absolute.' },
      line: { type: 'integer', description: 'The first line, counted from 1.' },
      limit: { type: 'integer', description: 'How many lines.' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  effect: 'look',
  async undertake(input, errand): Promise<Undertaking> {
    const { workspace } = errand
    const path = workspace.locate(textIn(input, 'path'))
    const name = workspace.shorten(path)
    const line = numberIn(input, 'line', [1, LAST])
    const isImage = IMAGES.has(extname(path).toLowerCase())
    const secret = await findSecret(errand, path, isImage)
    // What is asked about is what is read, whatever the link leads to by then.
    const at = secret ?? path
    return {
      start: {
        title: `Read ${name}${line === undefined ? '' : ` from line ${line}`}`,
        kind: 'read',
        locations: [{ path, ...(line !== undefined && { line }) }],
        rawInput: input,
      },
      asks: secret && whyAsked(name, workspace.shorten(secret)),
      carryOut: () => (isImage ? readImage(errand, at) : readText(errand, at, input)),
    }
  },
}

/** The file with secrets that the path is or leads to. Where the client lends its files it judges this itself. */
async function findSecret(
  { workspace }: Errand,
  path: string,
  isImage: boolean,
): Promise<string | undefined> {
  if (!workspace.isReadingItself && !isImage) return undefined
  const { target } = await workspace.trace(path)
  return [target, path].find(each => sensitivityOf(each, []) === 'secret-like')
}

const whyAsked = (name: string, secret: string): string =>
  `${name === secret ? name : `${name} leads to ${secret}, which`} looks like a file that holds secrets.`

async function readText({ workspace }: Errand, path: string, input: ToolInput): Promise<ToolResult> {
  if ((await workspace.kind(path)) === 'directory')
    throw new WorkspaceError(`${workspace.shorten(path)} is a directory. Use list to see what is in it.`)
  const first = numberIn(input, 'line', [1, LAST]) ?? 1
  const limit = numberIn(input, 'limit', [1, MOST_LINES]) ?? MOST_LINES
  // One line more than is wanted shows whether there are more.
  const text = await workspace.read(path, { line: first, limit: limit + 1 })
  const lines = text.split('\n')
  const isWhole = lines.length <= limit || (lines.length === limit + 1 && lines[limit] === '')
  const kept = isWhole ? lines : lines.slice(0, limit)
  return cutLines(kept, { first, isWhole })
}

function cutLines(
  lines: readonly string[],
  { first, isWhole }: { readonly first: number; readonly isWhole: boolean },
): ToolResult {
  let length = 0
  const fitting = lines.findIndex(line => {
    length += line.length + 1
    return length > MOST_CHARACTERS
  })
  if (fitting === 0) {
    const text = (lines[0] ?? '').slice(0, MOST_CHARACTERS)
    return withRemark(
      text,
      `Line ${first} is longer than ${MOST_CHARACTERS} characters: the rest is left out.`,
    )
  }
  const kept = fitting < 0 ? lines : lines.slice(0, fitting)
  if (fitting < 0 && isWhole) return { text: kept.join('\n') }
  const next = first + kept.length
  return withRemark(kept.join('\n'), `There is more. Read on with line ${next}.`)
}

function withRemark(text: string, remark: string): ToolResult {
  return { text: `${text}\n\n[${remark}]`, length: text.length }
}

async function readImage({ workspace }: Errand, path: string): Promise<ToolResult> {
  const name = workspace.shorten(path)
  const bytes = await workspace.readBytes(path)
  const mimeType = pictureFormat(bytes)
  if (mimeType === undefined)
    throw new WorkspaceError(`${name} has the name of an image, but it is no PNG, JPEG, GIF or WebP.`)
  const image: ContentBlock = { type: 'image', mimeType, data: Buffer.from(bytes).toString('base64') }
  return { text: `${name}: an image of ${bytes.length} bytes.`, blocks: [image] }
}
