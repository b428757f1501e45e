/** How a question of leave is answered: by one of its buttons, or by a no whose reason is written first. */

import { boundedLine } from '@parley/acp/guard'
import type { Rejection } from '../state/actions.js'
import type { PermissionQuestion } from '../state/question.js'
import { ChoiceButtons } from './choice-buttons.js'
import { useFormValues } from './form-values.js'
import { farKeys, plainNo } from './permission-keys.js'
import { ReasonField } from './reason-field.js'

interface PermissionAnswersProps {
  readonly question: PermissionQuestion
  /** The place for a reason is open. */
  readonly isExplaining: boolean
  readonly onExplain: (isExplaining: boolean) => void
  /** Without an option it is dismissed. */
  readonly onAnswer: (optionId: string | undefined) => void
  readonly onReject: (rejection: Rejection) => void
}

export function PermissionAnswers({ question, isExplaining, onExplain, ...on }: PermissionAnswersProps) {
  const { id, choices } = question
  const [{ reason = '' }, setValues] = useFormValues(id, [])
  const no = plainNo(choices)
  return (
    <>
      {isExplaining && no !== undefined ? (
        <ReasonField
          reason={String(reason)}
          onChange={written => setValues(() => ({ reason: written }))}
          onSend={written => on.onReject({ optionId: no.optionId, reason: written })}
          onFold={() => onExplain(false)}
        />
      ) : (
        <ChoiceButtons
          choices={choices}
          onChoose={on.onAnswer}
          onExplain={() => onExplain(true)}
          onDismiss={() => on.onAnswer(undefined)}
        />
      )}
      <p className="question-keys" aria-hidden="true">
        {farKeys(choices)
          .map(([chord, { name }]) => `${chord} ${boundedLine(name, 60)}`)
          .join(' · ')}
      </p>
    </>
  )
}
