/** Where characters begin and end in UTF-8. */

const MOST_CONTINUATIONS = 3

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

function lengthFrom(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4
  if (lead >= 0xe0 && lead < 0xf0) return 3
  return lead >= 0xc2 && lead < 0xe0 ? 2 : 1
}

/** How many bytes from the front belong to a character whose beginning is not there. */
export function headlessBytes(bytes: Uint8Array): number {
  let count = 0
  while (count < MOST_CONTINUATIONS && isContinuation(bytes[count])) count++
  return count
}

/** How many bytes at the back are the beginning of a character that is not complete yet. */
export function unfinishedBytes(bytes: Uint8Array): number {
  const last = Math.min(MOST_CONTINUATIONS, bytes.length)
  for (let back = 1; back <= last; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return lengthFrom(byte) > back ? back : 0
  }
  return 0
}
