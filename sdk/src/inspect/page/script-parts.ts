/**
 * What the page of a recording does, the small parts: texts become text nodes and nothing else, values become trees that
 * fold. It runs in a browser, from a file, without any network.
 */

export const PARTS = String.raw`
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu
const clean = text => String(text).replace(UNSEEN, each => '\u2039U+' + each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '\u203a')
const make = (tag, { text, kind, ...attributes } = {}, ...children) => {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = clean(text)
  if (kind !== undefined) element.className = kind
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  for (const child of children) element.append(child)
  return element
}
const read = id => JSON.parse(document.getElementById(id).textContent)
const byId = id => document.getElementById(id)
const seconds = at => (at / 1000).toFixed(3)
const length = at => at === undefined || at === null ? '' : at < 1000 ? at.toFixed(at < 10 ? 1 : 0) + ' ms' : (at / 1000).toFixed(2) + ' s'
const size = bytes => bytes < 1000 ? bytes + ' B' : bytes < 1e6 ? (bytes / 1000).toFixed(1) + ' kB' : (bytes / 1e6).toFixed(1) + ' MB'
const LONG = 4000
const MANY = 500

const textNode = value => {
  const shown = make('span', { kind: 'text', text: value.length > LONG ? value.slice(0, LONG) + '\u2026' : value })
  if (value.length <= LONG) return shown
  const more = make('button', { text: 'show all ' + value.length + ' characters' })
  more.addEventListener('click', () => { shown.textContent = clean(value); more.remove() })
  return make('span', {}, shown, more)
}
const leaf = (name, value) => {
  const node = make('div', {}, make('span', { kind: 'name', text: name + ': ' }))
  node.append(typeof value === 'string' ? textNode(value) : make('span', { text: JSON.stringify(value) }))
  return node
}
const branch = (name, value, isOpen) => {
  if (typeof value !== 'object' || value === null) return leaf(name, value)
  const entries = Object.entries(value)
  const count = Array.isArray(value) ? '[' + entries.length + ']' : '{' + entries.length + '}'
  const node = make('details', {}, make('summary', { text: name + ' ' + count }))
  let isFilled = false
  const fill = from => {
    for (const [key, each] of entries.slice(from, from + MANY)) node.append(branch(key, each, isOpen > 1 ? isOpen - 1 : 0))
    if (entries.length <= from + MANY) return
    const more = make('button', { text: 'show ' + (entries.length - from - MANY) + ' more' })
    more.addEventListener('click', () => { more.remove(); fill(from + MANY) })
    node.append(more)
  }
  const open = () => { if (!isFilled && node.open) { isFilled = true; fill(0) } }
  node.addEventListener('toggle', open)
  if (isOpen > 0) { node.open = true; open() }
  return node
}

const FIELDS = {
  method: row => row.method, kind: row => row.kind, to: row => row.to, session: row => row.session,
  tool: row => row.toolCall, turn: row => row.turn, id: row => row.id, label: row => row.label,
  rule: row => row.findings.map(at => data.findings[at].rule).join(' '),
  body: row => JSON.stringify(entries[row.entry]),
}
const above = (value, wanted) => {
  const [, sign, number] = /^([<>]?)(\d+(?:\.\d+)?)$/.exec(wanted) || []
  if (number === undefined || value === undefined || value === null) return false
  return sign === '<' ? value < Number(number) : sign === '>' ? value > Number(number) : value === Number(number)
}
const toTest = word => {
  const isNot = word.length > 1 && word.startsWith('-')
  const [, field, rest] = /^([a-z]+):(.*)$/s.exec(isNot ? word.slice(1) : word) || []
  const plain = (isNot ? word.slice(1) : word).replace(/^"|"$/g, '').toLowerCase()
  const wanted = (rest === undefined ? '' : rest).replace(/^"|"$/g, '').toLowerCase()
  let test = row => [row.method, row.label, row.session, row.kind].some(each => each !== undefined && String(each).toLowerCase().includes(plain))
  if (field === 'is') test = row => wanted === 'broken' ? row.flaws.length + row.findings.length > 0 : row.kind === wanted
  else if (field === 'latency' || field === 'bytes') test = row => above(row[field], wanted)
  else if (field !== undefined && Object.hasOwn(FIELDS, field)) test = row => String(FIELDS[field](row) ?? '').toLowerCase().includes(wanted)
  return row => test(row) !== isNot
}
const toFilter = line => {
  const tests = (line.match(/-?(?:[a-z]+:)?"[^"]*"|\S+/g) || []).map(toTest)
  return row => tests.every(test => test(row))
}
`
