/** Terminal output that travels as base64: a secret in it has no look before it is unpacked. */

const STAND_IN = /(?<!\u00c2)«(redacted(?::[\da-f]+)?|dropped[^»]*)»/g

/** Its bytes, a character each; nothing where it is no base64. */
export function unpack(data: string): string | undefined {
  try {
    return globalThis.atob(data)
  } catch {
    return undefined
  }
}

/** The bytes packed again; what stands in for a secret is written in UTF-8, as the rest of it was. */
export function pack(bytes: string): string {
  return globalThis.btoa(bytes.replace(STAND_IN, '\u00c2\u00ab$1\u00c2\u00bb'))
}
