/** Which pictures of others may be drawn: four formats, by what their first bytes are, and only so large. */

const MOST_BYTES = 10 * 1024 * 1024
const ADDRESS = /^data:(image\/[a-z]{3,5});base64,/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const BEGINNINGS: ReadonlyMap<string, RegExp> = new Map([
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
])

/** An address that an image can be drawn from, or why it is not drawn. */
export type Picture = { readonly source: string } | { readonly refusal: string }

export function toPicture(mimeType: string, base64: string): Picture {
  const beginning = BEGINNINGS.get(mimeType)
  if (beginning === undefined) return { refusal: 'Images of this kind are not shown.' }
  if (base64.length * 0.75 > MOST_BYTES) return { refusal: 'It is larger than 10 MB and not shown.' }
  const head = base64.slice(0, 24)
  if (!BASE64.test(head.replace(/=+$/, '')) || !beginning.test(decode(head)))
    return { refusal: 'It is not the kind of image that it says it is.' }
  return { source: `data:${mimeType};base64,${base64}` }
}

/** The same for an address; undefined where it holds no image itself. */
export function pictureAt(address: string): Picture | undefined {
  const [head, mimeType] = ADDRESS.exec(address) ?? []
  if (head === undefined || mimeType === undefined)
    return /^data:/i.test(address) ? { refusal: 'Images of this kind are not shown.' } : undefined
  return toPicture(mimeType, address.slice(head.length))
}

function decode(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}
