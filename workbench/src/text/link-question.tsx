/** Asks before a link to a host is followed for the first time, with the whole address in sight. */

import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Address } from './address.js'
import { addKnownHost } from './known-hosts.js'

interface LinkQuestionProps {
  readonly address: Address
  readonly onClose: () => void
}

export function LinkQuestion({ address: { href, host }, onClose }: LinkQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const open = (): void => {
    addKnownHost(host)
    onClose()
  }
  // In the body: a paragraph, where the link stands, cannot hold a window.
  return createPortal(
    <dialog ref={dialog} className="text-question" aria-label="Open this link?" onClose={onClose}>
      <p>
        Open <strong>{host}</strong> in a new tab? You have not followed a link to it yet.
      </p>
      <p className="text-question-address">{href}</p>
      <div className="text-question-actions">
        <button type="button" className="text-question-button" onClick={onClose}>
          Cancel
        </button>
        <a
          className="text-question-button"
          data-tone="primary"
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={open}
        >
          Open
        </a>
      </div>
    </dialog>,
    document.body,
  )
}
