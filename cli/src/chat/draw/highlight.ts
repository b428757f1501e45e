/** Source text in pieces by what they are for. Languages are loaded when the first text of theirs comes. */

import { createRequire } from 'node:module'
import type { HLJSApi, LanguageFn } from 'highlight.js'
import type { Line, Span } from '../screen/line.js'
import type { Role, Style } from '../screen/style.js'

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  javascript: ['js', 'jsx', 'mjs', 'cjs', 'node'],
  json: ['jsonc', 'json5', 'jsonl'],
  python: ['py', 'python3', 'gyp'],
  bash: ['sh', 'shell', 'zsh', 'console', 'shellsession'],
  go: ['golang'],
  rust: ['rs'],
  java: ['jsp'],
  c: ['h'],
  cpp: ['c++', 'cc', 'cxx', 'hpp', 'hh', 'hxx'],
  css: ['scss', 'less'],
  xml: ['html', 'xhtml', 'svg', 'htm', 'vue', 'svelte', 'plist'],
  yaml: ['yml'],
  markdown: ['md', 'mkdown'],
  diff: ['patch'],
  sql: ['sqlite', 'psql', 'mysql', 'postgres'],
  dockerfile: ['docker', 'containerfile'],
  ini: ['toml', 'cfg', 'conf', 'properties', 'editorconfig'],
}

const SCOPES: readonly (readonly [Role, string])[] = [
  ['keyword', 'keyword literal operator selector-tag name doctag'],
  ['string', 'string regexp char link template-variable code quote'],
  ['number', 'number symbol bullet'],
  ['comment', 'comment meta'],
  ['name', 'title attr attribute property variable section selector-class selector-id'],
  ['type', 'type built_in class tag'],
  ['added', 'addition'],
  ['removed', 'deletion'],
]
const STYLES: ReadonlyMap<string, Style> = new Map(
  SCOPES.flatMap(([role, names]) => {
    const style: Style = { role }
    return names.split(' ').map(name => [`hljs-${name}`, style] as const)
  }),
)
const MOST_CHARACTERS = 60_000
const MOST_LINE = 2_000
const aliases = new Map(
  Object.entries(LANGUAGES).flatMap(([name, others]) =>
    [name, ...others].map(alias => [alias, name] as const),
  ),
)
// All of them at once would take 40 ms and more of every start, whether there is source to show or not.
const fromHere = createRequire(import.meta.url)
let highlighter: HLJSApi | undefined

/** A line of source; where nothing is open behind it, a text can be cut without harm. */
export interface SourceLine {
  readonly line: Line
  readonly isWhole: boolean
}

/** The language that is meant by what stands behind a fence. */
export function languageOf(hint: string): string | undefined {
  const word = /^[\w+#-]+/.exec(hint.trim().toLowerCase())?.[0]
  return word === undefined ? undefined : aliases.get(word)
}

/** The lines of a text that was cleaned. What is too long, or in no known language, stays plain. */
export function highlightLines(text: string, language: string | undefined): readonly SourceLine[] {
  const isFit = text.length <= MOST_CHARACTERS && !text.split('\n').some(line => line.length > MOST_LINE)
  if (language === undefined || !isFit) return plainLines(text)
  const { value } = load(language).highlight(text, { language, ignoreIllegals: true })
  return read(value)
}

function plainLines(text: string): readonly SourceLine[] {
  return text.split('\n').map(line => ({ line: line === '' ? [] : [{ text: line }], isWhole: true }))
}

function load(language: string): HLJSApi {
  if (highlighter === undefined) {
    const core: HLJSApi = fromHere('highlight.js/lib/core')
    highlighter = core.newInstance()
  }
  if (highlighter.getLanguage(language) === undefined) {
    const definition: LanguageFn = fromHere(`highlight.js/lib/languages/${language}`)
    highlighter.registerLanguage(language, definition)
    // A page has scripts and styles in it.
    if (language === 'xml') for (const inner of ['css', 'javascript']) load(inner)
  }
  return highlighter
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
])

/** What the highlighter made is text, entities and spans, and nothing else. */
function read(marked: string): readonly SourceLine[] {
  const lines: SourceLine[] = []
  const open: (Style | undefined)[] = []
  let current: Span[] = []
  for (const part of marked.match(/<span class="[^"]*">|<\/span>|\n|&[#\w]+;|[^<\n&]+|./g) ?? [])
    if (part.startsWith('<span')) open.push(styleOf(part.slice(13, -2)) ?? open.at(-1))
    else if (part === '</span>') open.pop()
    else if (part === '\n') {
      lines.push({ line: current, isWhole: open.length === 0 })
      current = []
    } else append(current, ENTITIES.get(part) ?? part, open.at(-1))
  return [...lines, { line: current, isWhole: open.length === 0 }]
}

function append(spans: Span[], text: string, style: Style | undefined): void {
  const last = spans.at(-1)
  if (last !== undefined && last.style === style) spans[spans.length - 1] = { text: last.text + text, style }
  else spans.push({ text, style })
}

function styleOf(names: string): Style | undefined {
  const [first = ''] = names.split(' ')
  return STYLES.get(first)
}
