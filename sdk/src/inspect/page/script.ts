/** What the page of a recording does: a list of which only the visible rows are there, a message as a tree, findings, turns. */

import { PARTS } from './script-parts.js'

const TIMELINE = String.raw`
const data = read('data')
const entries = read('entries')
const HEIGHT = 22
const list = byId('list')
const space = byId('space')
let shown = data.rows
let selected = -1

const weightOf = row => ['must', 'should', 'note'].find(weight => row.findings.some(at => data.findings[at].weight === weight)) ?? (row.flaws.length > 0 ? 'must' : undefined)
const WORDS = { must: 'broken', should: 'doubtful', note: 'odd' }
const drawRow = (row, place) => {
  const weight = weightOf(row)
  const element = make('div', { kind: 'row ' + row.kind + (row.number === selected ? ' chosen' : ''), role: 'option', id: 'row-' + row.number,
    'aria-selected': String(row.number === selected), 'aria-posinset': String(place + 1), 'aria-setsize': String(shown.length) },
    make('span', { kind: 'number', text: row.number }),
    make('span', { kind: 'time', text: seconds(row.at) }),
    make('span', { kind: 'way' + (row.to === 'agent' ? ' to-agent' : ''), text: row.to === 'agent' ? '\u2192' : row.to === 'client' ? '\u2190' : '\u00b7', title: row.to === undefined ? '' : 'to the ' + row.to }),
    make('span', { kind: 'method', text: row.method ?? row.kind }),
    make('span', { kind: 'session', text: row.session ?? '' }),
    make('span', { kind: 'label', text: row.label }),
    make('span', { kind: 'latency', text: length(row.latency) }),
    make('span', { kind: 'bytes', text: row.bytes > 0 ? size(row.bytes) : '' }),
    make('span', { kind: 'verdict ' + (weight ?? ''), text: weight === undefined ? '' : WORDS[weight] }))
  element.style.top = place * HEIGHT + 'px'
  element.addEventListener('click', () => select(place))
  return element
}
const draw = () => {
  space.style.height = shown.length * HEIGHT + 'px'
  const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 10)
  const last = Math.min(shown.length, Math.ceil((list.scrollTop + (list.clientHeight || 800)) / HEIGHT) + 10)
  space.replaceChildren(...shown.slice(first, last).map((row, index) => drawRow(row, first + index)))
}
const reveal = place => {
  if (place * HEIGHT < list.scrollTop) list.scrollTop = place * HEIGHT
  else if ((place + 1) * HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = (place + 1) * HEIGHT - list.clientHeight
}
const select = place => {
  const row = shown[Math.max(0, Math.min(shown.length - 1, place))]
  if (row === undefined) return
  selected = row.number
  reveal(shown.indexOf(row))
  list.setAttribute('aria-activedescendant', 'row-' + row.number)
  draw()
  drawDetail(row)
}
const goTo = number => {
  if (!shown.some(row => row.number === number)) { byId('filter').value = ''; filter() }
  show('timeline')
  select(shown.findIndex(row => row.number === number))
}
const link = (number, text) => {
  const button = make('button', { text })
  button.addEventListener('click', () => goTo(number))
  return button
}
const drawDetail = row => {
  const detail = byId('detail')
  const parts = [make('h2', { text: '#' + row.number + ' ' + (row.method ?? row.kind) })]
  for (const at of row.findings) parts.push(make('p', { kind: data.findings[at].weight, text: data.findings[at].rule + ': ' + data.findings[at].text }))
  for (const flaw of row.flaws) parts.push(make('p', { kind: 'must', text: (flaw.path || '/') + ': expected ' + flaw.expected + ', found ' + flaw.found }))
  if (row.asked !== undefined) parts.push(make('p', {}, link(row.asked, 'the request: #' + row.asked)))
  const entry = entries[row.entry]
  const value = entry.message === undefined ? entry : entry.message
  parts.push(make('div', { kind: 'tree' }, branch('message' in entry ? 'message' : row.kind, value, 4)))
  detail.replaceChildren(...parts)
}
const KEYS = { ArrowDown: at => at + 1, ArrowUp: at => at - 1, PageDown: at => at + 20, PageUp: at => at - 20, Home: () => 0, End: () => shown.length - 1, j: at => at + 1, k: at => at - 1 }
list.addEventListener('keydown', event => {
  const move = KEYS[event.key]
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  select(move(shown.findIndex(row => row.number === selected)))
})
list.addEventListener('scroll', draw)
const filter = () => {
  shown = data.rows.filter(toFilter(byId('filter').value))
  byId('count').textContent = shown.length + ' of ' + data.rows.length + ' rows'
  list.scrollTop = 0
  draw()
}
byId('filter').addEventListener('input', filter)
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target === byId('filter')) return
  event.preventDefault()
  byId('filter').focus()
})
window.addEventListener('resize', draw)
`

