/** Text in a fence that it cannot break out of, however many backticks it holds. */

export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const mark = '`'.repeat(longest + 1)
  return `${mark}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${mark}`
}
