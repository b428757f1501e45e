/** The name under which a server knows one of our messages again. */

// Beyond this only the ends are looked at: the place and the length tell the rest.
const LONG_CHARACTERS = 64 * 1024

/**
 * Its place among all that was said on the connection: sent again over another link of it, it has the same. Ids and words tell nothing,
 * for a client may use both a second time; the sum of the text is there so that nothing else is ever taken for it.
 */
export function idempotencyKey(number: number, text: string): string {
  return `${number}-${text.length}-${sumOf(text).toString(36)}`
}

function sumOf(text: string): number {
  const half = LONG_CHARACTERS / 2
  const looked = text.length > LONG_CHARACTERS ? text.slice(0, half) + text.slice(-half) : text
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let index = 0; index < looked.length; index++) {
    const code = looked.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0)
}
