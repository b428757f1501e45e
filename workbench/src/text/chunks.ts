/** Long text in pieces of whole lines, which stay the same pieces while it grows. */

const WISHED_LENGTH = 4_000
const MOST_LENGTH = 16_000

export function toChunks(text: string): readonly string[] {
  const chunks: string[] = []
  let start = 0
  while (text.length - start > WISHED_LENGTH) {
    const end = text.indexOf('\n', start + WISHED_LENGTH)
    const isLong = end < 0 ? text.length - start > MOST_LENGTH : end - start > MOST_LENGTH
    if (end < 0 && !isLong) break
    const cut = isLong ? start + MOST_LENGTH : end
    chunks.push(text.slice(start, cut))
    // The line break itself is what a new piece begins with.
    start = isLong ? cut : cut + 1
  }
  chunks.push(text.slice(start))
  return chunks
}
