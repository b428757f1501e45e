/** The buttons beside the text: what goes along, stopping the turn, and sending. */

import { useRef } from 'react'
import { IconButton } from '../parts/button.js'
import { Spinner } from '../parts/spinner.js'
import type { TurnView } from '../state/talk.js'

export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="attach" label="Attach files" onClick={() => input.current?.click()} />
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // So that the same file can be picked again.
          event.target.value = ''
        }}
      />
    </>
  )
}

interface TurnButtonsProps {
  readonly turn: TurnView['state']
  readonly isBlank: boolean
  readonly canSend: boolean
  readonly onSend: () => void
  readonly onCancel: () => void
}

export function TurnButtons({ turn, isBlank, canSend, onSend, onCancel }: TurnButtonsProps) {
  const isBusy = turn !== 'idle'
  return (
    <div className="turn-buttons" data-status={turn}>
      {turn === 'working' && (
        <IconButton
          className="turn-buttons-stop"
          icon="stop"
          label="Stop"
          shortcut="Esc"
          onClick={onCancel}
        />
      )}
      {turn === 'cancelling' && (
        <span className="turn-buttons-stopping">
          <Spinner /> Stopping
        </span>
      )}
      {(!isBusy || !isBlank) && (
        <IconButton
          className="turn-buttons-send"
          icon="send"
          label={isBusy ? 'Queue' : 'Send'}
          shortcut="Enter"
          disabled={isBlank || !canSend}
          onClick={onSend}
        />
      )}
    </div>
  )
}
