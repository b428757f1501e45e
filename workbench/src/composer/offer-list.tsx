/** The list above the text: commands or files, the marked one told to screen readers by the text area. */

import { sanitizeLine } from '@parley/acp/guard'
import { Icon } from '../parts/icon.js'
import type { Offer } from './completion.js'

interface OfferListProps {
  readonly id: string
  readonly kind: 'command' | 'file'
  readonly offers: readonly Offer[]
  readonly marked: number
  readonly onTake: (offer: Offer) => void
  readonly onMark: (index: number) => void
}

export function offerId(listId: string, index: number): string {
  return `${listId}-${index}`
}

export function OfferList({ id, kind, offers, marked, onTake, onMark }: OfferListProps) {
  return (
    <div
      id={id}
      className="offer-list"
      role="listbox"
      aria-label={kind === 'command' ? 'Commands' : 'Files'}
      tabIndex={-1}
    >
      {offers.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area, which keeps the focus
        <div
          key={offer.id}
          ref={index === marked ? showWhole : undefined}
          id={offerId(id, index)}
          className="offer"
          role="option"
          aria-selected={index === marked}
          tabIndex={-1}
          onPointerMove={() => index !== marked && onMark(index)}
          // The text area must not lose the focus to what is pressed here.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onTake(offer)}
        >
          {kind === 'file' && <Icon name="file" />}
          <span className="offer-label">{sanitizeLine(offer.label)}</span>
          {offer.hint !== undefined && <span className="offer-hint">{sanitizeLine(offer.hint)}</span>}
          {offer.description !== undefined && (
            <span className="offer-description">{sanitizeLine(offer.description)}</span>
          )}
        </div>
      ))}
    </div>
  )
}

function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
