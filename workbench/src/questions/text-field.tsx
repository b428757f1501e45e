/** Places for what is typed: lines, longer texts, numbers, days and moments. */

import type { PlaceProps } from './form-field.js'
import type { Field, FieldKind } from './form-fields.js'

const TYPES: Partial<Readonly<Record<FieldKind, string>>> = {
  ...{ email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' },
  ...{ number: 'number', integer: 'number' },
}

export function TextField({ field, value, onChange, attributes }: PlaceProps) {
  const text = typeof value === 'string' ? value : ''
  if (field.kind === 'multiline')
    return <textarea {...attributes} rows={4} value={text} onChange={event => onChange(event.target.value)} />
  return (
    <>
      <input
        {...attributes}
        {...stepOf(field)}
        type={TYPES[field.kind] ?? 'text'}
        autoComplete="off"
        value={text}
        onChange={event => onChange(event.target.value)}
      />
      <Bounds field={field} />
    </>
  )
}

function stepOf({ kind, minimum, maximum }: Field) {
  if (kind === 'date-time') return { step: 1 }
  if (kind !== 'number' && kind !== 'integer') return {}
  return { step: kind === 'integer' ? 1 : 'any', min: minimum, max: maximum }
}

function Bounds({ field: { minimum, maximum } }: Pick<PlaceProps, 'field'>) {
  if (minimum === undefined && maximum === undefined) return null
  const words =
    minimum === undefined
      ? `at most ${maximum}`
      : maximum === undefined
        ? `at least ${minimum}`
        : `${minimum} to ${maximum}`
  return <span className="form-field-bounds">{words}</span>
}
