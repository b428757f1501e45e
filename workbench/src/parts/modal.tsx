/** A window of ours above everything else, with the browser's own focus and Escape. Present means open. */

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.js'

interface ModalProps {
  readonly title: string
  readonly children: ReactNode
  /** Buttons, the one that is meant last. */
  readonly actions?: ReactNode
  readonly onClose: () => void
  readonly className?: string | undefined
}

export function Modal({ title, children, actions, onClose, className }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className === undefined ? 'modal' : `modal ${className}`}
      aria-labelledby={name}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="modal-head">
        <h2 id={name}>{title}</h2>
        <IconButton icon="cross" label="Close" onClick={onClose} />
      </header>
      <div className="modal-body">{children}</div>
      {actions !== undefined && <footer className="modal-actions">{actions}</footer>}
    </dialog>
  )
}
