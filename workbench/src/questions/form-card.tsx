/** A form that an agent asks to be filled in: real fields, faults where they are, and three ways to answer. */

import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../parts/button.js'
import type { FormAnswer, FormQuestion } from '../state/question.js'
import { faultsOf, toContent } from './form-content.js'
import { FormField } from './form-field.js'
import { type FieldValue, fieldsOf } from './form-fields.js'
import { useFormValues } from './form-values.js'
import { QuestionFrame, type Standing } from './question-frame.js'

interface FormCardProps {
  readonly question: FormQuestion
  readonly standing: Standing
  readonly onAnswer: (answer: FormAnswer) => void
}

export function FormCard({ question, standing, onAnswer }: FormCardProps) {
  const { id, message, schema } = question
  const fields = useMemo(() => fieldsOf(schema), [schema])
  const [values, setValues] = useFormValues(id, fields)
  const [wasTried, setWasTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const faults = wasTried ? faultsOf(schema, fields, values) : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = fields.findIndex(({ name }) => faultsOf(schema, fields, values).has(name))
    setWasTried(true)
    if (faultsOf(schema, fields, values).size === 0)
      onAnswer({ action: 'accept', content: toContent(fields, values) })
    else
      form.current
        ?.querySelectorAll<HTMLElement>('.form-field')
        [wrong]?.querySelector<HTMLElement>(FOCUSED)
        ?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onAnswer({ action: 'cancel' })
  }
  const set = (name: string, value: FieldValue): void => setValues(before => ({ ...before, [name]: value }))
  return (
    <QuestionFrame
      icon="question"
      kind="Question"
      title={boundedLine(schema.title ?? 'The agent asks', 200)}
      {...{ standing, onKeyDown, subject: question }}
      status="form"
    >
      <form ref={form} className="form-card" noValidate onSubmit={submit}>
        <div className="question-body">
          <FormWords {...{ message }} description={schema.description} />
          {fields.map((field, index) => (
            <FormField
              key={field.name}
              field={field}
              isFirst={index === 0}
              value={values[field.name] ?? field.initial}
              fault={faults?.get(field.name)}
              onChange={value => set(field.name, value)}
            />
          ))}
          {faults?.has('') && <p className="form-field-fault">{faults.get('')}</p>}
        </div>
        <FormActions onAnswer={onAnswer} />
      </form>
    </QuestionFrame>
  )
}

const FOCUSED = 'input, textarea, select'

interface FormWordsProps {
  readonly message: string
  readonly description: string | null | undefined
}

function FormWords({ message, description }: FormWordsProps) {
  return (
    <>
      <p className="form-card-message">{sanitizeForDisplay(message)}</p>
      {description && <p className="form-card-message">{sanitizeForDisplay(description)}</p>}
    </>
  )
}

function FormActions({ onAnswer }: Pick<FormCardProps, 'onAnswer'>) {
  return (
    <div className="question-actions">
      <Button label="Submit" tone="primary" type="submit" />
      <Button label="Decline" onClick={() => onAnswer({ action: 'decline' })} />
      <Button label="Cancel" tone="quiet" shortcut="Esc" onClick={() => onAnswer({ action: 'cancel' })} />
    </div>
  )
}
