/**
 * A recording as one page of HTML that opens offline: its timeline, each message, what was found. Nothing is loaded, and
 * no text of the recording is ever markup or script.
 */

import { sanitizeLine } from '../text/index.js'
import type { Header } from './entry.js'
import type { Finding } from './finding.js'
import { createOnlooker } from './onlooker.js'
import { SCRIPT } from './page/script.js'
import { STYLE } from './page/style.js'
import type { Recording } from './recording.js'
import type { Row } from './row.js'

/** What the page is called. */
export interface PageOptions {
  readonly title: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const LEFT_OUT: Readonly<Record<Header['redaction'], string>> = {
  secrets: 'without secrets',
  contents: 'without secrets and contents',
  none: 'with everything that was said',
}

/** The whole page. */
export async function toPage(recording: Recording, options: PageOptions): Promise<string> {
  const { header, entries, flaws } = recording
  const onlooker = await createOnlooker()
  for (const entry of entries) onlooker.see(entry)
  onlooker.end()
  const { findings, turns, version } = onlooker
  const places = new Map(findings.map((finding, place) => [finding, place]))
  const rows = onlooker.rows.map(row => toRow(row, places))
  const tallies = onlooker.tallies().filter(({ looked }) => looked > 0)
  const applied = tallies.map(({ rule, by, looked, findings }) => ({
    rule,
    by,
    looked,
    broken: findings.length,
  }))
  const data = toBlock('data', { header, version, rows, findings, turns, flaws, tallies: applied })
  const facts = [
    header.startedAt === 0 ? '' : new Date(header.startedAt).toISOString(),
    header.agent?.join(' ') ?? '',
    version === undefined ? '' : `version ${version}`,
    [counted(rows.length, 'row'), counted(turns.length, 'turn'), counted(findings.length, 'finding')].join(
      ', ',
    ),
    LEFT_OUT[header.redaction],
  ]
  return [
    ...(await head(options.title)),
    ...body(options.title, facts.filter(each => each !== '').join(' · ')),
    data,
    toBlock('entries', entries),
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** The policy names the one script and the one style there are by their sums, and forbids everything else. */
async function head(title: string): Promise<readonly string[]> {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${await sumOf(SCRIPT)}'`,
    `style-src 'sha256-${await sumOf(STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
  ]
}

function body(title: string, facts: string): readonly string[] {
  const tab = (name: string): string =>
    `<button role="tab" id="tab-${name}" aria-selected="false">${name}</button>`
  return [
    '<body>',
    `<header><h1>${escaped(title)}</h1><p>${escaped(facts)}</p></header>`,
    `<nav><span id="tabs" role="tablist">${['timeline', 'findings', 'turns', 'stderr', 'about'].map(tab).join(' ')}</span>`,
    '<input id="filter" type="search" aria-label="Filter rows" placeholder="filter: session/update is:broken -kind:stderr latency:&gt;500 body:word   ( / )">',
    '<span id="count" role="status"></span></nav>',
    '<main><section id="list" role="listbox" tabindex="0" aria-label="Messages"><div id="space"></div></section>',
    '<section id="detail" tabindex="0" aria-label="Message" aria-live="polite"><p>Choose a row: by a click, or with the arrow keys.</p></section>',
    '<section id="panel" class="panel" tabindex="0" hidden></section></main>',
    '<noscript>This page needs scripts, which run from this file alone and load nothing.</noscript>',
  ]
}

/** The findings of a row by their places: each is told once. */
function toRow(row: Row, places: ReadonlyMap<Finding, number>): object {
  return { ...row, findings: row.findings.flatMap(each => places.get(each) ?? []) }
}

/** Data that no browser runs: nothing in it can end the block. */
function toBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(/[<>&\p{Cf}\p{Zl}\p{Zp}]/gu, toEscapes)
  return `<script type="application/json" id="${id}">${json}</script>`
}

function toEscapes(character: string): string {
  const unit = (_: unknown, at: number): string => character.charCodeAt(at).toString(16).padStart(4, '0')
  return Array.from({ length: character.length }, unit)
    .map(each => `\\u${each}`)
    .join('')
}

function escaped(text: string): string {
  return sanitizeLine(text).replace(/[&<>"]/g, each => ENTITIES[each] ?? each)
}

async function sumOf(text: string): Promise<string> {
  const sum = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return globalThis.btoa(String.fromCharCode(...new Uint8Array(sum)))
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
