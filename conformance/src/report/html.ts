/** A report as one page that opens offline: no script at all, nothing loaded, every text of the peer escaped. */

import type { Entry } from '@parley/acp/inspect'
import type { Report, Verdict } from '../verdict.js'
import { type Evidence, EvidenceBook } from './evidence.js'
import { escapeMarkup } from './markup.js'
import { pageStyle } from './page-style.js'
import { count, toBadgeLine } from './tally.js'

const OUTCOMES = ['failed', 'warned', 'noted', 'skipped', 'passed'] as const
const MESSAGE_CHARACTERS = 4_000
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function toHtmlReport(report: Report): string {
  const { side, version, subject, verdicts, by, startedAt } = report
  const book = new EvidenceBook(report)
  const counts = count(verdicts)
  const title = `ACP v${version} ${side}: ${subject.name ?? subject.command}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(subject.version ?? '')} <code>${escapeMarkup(subject.command)}</code></p>
<p>${escapeMarkup(toBadgeLine(report))}<br>${escapeMarkup(by)}, ${escapeMarkup(startedAt)}</p>
<ul class="sums">${OUTCOMES.map(each => `<li class="${each}"><a href="#${each}">${counts[each]} ${each}</a></li>`).join('')}</ul>
${OUTCOMES.map(outcome => toSection(outcome, { verdicts, book })).join('\n')}
</body>
</html>
`
}

interface Contents {
  readonly verdicts: readonly Verdict[]
  readonly book: EvidenceBook
}

function toSection(outcome: Verdict['outcome'], { verdicts, book }: Contents): string {
  const own = verdicts.filter(verdict => verdict.outcome === outcome)
  if (own.length === 0) return ''
  const items = own.map(verdict => toItem(verdict, book.of(verdict)))
  return `<section id="${outcome}" class="${outcome}"><h2>${outcome} (${own.length})</h2>${items.join('\n')}</section>`
}

function toItem({ requirement, outcome, details }: Verdict, evidence: readonly Evidence[]): string {
  const { id, text, level, sources } = requirement
  const isOpen = outcome === 'failed' ? ' open' : ''
  const said = details.map(detail => `<li>${escapeMarkup(detail)}</li>`).join('')
  return `<details${isOpen}><summary><b>${level.toUpperCase()}</b> <code>${escapeMarkup(id)}</code> ${escapeMarkup(text)}</summary>
<p class="sources">${escapeMarkup(sources.join('; '))}</p><ul>${said}</ul>${evidence.map(toTranscript).join('')}</details>`
}

function toTranscript({ scenario, title, wires, omitted }: Evidence): string {
  const rows = wires.map(entries => `<table>${entries.map(toRow).join('')}</table>`)
  const rest = omitted > 0 ? `<p>${omitted} more are not shown.</p>` : ''
  return `<details><summary>Transcript: ${escapeMarkup(scenario)}: ${escapeMarkup(title)}</summary>${rows.join('<hr>')}${rest}</details>`
}

function toRow(entry: Entry): string {
  const at = `${entry.at.toFixed(0)} ms`
  if ('message' in entry) return cells([at, `→ ${entry.to}`, shorten(JSON.stringify(entry.message))])
  if ('noise' in entry) return cells([at, `→ ${entry.to}`, `(${entry.noise}) ${shorten(entry.text)}`])
  if ('stderr' in entry) return cells([at, 'stderr', shorten(entry.stderr)])
  return cells([at, entry.event, entry.detail])
}

function cells(texts: readonly string[]): string {
  return `<tr>${texts.map(text => `<td>${escapeMarkup(text)}</td>`).join('')}</tr>`
}

function shorten(text: string): string {
  return text.length <= MESSAGE_CHARACTERS
    ? text
    : `${text.slice(0, MESSAGE_CHARACTERS)}… (${text.length} characters)`
}
