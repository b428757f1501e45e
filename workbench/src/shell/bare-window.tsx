/** A window above the page without a head: Escape and a press beside it close it. Present means open. */

import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface BareWindowProps {
  readonly label: string
  readonly children: ReactNode
  readonly onClose: () => void
}

export function BareWindow({ label, children, onClose }: BareWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it is taken out of the page: only then the browser gives the focus back to whatever had it.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the browser hears it
    <dialog
      ref={dialog}
      className="bare-window"
      aria-label={label}
      onClick={event => event.target === event.currentTarget && onClose()}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="bare-window-inside">{children}</div>
    </dialog>
  )
}
