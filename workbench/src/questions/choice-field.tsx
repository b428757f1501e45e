/** Places where something is picked: one of several, or some of them. */

import { boundedLine } from '@parley/acp/guard'
import type { PlaceProps } from './form-field.js'
import type { FieldChoice } from './form-fields.js'

/** More than these are a list that opens. */
const MOST_SEEN = 6

export function ChoiceField(props: PlaceProps) {
  const { field, value, onChange, attributes } = props
  if (field.choices.length <= MOST_SEEN) return <Radios {...props} />
  return (
    <select
      {...attributes}
      aria-label={boundedLine(field.title, 120)}
      value={String(value)}
      onChange={event => onChange(event.target.value)}
    >
      <option value="">{field.isRequired ? 'Choose one' : 'No answer'}</option>
      {field.choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {boundedLine(choice.title, 120)}
        </option>
      ))}
    </select>
  )
}

function Radios({ field, value, onChange, attributes }: PlaceProps) {
  const { id, 'data-first': first, 'aria-describedby': told } = attributes
  const none: readonly FieldChoice[] = field.isRequired ? [] : [{ value: '', title: 'No answer' }]
  return (
    <div
      className="choice-field"
      role="radiogroup"
      aria-label={boundedLine(field.title, 120)}
      aria-describedby={told}
      aria-required={field.isRequired}
      aria-invalid={attributes['aria-invalid']}
    >
      {[...field.choices, ...none].map((choice, index) => (
        <label key={choice.value} className="choice-field-choice">
          <input
            type="radio"
            name={id}
            data-first={index === 0 ? first : undefined}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <ChoiceWords choice={choice} />
        </label>
      ))}
    </div>
  )
}

export function ChoicesField({ field, value, onChange, attributes }: PlaceProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  // In the order of the form, however they were ticked.
  const toggle = (toggled: string): void => {
    const isWanted = (each: string): boolean =>
      each === toggled ? !chosen.includes(each) : chosen.includes(each)
    onChange(field.choices.map(choice => choice.value).filter(isWanted))
  }
  return (
    <div className="choice-field">
      {field.choices.map((choice, index) => (
        <label key={choice.value} className="choice-field-choice">
          <input
            type="checkbox"
            aria-describedby={attributes['aria-describedby']}
            data-first={index === 0 ? attributes['data-first'] : undefined}
            checked={chosen.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
          <ChoiceWords choice={choice} />
        </label>
      ))}
    </div>
  )
}

function ChoiceWords({ choice: { title, description } }: { readonly choice: FieldChoice }) {
  return (
    <span>
      {boundedLine(title, 120)}
      {description !== undefined && (
        <span className="choice-field-told">{boundedLine(description, 300)}</span>
      )}
    </span>
  )
}
