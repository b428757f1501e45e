/** What a question of leave is about: what was established, and apart from it what the agent only says. */

import { Folded } from '../parts/folded.js'
import { Icon } from '../parts/icon.js'
import type { PermissionQuestion } from '../state/question.js'
import { ChangeList, PatchView } from './change-view.js'
import { claimsOf, hasClaims } from './claims.js'
import { MarkedText } from './marked-text.js'

interface PermissionProps {
  readonly question: PermissionQuestion
}

export function PermissionFacts({ question }: PermissionProps) {
  const { lines = [], changes, isEstablished, reason } = question
  return (
    <div className="permission-facts" data-status={isEstablished ? 'checked' : 'claimed'}>
      <p className="permission-facts-source">
        <Icon name={isEstablished ? 'check' : 'warning'} />
        {isEstablished
          ? 'Checked by the workbench: exactly this will happen.'
          : 'Told by the agent alone. Nobody has checked it.'}
      </p>
      {reason !== undefined && <p>{reason}</p>}
      <Command question={question} />
      {lines.length > 0 && (
        <ul
          className="permission-facts-lines"
          aria-label={isEstablished ? 'What will happen' : 'What is asked for'}
        >
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
            <li key={index}>
              <MarkedText text={line} />
            </li>
          ))}
        </ul>
      )}
      {changes.length > 1 && <p className="permission-facts-count">{changes.length} files would change</p>}
      <ChangeList changes={changes} />
      <ClaimsView question={question} />
    </div>
  )
}

function Command({ question: { command, cwd } }: PermissionProps) {
  if (command === undefined) return null
  return (
    <div className="permission-command">
      <pre>
        <MarkedText text={command} />
      </pre>
      {cwd !== undefined && (
        <p>
          in{' '}
          <code>
            <MarkedText text={cwd} />
          </code>
        </p>
      )}
    </div>
  )
}

function ClaimsView({ question }: PermissionProps) {
  const claims = claimsOf(question)
  if (!hasClaims(claims)) return null
  return (
    <section className="permission-claims" aria-label="What the agent says">
      <h3>The agent says</h3>
      {claims.texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts have nothing but their place
        <p key={index} className="permission-claims-text">
          {text}
        </p>
      ))}
      {claims.places.length > 0 && <p className="permission-claims-places">{claims.places.join(', ')}</p>}
      {claims.patches.map((patch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: patches have nothing but their place
        <PatchView key={index} patch={patch} />
      ))}
      {claims.input !== undefined && (
        <Folded summary="Raw input">
          <pre className="permission-claims-input">{claims.input}</pre>
        </Folded>
      )}
    </section>
  )
}
