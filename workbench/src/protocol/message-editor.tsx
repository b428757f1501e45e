/** A message that is written by hand: sent again, or an answer to what the agent asked. */

import { useId, useState } from 'react'
import { Button } from '../parts/button.js'
import { readDraft } from './row-value.js'

interface MessageEditorProps {
  readonly title: string
  readonly text: string
  onText(text: string): void
  send(message: Readonly<Record<string, unknown>>): Promise<void>
  close(): void
}

export function MessageEditor({ title, text, onText, send, close }: MessageEditorProps) {
  const [failure, setFailure] = useState<string>()
  const id = useId()
  const read = readDraft(text)
  const flaw = typeof read.flaw === 'string' ? read.flaw : failure
  const submit = async (): Promise<void> => {
    if ('flaw' in read) return
    await send(read).then(close, (error: unknown) => {
      setFailure(error instanceof Error ? error.message : String(error))
    })
  }
  return (
    <form
      className="protocol-editor"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={id}>{title}</label>
      <textarea
        id={id}
        rows={12}
        spellCheck={false}
        value={text}
        aria-invalid={flaw !== undefined}
        aria-describedby={`${id}-flaw`}
        onChange={event => {
          onText(event.target.value)
          setFailure(undefined)
        }}
      />
      <p id={`${id}-flaw`} className="protocol-flaw" role="status">
        {flaw}
      </p>
      <div className="protocol-buttons">
        <Button type="submit" tone="primary" label="Send" disabled={'flaw' in read} />
        <Button label="Cancel" onClick={close} />
      </div>
    </form>
  )
}
