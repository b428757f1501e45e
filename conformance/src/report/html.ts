/** A report as one page that opens offline: no script at all, nothing loaded, every text of the peer escaped. */

import type { Entry } from '@parley/acp/inspect'
import type { Report, Verdict } from '../verdict.js'
import { type Evidence, EvidenceBook } from './evidence.js'
import { type Comparison, reasonsOf } from './expectation.js'
import { escapeMarkup } from './markup.js'
import { pageStyle } from './page-style.js'
import { count, toBadgeLine } from './tally.js'
import { troublesOf } from './trouble.js'

const OUTCOMES = ['failed', 'warned', 'noted', 'skipped', 'passed'] as const
const MESSAGE_CHARACTERS = 4_000
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function toHtmlReport(report: Report, comparison?: Comparison): string {
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
<p>${escapeMarkup(toBadgeLine(report, comparison))}<br>${escapeMarkup(by)}, ${escapeMarkup(startedAt)}</p>
${troublesOf(report)
  .map(trouble => `<p class="failed"><b>${escapeMarkup(trouble)}</b></p>`)
  .join('\n')}
<ul class="sums">${OUTCOMES.map(each => `<li class="${each}"><a href="#${each}">${counts[each]} ${each}</a></li>`).join('')}</ul>
${OUTCOMES.map(outcome => toSection(outcome, { verdicts, book, reasons: reasonsOf(comparison) })).join('\n')}
</body>
</html>
`
}

interface Contents {
  readonly verdicts: readonly Verdict[]
  readonly book: EvidenceBook
  /** Why what is broken was expected to be. */
  readonly reasons: ReadonlyMap<string, string>
}

function toSection(outcome: Verdict['outcome'], { verdicts, book, reasons }: Contents): string {
  const own = verdicts.filter(verdict => verdict.outcome === outcome)
  if (own.length === 0) return ''
  const items = own.map(verdict => {
    const reason = reasons.get(verdict.requirement.id)
    const expected = reason === undefined ? '' : `<li>expected: ${escapeMarkup(reason)}</li>`
    return toItem(verdict, book.of(verdict), expected)
  })
  return `<section id="${outcome}" class="${outcome}"><h2>${outcome} (${own.length})</h2>${items.join('\n')}</section>`
}

function toItem(
  { requirement, outcome, details }: Verdict,
  evidence: readonly Evidence[],
  expected: string,
): string {
  const { id, text, level, sources } = requirement
  const isOpen = outcome === 'failed' ? ' open' : ''
  const said = details.map(detail => `<li>${escapeMarkup(detail)}</li>`).join('')
  return `<details${isOpen}><summary><b>${level.toUpperCase()}</b> <code>${escapeMarkup(id)}</code> ${escapeMarkup(text)}</summary>
<p class="sources">${escapeMarkup(sources.join('; '))}</p><ul>${expected}${said}</ul>${evidence.map(each => toTranscript(each, id)).join('')}</details>`
}

/** The entries that show a fault of the requirement are marked; the first of them can be jumped to. */
function toTranscript({ scenario, title, wires, faults }: Evidence, id: string): string {
  const own = faults.filter(({ requirement }) => requirement === id)
  const anchor = `${id}-${scenario}`
  const rows = wires.map((entries, wire) => {
    const cells = entries.map((entry, place) => {
      const shown = own.find(fault => fault.wire === wire && fault.entry === place)
      const mark = shown === own[0] ? `id="${escapeMarkup(anchor)}" ` : ''
      return shown === undefined
        ? `<tr>${toCells(entry)}</tr>`
        : `<tr ${mark}class="fault">${toCells(entry)}</tr><tr class="fault">${cell('')}${cell('⇧')}${cell(shown.detail)}</tr>`
    })
    return `<table>${cells.join('')}</table>`
  })
  const jump = own.length === 0 ? '' : ` <a href="#${escapeMarkup(anchor)}">the entry that shows it</a>`
  return `<details><summary>Transcript: ${escapeMarkup(scenario)}: ${escapeMarkup(title)}${jump}</summary>${rows.join('<hr>')}</details>`
}

function toCells(entry: Entry): string {
  const at = `${entry.at.toFixed(0)} ms`
  if ('message' in entry) return cells([at, `→ ${entry.to}`, shorten(JSON.stringify(entry.message))])
  if ('noise' in entry) return cells([at, `→ ${entry.to}`, `(${entry.noise}) ${shorten(entry.text)}`])
  if ('stderr' in entry) return cells([at, 'stderr', shorten(entry.stderr)])
  return cells([at, entry.event, entry.detail])
}

function cells(texts: readonly string[]): string {
  return texts.map(cell).join('')
}

function cell(text: string): string {
  return `<td>${escapeMarkup(text)}</td>`
}

function shorten(text: string): string {
  return text.length <= MESSAGE_CHARACTERS
    ? text
    : `${text.slice(0, MESSAGE_CHARACTERS)}… (${text.length} characters)`
}
