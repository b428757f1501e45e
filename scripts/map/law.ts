/** What a law is, and how its findings are written down. Knows no law in particular. */
import type { Source } from './source.js'

export interface Finding {
  readonly at: number
  readonly says: string
}

/** A law about one parsed source file. */
export interface SourceLaw {
  readonly name: string
  readonly covers: (path: string) => boolean
  readonly check: (source: Source) => Finding[]
}

/** A law about the text of any file. */
export interface TextLaw {
  readonly name: string
  readonly covers: (path: string) => boolean
  readonly read: (text: string, path: string) => Finding[]
}

/** A law about which files exist. */
export interface TreeLaw {
  readonly name: string
  readonly walk: (paths: readonly string[]) => { readonly path: string; readonly says: string }[]
}

export interface Flaw {
  readonly law: string
  readonly path: string
  readonly line: number
  readonly says: string
}

export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

export const printFlaw = ({ law, path, line, says }: Flaw): string => `${path}:${line}  [${law}] ${says}`

/** Every match of `pattern` in `text`, as findings. */
export const findAll = (text: string, pattern: RegExp, say: (found: string) => string): Finding[] =>
  [...text.matchAll(pattern)].map(match => ({ at: match.index, says: say(match[0].trim()) }))
