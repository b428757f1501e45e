/** The answers that may be given, in the agent's words, each with its key and the rule that it would write. */

import { boundedLine } from '@parley/acp/guard'
import { Fragment } from 'react'
import type { Choice } from '../state/question.js'
import { MarkedText } from './marked-text.js'
import { keyOf, plainNo, REASON_KEY } from './permission-keys.js'

interface ChoiceButtonsProps {
  readonly choices: readonly Choice[]
  readonly onChoose: (optionId: string) => void
  readonly onExplain: () => void
  readonly onDismiss: () => void
}

export function ChoiceButtons({ choices, onChoose, onExplain, onDismiss }: ChoiceButtonsProps) {
  const no = plainNo(choices)
  return (
    <div className="choice-buttons">
      {choices.map(choice => (
        <Fragment key={choice.optionId}>
          <ChoiceButton
            choice={choice}
            shortcut={keyOf(choices, choice)}
            onPress={() => onChoose(choice.optionId)}
          />
          {choice === no && <ReasonButton onPress={onExplain} />}
        </Fragment>
      ))}
      <button
        type="button"
        className="choice-button"
        data-kind="dismiss"
        aria-keyshortcuts="Escape"
        onClick={onDismiss}
      >
        <span className="choice-button-name">Dismiss and stop the turn</span>
        <ShortKey shortcut="Esc" />
      </button>
    </div>
  )
}

interface ChoiceButtonProps {
  readonly choice: Choice
  readonly shortcut: string | undefined
  readonly onPress: () => void
}

function ChoiceButton({ choice: { name, kind, rule }, shortcut, onPress }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      className="choice-button"
      data-kind={kind}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
    >
      <span className="choice-button-name">{boundedLine(name, 120)}</span>
      {shortcut !== undefined && <ShortKey shortcut={shortcut} />}
      {rule !== undefined && (
        <span className="choice-button-rule">
          Writes the rule{' '}
          <code>
            <MarkedText text={rule} />
          </code>
        </span>
      )}
    </button>
  )
}

function ReasonButton({ onPress }: Pick<ChoiceButtonProps, 'onPress'>) {
  return (
    <button
      type="button"
      className="choice-button"
      data-kind="reason"
      aria-keyshortcuts={REASON_KEY}
      aria-expanded={false}
      onClick={onPress}
    >
      <span className="choice-button-name">Reject with a reason…</span>
      <ShortKey shortcut={REASON_KEY} />
    </button>
  )
}

/** Screen readers are told of keys by the button itself. */
function ShortKey({ shortcut }: { readonly shortcut: string }) {
  return (
    <span className="choice-button-key" aria-hidden="true">
      {shortcut}
    </span>
  )
}
