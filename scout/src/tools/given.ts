/** What was given to a tool, read out by name. The input was checked before: what does not fit is as good as absent. */

import type { ToolInput } from './tool.js'

export function textIn(input: ToolInput, name: string): string {
  return optionalText(input, name) ?? ''
}

export function optionalText(input: ToolInput, name: string): string | undefined {
  const value = input[name]
  return typeof value === 'string' ? value : undefined
}

export function flagIn(input: ToolInput, name: string): boolean {
  return input[name] === true
}

/** A whole number within bounds; nothing where none was given. */
export function numberIn(
  input: ToolInput,
  name: string,
  [least, most]: readonly [number, number],
): number | undefined {
  const value = input[name]
  return typeof value === 'number' ? Math.min(Math.max(Math.trunc(value), least), most) : undefined
}

export function textsIn(input: ToolInput, name: string): readonly string[] {
  const value = input[name]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

export function objectsIn(input: ToolInput, name: string): readonly ToolInput[] {
  const value = input[name]
  return Array.isArray(value) ? value.filter(each => typeof each === 'object' && each !== null) : []
}
