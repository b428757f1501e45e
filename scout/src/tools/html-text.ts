/** The text of a page, simply: no scripts, no styles, a line for each block. No part of a page is looked at again. */

const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const BLOCKS: ReadonlySet<string> = new Set(
  'p div section article header footer main nav ul ol li table tr h1 h2 h3 h4 h5 h6 pre blockquote br hr dl dt dd'.split(
    ' ',
  ),
)
// A name is read where it stands: a page has as many tags as words.
const TAG_NAME = /<(\/?[a-z][a-z0-9]{0,38})/iy
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    mdash: '—',
    ndash: '–',
    hellip: '…',
  }),
)

export function toText(html: string): string {
  const pieces: string[] = []
  const endings = new Endings(html)
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    pieces.push(html.slice(at, open < 0 ? html.length : open))
    if (open < 0) break
    const { name, end } = readTag(html, open)
    if (BLOCKS.has(name.startsWith('/') ? name.slice(1) : name)) pieces.push(name === 'li' ? '\n- ' : '\n')
    at = HIDDEN.has(name) ? endings.behind(name, end) : end
  }
  return tidy(decodeEntities(pieces.join('')))
}

function readTag(html: string, open: number): { readonly name: string; readonly end: number } {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open)
    return { name: '', end: close < 0 ? html.length : close + 3 }
  }
  const close = html.indexOf('>', open)
  const end = close < 0 ? html.length : close + 1
  TAG_NAME.lastIndex = open
  const [, name = ''] = TAG_NAME.exec(html) ?? []
  return { name: name.toLowerCase(), end }
}

/** Where things that are hidden end. What was not found once is not looked for again. */
class Endings {
  readonly #html: string
  readonly #never = new Set<string>()

  constructor(html: string) {
    this.#html = html
  }

  behind(name: string, from: number): number {
    const end = this.#never.has(name) ? -1 : this.#find(name, from)
    if (end >= 0) return end
    this.#never.add(name)
    // A page that never closes its head still has a body.
    return name === 'head' ? from : this.#html.length
  }

  #find(name: string, from: number): number {
    const opening = new RegExp(`</${name}`, 'gi')
    opening.lastIndex = from
    const found = opening.exec(this.#html)
    const close = found === null ? -1 : this.#html.indexOf('>', opening.lastIndex)
    return close < 0 ? -1 : close + 1
  }
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED.get(name.toLowerCase()) ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })
}

function tidy(text: string): string {
  const lines = text
    .split('\n')
    .map(line => (line === '' ? line : line.replace(/[ \t\r\f\v\u00a0]+/g, ' ').trim()))
  return lines
    .filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '')
    .join('\n')
    .trim()
}
