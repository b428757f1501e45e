/** Ids that nobody can guess. */

const ID_BYTES = 16

/** 128 random bits in 22 characters: an id cannot be guessed, and it is sent with every update. */
export function randomId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES))
  const base64 = globalThis.btoa(String.fromCharCode(...bytes))
  // Letters and digits only, at the price of half a bit: ids end up on command lines and in file names.
  return base64.replaceAll('+', 'a').replaceAll('/', 'b').replaceAll('=', '')
}
