/** A JSON value as lines, as it would be read. */

import { type Line, lineOf, span } from '../../chat/screen/line.js'
import { toTree } from '../timeline/tree.js'

export function drawValue(value: unknown): readonly Line[] {
  if (value === undefined) return [lineOf(' no JSON', 'warning')]
  return toTree(value, new Set()).map(({ depth, name, text }) => [
    span(` ${'  '.repeat(Math.min(depth, 20))}`),
    ...(name === undefined ? [] : [span(`${name}: `, 'name')]),
    span(text),
  ])
}

/** What is typed, as it would be read; undefined where it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
