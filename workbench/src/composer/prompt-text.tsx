/** The text area. What is behind it has the same text: it gives the height, and draws mentions as chips. */

import type { ChangeEvent, ClipboardEvent, KeyboardEvent, Ref } from 'react'
import { Fragment, memo } from 'react'
import { piecesOf } from './mention.js'

interface PromptTextProps {
  readonly input: Ref<HTMLTextAreaElement>
  readonly text: string
  readonly files: readonly string[]
  readonly placeholder: string
  /** The list of what is offered, while there is one. */
  readonly list?: { readonly id: string; readonly marked: string } | undefined
  readonly onText: (text: string, cursor: number) => void
  readonly onCursor: (cursor: number) => void
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  readonly onFiles: (files: readonly File[]) => void
}

export function PromptText({
  input,
  text,
  files,
  placeholder,
  list,
  onText,
  onCursor,
  onKey,
  onFiles,
}: PromptTextProps) {
  return (
    <div className="prompt-text">
      <div className="prompt-text-field">
        <Mirror text={text} files={files} />
        <textarea
          ref={input}
          className="prompt-text-input"
          aria-label="Prompt"
          rows={1}
          {...{ value: text, placeholder }}
          {...(list && comboboxOf(list))}
          autoCapitalize="sentences"
          enterKeyHint="enter"
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) =>
            onText(event.target.value, event.target.selectionStart)
          }
          onSelect={event => onCursor(event.currentTarget.selectionStart)}
          onKeyDown={onKey}
          onPaste={event => pasteFiles(event, onFiles)}
        />
      </div>
    </div>
  )
}

/** Only while there is a list is the text area more than a place for text. */
function comboboxOf({ id, marked }: { readonly id: string; readonly marked: string }) {
  return {
    ...({ role: 'combobox', 'aria-haspopup': 'listbox', 'aria-autocomplete': 'list' } as const),
    ...{ 'aria-expanded': true, 'aria-controls': id, 'aria-activedescendant': marked },
  }
}

const Mirror = memo(function Mirror({ text, files }: Pick<PromptTextProps, 'text' | 'files'>) {
  const pieces = piecesOf(text, files)
  return (
    <div className="prompt-text-mirror" aria-hidden="true">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
        <Fragment key={index}>
          {piece.path === undefined ? piece.text : <span className="prompt-text-mention">{piece.text}</span>}
        </Fragment>
      ))}
      {/* A last line that is empty has no height of its own. */}
      {'\u200b'}
    </div>
  )
})

/** Tables and documents come as text with a picture of it: the text is meant. */
function pasteFiles(event: ClipboardEvent, onFiles: PromptTextProps['onFiles']): void {
  const { files, types } = event.clipboardData
  if (files.length === 0 || types.includes('text/plain')) return
  event.preventDefault()
  onFiles([...files])
}
