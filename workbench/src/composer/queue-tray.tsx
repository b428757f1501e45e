/** The prompts that wait, above the text: in the order in which they will be sent. */

import { useRef } from 'react'
import { Button } from '../parts/button.js'
import { counted } from '../parts/counted.js'
import type { QueuedPrompt, Submission } from '../state/talk.js'
import { reworded } from './draft.js'
import { placeAfterDrop, placeAfterStep } from './queue-order.js'
import { QueueRow } from './queue-row.js'

export interface QueueTrayProps {
  readonly queue: readonly QueuedPrompt[]
  /** Nothing is sent until somebody says so. */
  readonly isHeld: boolean
  readonly onEdit: (id: string, submission: Submission) => void
  readonly onMove: (id: string, place: number) => void
  readonly onRemove: (id: string) => void
  readonly onSendNow: (id: string) => void
  readonly onRelease: () => void
}

export function QueueTray(props: QueueTrayProps) {
  const { queue, isHeld, onEdit, onMove, onRemove, onSendNow } = props
  const dragged = useRef('')
  if (queue.length === 0) return null
  const move = (id: string, place: number | undefined): void =>
    void (place !== undefined && onMove(id, place))
  return (
    <section className="queue-tray" aria-label="Queue" data-status={isHeld ? 'held' : 'waiting'}>
      <header className="queue-tray-head">
        <span>{headWords(queue.length, isHeld)}</span>
        {isHeld && <Button label="Go on" tone="primary" icon="play" onClick={props.onRelease} />}
        {(isHeld || queue.length > 1) && (
          <Button label="Clear" tone="quiet" onClick={() => queue.forEach(({ id }) => void onRemove(id))} />
        )}
      </header>
      <ol className="queue-tray-list">
        {queue.map((prompt, index) => (
          <QueueRow
            key={prompt.id}
            prompt={prompt}
            canRise={index > 0}
            canSink={index < queue.length - 1}
            onMove={step => move(prompt.id, placeAfterStep(queue, prompt.id, step))}
            onReword={text => onEdit(prompt.id, reworded(prompt, text))}
            onRemove={() => onRemove(prompt.id)}
            onSendNow={() => onSendNow(prompt.id)}
            onDrag={() => {
              dragged.current = prompt.id
            }}
            onDrop={event => {
              event.preventDefault()
              move(dragged.current, placeAfterDrop(queue, dragged.current, prompt.id))
            }}
          />
        ))}
      </ol>
    </section>
  )
}

function headWords(count: number, isHeld: boolean): string {
  const prompts = counted(count, 'prompt')
  return isHeld ? `${prompts} held until you press Go on` : `${prompts} queued`
}
