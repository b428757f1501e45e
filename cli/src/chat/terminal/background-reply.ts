/** Reads what a terminal answers when it is asked for the colour of its background (OSC 11). */

const REPLY = /^11;(?:rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})|#([0-9a-f]{6}))/i

/** Whether it is dark; nothing where this is no such answer. */
export function backgroundOf(body: string): boolean | undefined {
  const match = REPLY.exec(body)
  if (match === null) return undefined
  const [, red, green, blue, hex] = match
  const parts = hex === undefined ? [red, green, blue] : [hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)]
  const [r = 0, g = 0, b = 0] = parts.map((part = '0') => Number.parseInt(part, 16) / (16 ** part.length - 1))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.5
}
