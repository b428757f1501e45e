/** A text as lines that keep their breaks: put together again they are the text, to the last byte. */

/** Every line with its break; the last one may have none. */
export function toLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** A line without its break. */
export function withoutBreak(line: string): string {
  return line.replace(/\r?\n$/, '')
}

export type LineBreak = 'LF' | 'CRLF' | 'none'

export function breakOf(line: string): LineBreak {
  if (!line.endsWith('\n')) return 'none'
  return line.endsWith('\r\n') ? 'CRLF' : 'LF'
}
