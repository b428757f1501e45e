/** How headers and addresses write a name and a password. */

/** Base64 by way of UTF-8: `btoa` knows only 256 characters. */
export function toBase64(text: string): string {
  return globalThis.btoa(
    Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''),
  )
}

/** The bytes of its UTF-8, two digits each. */
export function toHex(text: string): string {
  return Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** What `%41` stands for; as it is where it stands for nothing. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Who is named before the `@` of an address, as a `Basic` header says it. */
export function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return toBase64(`${decodePercent(username)}:${decodePercent(password)}`)
}
