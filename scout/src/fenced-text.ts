/** Text in a fence that it cannot break out of, however many backticks it holds. */

/** What a tool found, as a block; a sentence that says that there is nothing stays a sentence. */
export function found(text: string): string {
  const isSentence = !text.includes('\n') && text.endsWith('.') && text.includes(' ')
  return isSentence ? text : fenced(text)
}

export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const mark = '`'.repeat(longest + 1)
  return `${mark}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${mark}`
}
