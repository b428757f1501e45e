/** Messages written as text: what stands where in them is known once they are read, and to nobody before. */

/** Names that give something away, or that stand around what does. */
const WORTHWHILE = /env|header|auth|action|pass|pwd|secret|token|credential|cookie|key|--|curl|mysql|mariadb/i
const BEGINNING = /[[{]\s*["[{]/

/** The text with every message in it redacted: one in many lines, or one to a line. What is no message stays. */
export function redactJson(text: string, redact: (value: unknown) => unknown): string {
  if (!WORTHWHILE.test(text)) return text
  return (
    redactOne(text, redact) ??
    text
      .split('\n')
      .map(line => redactOne(line, redact) ?? line)
      .join('\n')
  )
}

/** Undefined if there is no message in it; the text itself if nothing is to be taken out, so that it looks as it did. */
function redactOne(text: string, redact: (value: unknown) => unknown): string | undefined {
  const start = text.search(BEGINNING)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1
  if (start < 0) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(start, end))
    const redacted = redact(value)
    if (JSON.stringify(value) === JSON.stringify(redacted)) return text
    const written = JSON.stringify(redacted, null, text.includes('\n') ? 2 : 0)
    return text.slice(0, start) + written + text.slice(end)
  } catch {
    // What cannot be read is none.
  }
  return undefined
}
