/** One field of a form: its name, what it is for, the place to fill in, and what is wrong with it. */

import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { useId } from 'react'
import { ChoiceField, ChoicesField } from './choice-field.js'
import type { Field, FieldValue } from './form-fields.js'
import { TextField } from './text-field.js'

interface FormFieldProps {
  readonly field: Field
  readonly value: FieldValue
  readonly fault: string | undefined
  /** The focus begins here. */
  readonly isFirst: boolean
  readonly onChange: (value: FieldValue) => void
}

/** What every place to fill in is given. */
export interface PlaceProps {
  readonly field: Field
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
  readonly attributes: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': true | undefined
    readonly 'aria-required': boolean
    readonly 'data-first': true | undefined
  }
}

export function FormField({ field, value, fault, isFirst, onChange }: FormFieldProps) {
  const id = useId()
  const told = [field.description && `${id}-told`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const attributes = {
    id,
    'aria-describedby': told === '' ? undefined : told,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-required': field.isRequired,
    'data-first': isFirst || undefined,
  } as const
  const isGroup = field.kind === 'choices' || field.kind === 'choice'
  const Group = isGroup ? 'fieldset' : 'div'
  const Name = isGroup ? 'legend' : 'label'
  return (
    <Group
      className="form-field"
      data-kind={field.kind}
      data-status={fault === undefined ? undefined : 'wrong'}
    >
      <Name className="form-field-name" {...(!isGroup && { htmlFor: id })}>
        {boundedLine(field.title, 120)}
        {field.isRequired ? <span className="form-field-needed"> needed</span> : null}
      </Name>
      {field.description !== undefined && (
        <p id={`${id}-told`} className="form-field-told">
          {sanitizeForDisplay(field.description)}
        </p>
      )}
      <Place {...{ field, value, onChange, attributes }} />
      {fault !== undefined && (
        <p id={`${id}-fault`} className="form-field-fault">
          {fault}
        </p>
      )}
    </Group>
  )
}

function Place(props: PlaceProps) {
  switch (props.field.kind) {
    case 'boolean':
      return (
        <input
          {...props.attributes}
          type="checkbox"
          checked={props.value === true}
          onChange={event => props.onChange(event.target.checked)}
        />
      )
    case 'choice':
      return <ChoiceField {...props} />
    case 'choices':
      return <ChoicesField {...props} />
    case 'unknown':
      return <p className="form-field-told">This page cannot show fields of this kind.</p>
    default:
      return <TextField {...props} />
  }
}
