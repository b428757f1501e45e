/** A link in a text of others. Where it leads is shown, and before the first visit to a host it is asked. */

import { type MouseEvent, type ReactNode, useState } from 'react'
import { toAddress } from './address.js'
import { isKnownHost } from './known-hosts.js'
import { LinkQuestion } from './link-question.js'

/** What every way out of the page has. */
const RELATION = 'noopener noreferrer nofollow'

interface TextLinkProps {
  readonly href: string
  readonly words: string
  readonly children: ReactNode
}

export function TextLink({ href, words, children }: TextLinkProps) {
  const [isAsked, setAsked] = useState(false)
  const address = toAddress(href, words)
  // What may not be followed is shown with where it would have led.
  if (address === undefined)
    return (
      <span className="text-no-link" title={href.slice(0, 300)}>
        {children}
      </span>
    )
  const ask = (event: MouseEvent): void => {
    if (isKnownHost(address.host)) return
    event.preventDefault()
    setAsked(true)
  }
  return (
    <>
      <a
        href={address.href}
        title={address.href}
        target="_blank"
        rel={RELATION}
        onClick={ask}
        onAuxClick={ask}
      >
        {children}
      </a>
      {address.isHostTold && <span className="text-host"> ({address.host})</span>}
      {isAsked && <LinkQuestion address={address} onClose={() => setAsked(false)} />}
    </>
  )
}
