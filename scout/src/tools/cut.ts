/** Text cut to a size that a model and a person can take. */

/** The beginning and the end, with a word about what is missing between them. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, Math.floor(most / 3))
  const tail = text.slice(text.length - Math.ceil((most * 2) / 3))
  const left = text.length - head.length - tail.length
  return `${whole(head, 'end')}\n… ${left} characters left out …\n${whole(tail, 'start')}`
}

/** The same value with every text in it cut. */
export function cutTexts(value: unknown, most: number): unknown {
  if (typeof value === 'string') return cutMiddle(value, most)
  if (Array.isArray(value)) return value.map(each => cutTexts(each, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutTexts(each, most)]))
}

/** Half a character at the cut is no character. */
function whole(text: string, edge: 'start' | 'end'): string {
  return edge === 'end' ? text.replace(/[\ud800-\udbff]$/, '') : text.replace(/^[\udc00-\udfff]/, '')
}

/** `1 line`, `2 lines`. */
export function count(number: number, word: string): string {
  if (number === 1) return `1 ${word}`
  const plural = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}${word.endsWith('ch') ? 'es' : 's'}`
  return `${number} ${plural}`
}
