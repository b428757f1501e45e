/** A text in characters as people see them, in time that grows with its length: the engine's own way grows with its square. */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const WINDOW = 128

/** In windows: the last character of one may go on in the next, so that begins with it. */
export function* graphemesOf(text: string): Generator<string, void> {
  let window = WINDOW
  for (let from = 0; from < text.length; ) {
    // Half of a character at the end would be taken for one of its own.
    const isHalf = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(from + window - 1, from + window + 1))
    const piece = text.slice(from, from + window + (isHalf ? 1 : 0))
    const isLast = from + piece.length === text.length
    let held = ''
    for (const { segment } of segmenter.segment(piece)) {
      if (held !== '') {
        yield held
        from += held.length
      }
      held = segment
    }
    if (isLast) {
      yield held
      return
    }
    window = held.length === piece.length ? window * 2 : WINDOW
  }
}
