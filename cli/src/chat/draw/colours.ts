/** The colours that programs choose for their output, as the sequences that end with `m` tell them. */

import type { Colour, Style } from '../screen/style.js'

type Change = (style: Style) => Style

const SWITCHES: ReadonlyMap<number, Style> = new Map<number, Style>([
  [1, { isBold: true }],
  [2, { isDim: true }],
  [3, { isItalic: true }],
  [4, { isUnderlined: true }],
  [7, { isInverse: true }],
  [9, { isStruck: true }],
  [22, { isBold: undefined, isDim: undefined }],
  [23, { isItalic: undefined }],
  [24, { isUnderlined: undefined }],
  [27, { isInverse: undefined }],
  [29, { isStruck: undefined }],
  [39, { foreground: undefined }],
  [49, { background: undefined }],
])
const MOST_VALUES = 64

/** The style after such a sequence; none where everything is as usual again. */
export function applyColours(before: Style | undefined, values: string): Style | undefined {
  const numbers = values.split(/[;:]/, MOST_VALUES).map(value => (value === '' ? 0 : Number(value)))
  let style: Style = before ?? {}
  for (let at = 0; at < numbers.length; ) {
    const { length, change } = read(numbers, at)
    style = change(style)
    at += length
  }
  const kept = Object.entries(style).filter(([, value]) => value !== undefined)
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function read(numbers: readonly number[], at: number): { readonly length: number; readonly change: Change } {
  const code = numbers[at] ?? 0
  if (code === 0) return { length: 1, change: () => ({}) }
  if (code === 38 || code === 48) {
    const [kind, first = 0, green = 0, blue = 0] = numbers.slice(at + 1, at + 5)
    const colour =
      kind === 5 ? toByte(first) : { red: toByte(first), green: toByte(green), blue: toByte(blue) }
    if (kind !== 5 && kind !== 2) return { length: 1, change: style => style }
    return { length: kind === 5 ? 3 : 5, change: inColour(code === 38, colour) }
  }
  const base = code >= 90 ? 82 : 30
  const plain = code - base
  const isForeground = (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
  if (isForeground) return { length: 1, change: inColour(true, plain) }
  const isBackground = (code >= 40 && code <= 47) || (code >= 100 && code <= 107)
  if (isBackground) return { length: 1, change: inColour(false, plain - 10) }
  const switched = SWITCHES.get(code)
  return { length: 1, change: style => ({ ...style, ...switched }) }
}

function inColour(isForeground: boolean, colour: Colour): Change {
  return style => (isForeground ? { ...style, foreground: colour } : { ...style, background: colour })
}

const toByte = (value: number): number => Math.max(0, Math.min(255, Number.isNaN(value) ? 0 : value))
