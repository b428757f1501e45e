/** One source file, parsed: its tree, its imports, and its text without comments or without quotes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comment, type Program, parseSync, Visitor } from 'oxc-parser'

interface Span {
  readonly start: number
  readonly end: number
}

export interface ImportSite {
  readonly specifier: string
  readonly start: number
  readonly typeOnly: boolean
}

export interface Source {
  readonly path: string
  readonly text: string
  readonly tree: Program
  readonly comments: readonly Comment[]
  readonly imports: readonly ImportSite[]
  /** The text with comments blanked, positions kept. */
  readonly code: string
  /** The text with comments and the insides of quotes, templates and patterns blanked, positions kept. */
  readonly bare: string
  /** What stands between quotes: strings and the fixed parts of templates. */
  readonly quotes: readonly (Span & { readonly value: string })[]
}

const blank = (text: string, spans: readonly Span[]): string => {
  let out = ''
  let at = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return out + text.slice(at)
}

const collectQuotes = (tree: Program) => {
  const quotes: (Span & { value: string })[] = []
  const patterns: Span[] = []
  new Visitor({
    Literal({ start, end, value }) {
      if (typeof value === 'string') quotes.push({ start, end, value })
      else if (value instanceof RegExp) patterns.push({ start, end })
    },
    TemplateElement({ start, end, value }) {
      quotes.push({ start, end, value: value.cooked ?? value.raw })
    },
  }).visit(tree)
  return { quotes, patterns }
}

const collectImports = (tree: Program): ImportSite[] => {
  const sites: ImportSite[] = []
  const isType = (kind: string, parts: readonly { readonly kind: string }[]) =>
    kind === 'type' || (parts.length > 0 && parts.every(part => part.kind === 'type'))
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers, start }) {
      const parts = specifiers.map(part => ({ kind: 'importKind' in part ? (part.importKind ?? '') : '' }))
      sites.push({ specifier: source.value, start, typeOnly: isType(importKind ?? '', parts) })
    },
    ExportNamedDeclaration({ source, exportKind, specifiers, start }) {
      const parts = specifiers.map(part => ({ kind: part.exportKind ?? '' }))
      if (source) sites.push({ specifier: source.value, start, typeOnly: isType(exportKind ?? '', parts) })
    },
    ExportAllDeclaration({ source, exportKind, start }) {
      sites.push({ specifier: source.value, start, typeOnly: exportKind === 'type' })
    },
    ImportExpression({ source, start }) {
      if (source.type !== 'Literal' || typeof source.value !== 'string') return
      sites.push({ specifier: source.value, start, typeOnly: false })
    },
    TSImportType({ source, start }) {
      sites.push({ specifier: source.value, start, typeOnly: true })
    },
  }).visit(tree)
  return sites
}

/** Parses a file; throws with the parser's words where it is not TypeScript. */
export const readSource = (root: string, path: string): Source => {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const { quotes, patterns } = collectQuotes(program)
  return {
    path,
    text,
    tree: program,
    comments,
    imports: collectImports(program),
    code: blank(text, comments),
    bare: blank(text, [...comments, ...quotes, ...patterns]),
    quotes,
  }
}
