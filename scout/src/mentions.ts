/** What a message brings along besides its text: files that it mentions, texts in it, pictures and sound. */

import { fileURLToPath } from 'node:url'
import type { ContentBlock } from '@parley/acp/agent'

export interface Mentions {
  /** The paths of the files it mentions, in their order. */
  readonly paths: readonly string[]
  /** Texts that are no file of this machine, such as an unsaved page. */
  readonly texts: readonly { readonly name: string; readonly text: string }[]
  /** Addresses that are no file of this machine. */
  readonly links: readonly string[]
  readonly images: number
  readonly sounds: number
}

export function mentionsIn(blocks: readonly ContentBlock[]): Mentions {
  const paths: string[] = []
  const texts: { name: string; text: string }[] = []
  const links: string[] = []
  for (const block of blocks) {
    if (block.type !== 'resource' && block.type !== 'resource_link') continue
    const uri = block.type === 'resource' ? block.resource.uri : block.uri
    const path = toPath(uri)
    if (path !== undefined) paths.push(path)
    else if (block.type === 'resource' && 'text' in block.resource)
      texts.push({ name: uri, text: block.resource.text })
    else links.push(uri)
  }
  const count = (type: string): number => blocks.filter(block => block.type === type).length
  return { paths: [...new Set(paths)], texts, links, images: count('image'), sounds: count('audio') }
}

/** The words of a message with its mentions spelt as paths: `@src/main.ts` where the message brings that file along. */
export function withoutMarks(text: string, blocks: readonly ContentBlock[]): string {
  const { paths } = mentionsIn(blocks)
  const isMentioned = (name: string): boolean =>
    paths.some(path => path === name || path.endsWith(`/${name}`))
  return text.replace(MARKED, (marked, name: string) => {
    // The mark at the end of a sentence is none of the name.
    const known = [name, name.replace(/[.,;:!?)]+$/, ''), name.replaceAll('"', '')].find(isMentioned)
    return known === undefined ? marked : marked.slice(1)
  })
}

/** A path behind its mark, or one in quotes. */
const MARKED = /(?<=^|\s)@("[^"]+"|\S+)/g

function toPath(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}
