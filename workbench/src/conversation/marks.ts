/** Marks words where they are drawn, by the browser's own highlights: nothing in the page is changed for it. */

const NAME = 'conversation-found'
const MOST_MARKS = 500

/** Marks these words inside an element until the next call. Without words, nothing is marked. */
export function markWords(element: Element | null, query: string): void {
  // Older browsers have none; rows that were found are still framed.
  if (typeof Highlight === 'undefined') return
  CSS.highlights.delete(NAME)
  const wanted = query.trim().toLowerCase()
  if (element === null || wanted === '') return
  const ranges: Range[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST_MARKS; node = walker.nextNode())
    ranges.push(...rangesIn(node, wanted))
  CSS.highlights.set(NAME, new Highlight(...ranges))
}

function rangesIn(node: Node, wanted: string): readonly Range[] {
  const text = node.nodeValue?.toLowerCase() ?? ''
  const ranges: Range[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, Math.min(at + wanted.length, node.nodeValue?.length ?? 0))
    ranges.push(range)
  }
  return ranges
}
