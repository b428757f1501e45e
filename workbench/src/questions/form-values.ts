/** What was written into forms that wait for an answer: it is there again after a look at another conversation. */

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type FormValues, initialValues } from './form-content.js'
import type { Field } from './form-fields.js'

const MOST_FORMS = 32

/** By the ids of questions, the latest last. */
const written = createStore<ReadonlyMap<string, FormValues>>(() => new Map())

export function useFormValues(
  id: string,
  fields: readonly Field[],
): readonly [FormValues, (change: (before: FormValues) => FormValues) => void] {
  const values = useStore(written, forms => forms.get(id)) ?? initialValues(fields)
  return [values, change => keep(id, change(values))]
}

/** Nobody asks for it any more. */
export function forgetForm(id: string): void {
  written.setState(forms => new Map([...forms].filter(([other]) => other !== id)), true)
}

function keep(id: string, values: FormValues): void {
  const others = [...written.getState()].filter(([other]) => other !== id)
  written.setState(new Map([...others, [id, values] as const].slice(-MOST_FORMS)), true)
}
