/** A title while it is written: Enter and leaving keep it, Escape does not. */

import { type KeyboardEvent, useRef } from 'react'

interface TitleFieldProps {
  readonly title: string
  /** The new title, or nothing where it stays as it was. */
  readonly onDone: (title: string | undefined) => void
}

const MOST_CHARACTERS = 200

const focusAll = (field: HTMLInputElement | null): void => {
  field?.focus()
  field?.select()
}

export function TitleField({ title, onDone }: TitleFieldProps) {
  // Taking the field away is a blur, too: what was decided once is decided.
  const isDone = useRef(false)
  const finish = (value: string | undefined): void => {
    if (isDone.current) return
    isDone.current = true
    const written = value?.trim()
    onDone(written === '' || written === title ? undefined : written)
  }
  const hear = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(event.currentTarget.value)
    else if (event.key === 'Escape') finish(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={focusAll}
      className="title-field"
      aria-label="Title of the conversation"
      defaultValue={title}
      maxLength={MOST_CHARACTERS}
      onKeyDown={hear}
      onBlur={event => finish(event.currentTarget.value)}
    />
  )
}