const PANELS = `
const table = (names, rows) => make('table', { kind: 'lines' },
  make('thead', {}, make('tr', {}, ...names.map(text => make('th', { text })))),
  make('tbody', {}, ...rows.map(cells => make('tr', {}, ...cells.map(cell => typeof cell === 'object' ? make('td', {}, cell) : make('td', { text: cell }))))))
const drawFindings = () => data.findings.length === 0 ? make('p', { text: 'Nothing was found.' })
  : table(['weight', 'rule', 'by', 'row', 'what'], data.findings.slice(0, 5000).map(each => [make('span', { kind: each.weight, text: each.weight }), each.rule, each.by, link(each.row, '#' + each.row), each.text]))
const drawTurn = turn => {
  const whole = turn.duration ?? Math.max(1, ...turn.spans.map(span => span.until ?? span.from))
  const bars = turn.spans.slice(0, 200).map(span => {
    const inner = make('span', { kind: span.kind, title: clean(span.label) })
    inner.style.left = (100 * span.from / whole) + '%'
    inner.style.width = (100 * ((span.until ?? whole) - span.from) / whole) + '%'
    return make('div', {}, make('div', { text: span.kind + ' ' + span.label + ': ' + length((span.until ?? whole) - span.from) + ' from ' + length(span.from) }), make('div', { kind: 'bar' }, inner))
  })
  const facts = ['took ' + (turn.duration === undefined ? '(unfinished)' : length(turn.duration)), 'first heard of after ' + (length(turn.firstUpdate) || '?'), 'first words after ' + (length(turn.firstChunk) || '?'), turn.chunks + ' pieces, ' + turn.characters + ' characters', turn.stopReason ?? '']
  return make('article', { kind: 'turn' }, make('h2', {}, link(turn.prompt, 'turn ' + turn.turn)), make('p', { text: turn.session + ': ' + facts.filter(Boolean).join('; ') }), ...bars)
}
const drawTurns = () => data.turns.length === 0 ? make('p', { text: 'There is no turn.' }) : make('div', {}, ...data.turns.slice(0, 1000).map(drawTurn))
const drawStderr = () => {
  const rows = data.rows.filter(row => row.kind === 'stderr')
  return rows.length === 0 ? make('p', { text: 'Nothing was written to stderr.' }) : table(['time', 'line'], rows.slice(0, 5000).map(row => [seconds(row.at), make('span', { kind: 'text', text: entries[row.entry].stderr })]))
}
const drawAbout = () => make('div', { kind: 'tree' }, branch('header', data.header, 2), branch('damaged lines', data.flaws, 1), branch('rules that applied', data.tallies, 1))
const DRAWN = { findings: drawFindings, turns: drawTurns, stderr: drawStderr, about: drawAbout }
const TABS = ['timeline', 'findings', 'turns', 'stderr', 'about']
const show = name => {
  for (const each of TABS) byId('tab-' + each).setAttribute('aria-selected', String(each === name))
  const isTimeline = name === 'timeline'
  list.hidden = !isTimeline
  byId('detail').hidden = !isTimeline
  byId('panel').hidden = isTimeline
  if (!isTimeline) byId('panel').replaceChildren(DRAWN[name]())
  if (isTimeline) draw()
}
for (const name of TABS) byId('tab-' + name).addEventListener('click', () => show(name))
byId('tabs').addEventListener('keydown', event => {
  const at = TABS.findIndex(name => byId('tab-' + name) === event.target)
  const next = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : -1
  if (at < 0 || TABS[next] === undefined) return
  byId('tab-' + TABS[next]).focus()
  show(TABS[next])
})
filter()
show('timeline')
`

/** The script of the page. */
export const SCRIPT = `'use strict';(() => {${PARTS}${TIMELINE}${PANELS}})()`
