/** Text that Markdown is to show exactly as it is. */

/** A fence is longer than any run of its marks inside. */
export function fence(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text}\n${marks}`
}
