/** What servers answer, as content of ACP. The two were born of the same shapes; what only MCP knows is told in words. */

import type { ContentBlock as McpContent, ReadResourceResult } from '@modelcontextprotocol/client'
import type { ContentBlock } from '../agent/index.js'

export function toBlock(content: McpContent): ContentBlock {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text, ...annotationsOf(content) }
    case 'image':
    case 'audio':
      return { type: content.type, data: content.data, mimeType: content.mimeType, ...annotationsOf(content) }
    case 'resource':
      return { ...toResource(content.resource), ...annotationsOf(content) }
    case 'resource_link': {
      const { uri, name, title, description, mimeType, size } = content
      return {
        type: 'resource_link',
        uri,
        name,
        title,
        description,
        mimeType,
        size,
        ...annotationsOf(content),
      }
    }
    default:
      return { type: 'text', text: 'The server answered with a kind of content that is not known here.' }
  }
}

/** The contents of a resource. */
export function toResource(contents: ReadResourceResult['contents'][number]): ContentBlock {
  const { uri, mimeType } = contents
  return 'text' in contents
    ? { type: 'resource', resource: { uri, mimeType, text: contents.text } }
    : { type: 'resource', resource: { uri, mimeType, blob: contents.blob } }
}

/** All the text there is, for a model that reads nothing else. */
export function textOf(blocks: readonly ContentBlock[]): string {
  return blocks
    .flatMap(block => {
      if (block.type === 'text') return [block.text]
      if (block.type === 'resource' && 'text' in block.resource) return [block.resource.text]
      return block.type === 'resource_link' ? [block.uri] : []
    })
    .join('\n')
}

type Annotations = NonNullable<ContentBlock['annotations']>

function annotationsOf({ annotations }: Pick<McpContent, 'annotations'>): { annotations?: Annotations } {
  if (annotations === undefined) return {}
  const { audience, priority, lastModified } = annotations
  return { annotations: { audience, priority, lastModified } }
}
