/** One prompt that waits: it can be reworded, moved, left out, or sent at once. */

import { cutCharacters, sanitizeForDisplay } from '@parley/acp/guard'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Button, IconButton } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import type { QueuedPrompt } from '../state/talk.js'
import { wordsForBlocks } from './queue-order.js'

interface QueueRowProps {
  readonly prompt: QueuedPrompt
  readonly canRise: boolean
  readonly canSink: boolean
  readonly onMove: (step: -1 | 1) => void
  readonly onReword: (text: string) => void
  readonly onRemove: () => void
  readonly onSendNow: () => void
  readonly onDrag: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
}

const MOST_SHOWN = 300

export function QueueRow(props: QueueRowProps) {
  const { prompt, onDrag, onDrop } = props
  const [isEdited, setIsEdited] = useState(false)
  const along = wordsForBlocks(prompt)
  const finish = (text: string | undefined): void => {
    setIsEdited(false)
    if (text !== undefined && text.trim() !== '') props.onReword(text.trim())
  }
  if (isEdited) return <EditedRow text={prompt.text} onDone={finish} />
  return (
    <li
      className="queue-row"
      draggable
      onDragStart={onDrag}
      onDragOver={event => event.preventDefault()}
      onDrop={onDrop}
    >
      <span className="queue-row-grip" title="Drag to another place">
        <Icon name="grip" />
      </span>
      <span className="queue-row-text">
        {sanitizeForDisplay(cutCharacters(prompt.text, MOST_SHOWN))}
        {along !== undefined && <span className="queue-row-along"> {along}</span>}
      </span>
      <span className="queue-row-actions">
        <IconButton
          icon="arrow-up"
          label="Move up"
          disabled={!props.canRise}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          icon="arrow-down"
          label="Move down"
          disabled={!props.canSink}
          onClick={() => props.onMove(1)}
        />
        <IconButton icon="edit" label="Edit" onClick={() => setIsEdited(true)} />
        <IconButton icon="cross" label="Remove" onClick={props.onRemove} />
        <Button label="Send now" tone="quiet" onClick={props.onSendNow} />
      </span>
    </li>
  )
}

interface EditedRowProps {
  readonly text: string
  /** Without a text nothing has changed. */
  readonly onDone: (text: string | undefined) => void
}

function EditedRow({ text: before, onDone }: EditedRowProps) {
  const [text, setText] = useState(before)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.shiftKey) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(event.key === 'Enter' ? text : undefined)
  }
  return (
    <li className="queue-row" data-status="edited">
      <textarea
        className="queue-row-input"
        aria-label="Queued prompt"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the user asked to edit it
        autoFocus
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="queue-row-actions">
        <Button label="Cancel" tone="quiet" onClick={() => onDone(undefined)} />
        <Button label="Save" tone="primary" onClick={() => onDone(text)} />
      </span>
    </li>
  )
}
