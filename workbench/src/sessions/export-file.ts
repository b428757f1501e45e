/** A conversation as a file that somebody takes away: its name, its kind and its text. */

import { type Thread, toHistory, toMarkdown, toText } from '@parley/acp/thread'

export type ExportForm = 'markdown' | 'text' | 'json'

export interface ExportFile {
  readonly name: string
  readonly mediaType: string
  readonly text: string
}

const ENDINGS = { markdown: 'md', text: 'txt', json: 'json' } as const
const MEDIA_TYPES = { markdown: 'text/markdown', text: 'text/plain', json: 'application/json' } as const
const NAME_CHARACTERS = 60

export function toExportFile(thread: Thread, title: string, form: ExportForm): ExportFile {
  return {
    name: `${fileName(title)}.${ENDINGS[form]}`,
    mediaType: MEDIA_TYPES[form],
    text: write(thread, form),
  }
}

function write(thread: Thread, form: ExportForm): string {
  if (form === 'json') return `${JSON.stringify(toHistory(thread), null, 2)}\n`
  return form === 'markdown' ? toMarkdown(thread) : toText(thread)
}

// Letters and digits of any language; everything else may mean something to a file system.
function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, NAME_CHARACTERS).replace(/-$/, '') || 'conversation'
}

/** Hands the file to the browser, which asks where to put it. */
export function download({ name, mediaType, text }: ExportFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the blob once the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
