/** Where somebody who says no writes what is to be done instead. Enter sends it, Escape folds it back; neither says anything where nothing is written. */

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../parts/button.js'

interface ReasonFieldProps {
  readonly reason: string
  readonly onChange: (reason: string) => void
  readonly onSend: (reason: string) => void
  readonly onFold: () => void
}

export function ReasonField({ reason, onChange, onSend, onFold }: ReasonFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') field.current?.focus()
    else onSend(reason)
  }
  const fold = (): void => {
    // The keys of the answers are heard again.
    field.current?.closest<HTMLElement>('.question')?.focus()
    onFold()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const isSent = event.key === 'Enter' && !event.shiftKey
    if (!isSent && event.key !== 'Escape') return
    // Neither writes, and the page behind would close a pane or stop the turn.
    event.preventDefault()
    event.stopPropagation()
    if (!isSent) fold()
    else if (!event.repeat) field.current?.form?.requestSubmit()
  }
  return (
    <form className="reason-field" onSubmit={submit}>
      <label htmlFor={id}>Reject, and say why</label>
      <textarea
        {...{ id, ref: field, rows: 2, value: reason, onKeyDown }}
        placeholder="What should it do instead?"
        onChange={event => onChange(event.target.value)}
      />
      <div className="reason-field-ways">
        <Button label="Reject and send" tone="danger" type="submit" shortcut="Enter" />
        <Button label="Back to the answers" tone="quiet" shortcut="Esc" onClick={fold} />
        <span className="reason-field-keys" aria-hidden="true">
          Enter sends · Esc folds it back
        </span>
      </div>
    </form>
  )
}
