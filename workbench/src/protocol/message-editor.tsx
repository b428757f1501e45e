/** A message that is written by hand: sent again, or an answer to what the agent asked. */

import { useId, useState } from 'react'
import { readDraft } from './row-value.js'

interface MessageEditorProps {
  readonly title: string
  readonly draft: string
  send(message: Readonly<Record<string, unknown>>): Promise<void>
  close(): void
}

export function MessageEditor({ title, draft, send, close }: MessageEditorProps) {
  const [text, setText] = useState(draft)
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
          setText(event.target.value)
          setFailure(undefined)
        }}
      />
      <p id={`${id}-flaw`} className="protocol-flaw" role="status">
        {flaw}
      </p>
      <div className="protocol-buttons">
        <button type="submit" disabled={'flaw' in read}>
          Send
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}
