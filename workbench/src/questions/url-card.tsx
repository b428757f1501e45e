/** An agent wants somebody to visit an address. It is shown whole, and opened by the user alone. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import type { FormAnswer, UrlQuestion } from '../state/question.js'
import { type Address, toAddress } from './address.js'
import { MarkedText } from './marked-text.js'
import { QuestionFrame, type Standing } from './question-frame.js'

interface UrlCardProps {
  readonly question: UrlQuestion
  readonly standing: Standing
  readonly onAnswer: (answer: FormAnswer) => void
}

export function UrlCard({ question, standing, onAnswer }: UrlCardProps) {
  const { message, url } = question
  const [wasOpened, setWasOpened] = useState(false)
  const address = toAddress(url)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onAnswer({ action: 'cancel' })
  }
  const title = address.host === '' ? 'The agent names an address' : `Visit ${address.host}`
  return (
    <QuestionFrame
      icon="external"
      kind="Address"
      title={title}
      {...{ standing, onKeyDown, subject: question }}
      status="url"
    >
      <div className="question-body">
        <AddressView address={address} />
        <section className="permission-claims" aria-label="What the agent says">
          <h3>The agent says</h3>
          <p className="permission-claims-text">{sanitizeForDisplay(message)}</p>
        </section>
      </div>
      <div className="question-actions">
        {address.canOpen && (
          <a
            className="button"
            data-tone={wasOpened ? 'plain' : 'primary'}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => setWasOpened(true)}
          >
            <Icon name="external" />
            Open in a new tab
          </a>
        )}
        <Button
          label="Done"
          tone={wasOpened ? 'primary' : 'plain'}
          onClick={() => onAnswer({ action: 'accept' })}
        />
        <Button label="Decline" onClick={() => onAnswer({ action: 'decline' })} />
        <Button label="Cancel" tone="quiet" shortcut="Esc" onClick={() => onAnswer({ action: 'cancel' })} />
      </div>
    </QuestionFrame>
  )
}

function AddressView({ address: { before, host, after, warnings } }: { readonly address: Address }) {
  return (
    <>
      <p className="address">
        <MarkedText text={before} />
        {host !== '' && (
          <strong className="address-host">
            <MarkedText text={host} />
          </strong>
        )}
        <MarkedText text={after} />
      </p>
      {warnings.map(warning => (
        <p key={warning} className="address-warning">
          <Icon name="warning" /> {warning}
        </p>
      ))}
    </>
  )
}
