/** Options of a session, as either version writes them. */

import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../examined-agent.js'

export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(toJson) : []
}

export function optionsOf({ configOptions }: Json): readonly Json[] {
  return listOf(configOptions)
}

/** The values that an option offers, whatever group they stand in. */
export function valuesOf({ options }: Json): readonly unknown[] {
  return listOf(options)
    .flatMap(each => ('options' in each ? listOf(each.options) : [each]))
    .map(({ value }) => value)
}

/** A value that a choice does not have now. */
export function otherValue(option: Json): unknown {
  if (option.type !== 'select') return undefined
  return valuesOf(option).find(value => value !== option.currentValue)
}

/** Version 2 has another name for it. */
export function idOf({ id, configId }: Json): unknown {
  return id ?? configId
}

export function flawOfOption(option: Json): readonly string[] {
  const { type, currentValue } = option
  const id = idOf(option)
  if (type === 'boolean')
    return typeof currentValue === 'boolean' ? [] : [`${String(id)} is neither on nor off`]
  if (type !== 'select') return []
  return valuesOf(option).includes(currentValue)
    ? []
    : [`the value of ${String(id)} is not among those offered`]
}
