/** What a picture is, told by its first bytes: its name may say anything. */

const SIGNS: readonly (readonly [mimeType: string, at: number, sign: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
]

/** Nothing for what is no picture that models and clients take. */
export function pictureFormat(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const found = SIGNS.find(([, at, sign]) => head.startsWith(sign, at))
  if (found?.[0] === 'image/webp' && !head.startsWith('RIFF')) return undefined
  return found?.[0]
}
