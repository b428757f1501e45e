/** Colours by what they mean. Whether there are any is decided once, by the stream and its surroundings. */

import type { Shell } from '../shell.js'

export type Role = 'strong' | 'muted' | 'good' | 'bad' | 'warning' | 'accent'

export type Palette = (role: Role, text: string) => string

const CODES: Readonly<Record<Role, readonly [number, number]>> = {
  strong: [1, 22],
  muted: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  warning: [33, 39],
  accent: [36, 39],
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''

/** Whether a stream gets colours. */
export function wantsColour(stream: { readonly isTTY?: boolean }, env: Shell['env']): boolean {
  if (isSet(env.NO_COLOR)) return false
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return stream.isTTY === true && env.TERM !== 'dumb'
}

/** The colours, or none. Text must have been cleaned before: it is what stands between two codes. */
export function palette(isColoured: boolean): Palette {
  if (!isColoured) return (_role, text) => text
  return (role, text) => {
    const [on, off] = CODES[role]
    return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`
  }
}
