import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Entry } from './entry.js'
import { openPage } from './page/document.fixture.js'
import { toPage } from './page.js'
import type { Recording } from './recording.js'

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!--<script>',
  ']]>',
  '\u2028alert(1)\u2029',
  '"><svg onload=alert(1)>',
  '`+alert(1)+`',
  '\u202egnp.exe',
  '\ud800',
]
const header: Recording['header'] = {
  recording: 1,
  startedAt: 1_700_000_000_000,
  by: 'p',
  carrier: 'stdio',
  agent: ['a'],
  redaction: 'secrets',
}

const update = (text: string, at: number): Entry => ({
  ...{ at, to: 'client', bytes: 100 },
  message: {
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    },
  },
})
const hostileEntries: readonly Entry[] = HOSTILE.flatMap((text, index): readonly Entry[] => [
  update(text, index),
  {
    at: index,
    to: 'client',
    message: { jsonrpc: '2.0', method: text, params: { [text]: text, sessionId: text } },
    bytes: 1,
  },
  { at: index, stderr: text },
  { at: index, to: 'agent', noise: 'parse_error', text, bytes: 1 },
  { at: index, event: 'remark', detail: text },
])
const hostile: Recording = {
  header: { ...header, agent: HOSTILE, title: HOSTILE[0], by: HOSTILE[1] ?? '' },
  entries: hostileEntries,
  flaws: [{ line: 1, expected: HOSTILE[0] ?? '', found: HOSTILE[1] ?? '' }],
}

test('one script, one style and two blocks of data: whatever a recording says, there is no more markup', async () => {
  for (const text of HOSTILE) {
    const html = await toPage(hostile, { title: text })
    expect(html.match(/<script/gi)).toHaveLength(3)
    expect(html.match(/<\/script/gi)).toHaveLength(3)
    expect(html.match(/<style/gi)).toHaveLength(1)
    expect(html).not.toMatch(/<(?:img|svg|!--)/i)
    expect(html).not.toMatch(/[\u2028\u2029\u202e]/)
  }
})

test('nothing is loaded, and only the one script and style may be used', async () => {
  const html = await toPage({ header, entries: [], flaws: [] }, { title: 'x' })
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(html) ?? []
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(html) ?? []
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? []
  const sum = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src ${sum(script)};`)
  expect(policy).toContain(`style-src ${sum(style)};`)
  expect(html).not.toMatch(/ (?:src|href|style|on\w+)=/)
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|fetch\(|import\(/)
})

test('texts are shown as texts, with what cannot be seen named', async () => {
  const page = openPage(await toPage(hostile, { title: 'x' }))
  page.run()
  const rows = page.byId('space').children
  expect(rows.length).toBeGreaterThan(20)
  rows[1]?.fire('click')
  const detail = page.byId('detail')
  expect(detail.textContent).toContain('</script><script>alert(1)</script>')
  for (const tab of ['findings', 'turns', 'stderr', 'about']) page.byId(`tab-${tab}`).fire('click')
  page.byId('tab-stderr').fire('click')
  const text = page.byId('panel').textContent
  expect(text).toContain('<img src=x onerror=alert(1)>')
  expect(text).toContain('‹U+202E›gnp.exe')
  for (const element of [...page.byId('panel').all(), ...detail.all(), ...page.byId('space').all()])
    expect(['SCRIPT', 'IMG', 'SVG']).not.toContain(element.tag.toUpperCase())
})

const talk: readonly Entry[] = [
  {
    at: 0,
    to: 'agent',
    message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
    bytes: 10,
  },
  { at: 3, to: 'client', message: { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } }, bytes: 10 },
  {
    at: 4,
    to: 'agent',
    message: { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/p', mcpServers: [] } },
    bytes: 10,
  },
  { at: 5, to: 'client', message: { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } }, bytes: 10 },
  {
    at: 6,
    to: 'agent',
    message: {
      jsonrpc: '2.0',
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] },
    },
    bytes: 10,
  },
  update('needle', 8),
  { at: 9, to: 'client', message: { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } }, bytes: 10 },
  { at: 10, to: 'client', message: { jsonrpc: '2.0', id: 99, result: {} }, bytes: 10 },
]

test('rows are filtered by words, fields and bodies, and chosen with the keyboard', async () => {
  const page = openPage(await toPage({ header, entries: talk, flaws: [] }, { title: 'talk' }))
  page.run()
  const filtered = (line: string): readonly string[] => {
    page.byId('filter').value = line
    page.byId('filter').fire('input')
    return page.byId('space').children.map(row => row.children[3]?.textContent ?? '')
  }
  expect(filtered('session/')).toEqual([
    'session/new',
    'session/new',
    'session/prompt',
    'session/update',
    'session/prompt',
  ])
  expect(filtered('session/prompt kind:request')).toEqual(['session/prompt'])
  expect(filtered('-session/ to:agent')).toEqual(['initialize'])
  expect(filtered('body:needle')).toEqual(['session/update'])
  expect(filtered('latency:>2.5 initialize')).toEqual(['initialize'])
  expect(filtered('is:broken')).not.toHaveLength(0)
  expect(filtered('')).toHaveLength(8)
  expect(page.byId('count').textContent).toBe('8 of 8 rows')
  const list = page.byId('list')
  for (const key of ['End', 'ArrowUp', 'ArrowUp']) list.fire('keydown', { key })
  expect(list.attributes.get('aria-activedescendant')).toBe('row-5')
  expect(page.byId('detail').textContent).toContain('needle')
  page.byId('tab-turns').fire('click')
  expect(page.byId('panel').textContent).toContain('took 3.0 ms')
  page.byId('tab-findings').fire('click')
  expect(page.byId('panel').textContent).toContain('answer.unknown')
})

test('of ten thousand rows only those are there that can be seen', async () => {
  const entries = Array.from({ length: 12_000 }, (_, index) => update(`piece ${index}`, index))
  const begun = performance.now()
  const page = openPage(await toPage({ header, entries, flaws: [] }, { title: 'many' }))
  page.run()
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(page.byId('space').children.length).toBeLessThan(60)
  page.byId('list').fire('keydown', { key: 'End' })
  expect(page.byId('detail').textContent).toContain('piece 11999')
})
