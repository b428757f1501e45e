/** A command line as people type it, cut into words and put together again. No shell: quotes group, nothing else happens. */

const PIECE = /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|(\s+)|([^\s\\'"]+)/gy

/** The words; nothing where a quote is left open. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const [piece, escaped, single, double, blank, plain] of text.matchAll(PIECE)) {
    end += piece.length
    if (blank !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + (escaped ?? single ?? double?.replace(/\\([\s\S])/g, '$1') ?? plain ?? '')
  }
  if (end < text.length) return undefined
  return word === undefined ? words : [...words, word]
}

/** The word as a shell takes it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
