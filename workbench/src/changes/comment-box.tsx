/** A comment below a line: as it stands, and as it is written. */

import { type KeyboardEvent, useId, useState } from 'react'
import { Button, IconButton } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import type { PlacedComment } from './file-review.js'
import { SeenText } from './line-text.js'
import type { LineComment } from './review.js'

interface CommentCardProps extends PlacedComment {
  readonly onEdit: (comment: LineComment) => void
  readonly onDelete: (id: string) => void
}

export function CommentCard({ comment, place, onEdit, onDelete }: CommentCardProps) {
  const { id, line, text, snippet } = comment
  return (
    <article className="comment-box" data-status={place.is} aria-label={`Comment on line ${line}`}>
      <header className="comment-box-head">
        <span>{place.is === 'stale' ? `Line ${line}` : `Line ${place.line}`}</span>
        {place.is === 'stale' && <Chip tone="warn">Stale: the code has changed</Chip>}
        {place.is === 'moved' && <Chip>{`Moved from line ${line}`}</Chip>}
        <span className="comment-box-actions">
          <IconButton icon="edit" label="Edit comment" onClick={() => onEdit(comment)} />
          <IconButton icon="delete" label="Delete comment" onClick={() => onDelete(id)} />
        </span>
      </header>
      {place.is === 'stale' && (
        <pre className="comment-box-snippet">
          <SeenText text={snippet.line} />
        </pre>
      )}
      <p className="comment-box-text">{text}</p>
    </article>
  )
}

interface CommentEditorProps {
  readonly draft: LineComment
  readonly onChange: (draft: LineComment) => void
  readonly onSave: () => void
  readonly onCancel: () => void
}

export function CommentEditor({ draft, onChange, onSave, onCancel }: CommentEditorProps) {
  const name = useId()
  // Its own, so that a letter draws this box anew and not the file around it.
  const [text, setText] = useState(draft.text)
  const write = (words: string) => {
    setText(words)
    onChange({ ...draft, text: words })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else if (event.key === 'Escape') onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="comment-box" data-status="writing">
      <label htmlFor={name}>{`Comment on line ${draft.line}`}</label>
      <textarea
        id={name}
        ref={focusOnce}
        rows={3}
        value={text}
        placeholder="What should be different?"
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
      />
      <footer className="comment-box-actions">
        <Button label="Cancel" tone="quiet" onClick={onCancel} shortcut="Esc" />
        <Button
          label="Add to review"
          tone="primary"
          onClick={onSave}
          shortcut="Ctrl+Enter"
          disabled={text.trim() === ''}
        />
      </footer>
    </div>
  )
}

const focusOnce = (element: HTMLTextAreaElement | null): void => element?.focus()
