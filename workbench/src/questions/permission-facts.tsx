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
  const { changes, isEstablished, reason } = question
  const { told, folded } = linesOf(question)
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
      <FactLines lines={told} label={isEstablished ? 'What will happen' : 'What is asked for'} />
      {folded.length > 0 && (
        <Folded summary="Word by word">
          <FactLines lines={folded} label="Word by word" />
        </Folded>
      )}
      {changes.length > 1 && <p className="permission-facts-count">{changes.length} files would change</p>}
      <ChangeList changes={changes} />
      <ClaimsView question={question} />
    </div>
  )
}

const WORD = /^ *\[\d+\] /
/** Of these the box shows less than the list of words, which counts them. */
const LONG_GAP = /[^\S\n]{8,}|\n{4,}/

/** The words of a command one by one are for who wants them, where the box above shows the same. */
function linesOf({ lines = [], command }: PermissionQuestion) {
  if (command === undefined || LONG_GAP.test(command)) return { told: lines, folded: [] }
  return {
    told: lines.filter(line => !WORD.test(line)),
    folded: lines.filter(line => WORD.test(line)),
  }
}

function FactLines({ lines, label }: { readonly lines: readonly string[]; readonly label: string }) {
  if (lines.length === 0) return null
  return (
    <ul className="permission-facts-lines" aria-label={label}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
        <li key={index}>
          <MarkedText text={line} />
        </li>
      ))}
    </ul>
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
