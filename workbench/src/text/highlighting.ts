/** Colours for code, as a tree of pieces. Loaded when the first code is shown: it is large. */

import type { HLJSOptions, LanguageFn } from 'highlight.js'
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

/** A piece of code: as it is, or with what it is. */
export type Coloured = string | { readonly scope: string; readonly pieces: readonly Coloured[] }

const LANGUAGES: Readonly<Record<string, LanguageFn>> = {
  ...{ bash, c, cpp, css, diff, go, java, json, python, rust, sql, typescript, xml, yaml },
  // A superset: one grammar for both.
  javascript: typescript,
}

interface Branch {
  readonly scope: string
  readonly pieces: Coloured[]
}

/** Gathers what the highlighter finds, in place of its own maker of markup. */
class Tree {
  readonly #open: Branch[] = [{ scope: '', pieces: [] }]

  get pieces(): readonly Coloured[] {
    return this.#open[0]?.pieces ?? []
  }

  addText(text: string): void {
    if (text !== '') this.#open.at(-1)?.pieces.push(text)
  }

  startScope(scope: string): void {
    const branch = { scope: scope.split('.')[0]?.replace(/[^a-z]/g, '-') ?? '', pieces: [] }
    this.#open.at(-1)?.pieces.push(branch)
    this.#open.push(branch)
  }

  endScope(): void {
    if (this.#open.length > 1) this.#open.pop()
  }

  openNode(scope: string): void {
    this.startScope(scope)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(other: Tree): void {
    this.#open.at(-1)?.pieces.push(...other.pieces)
  }

  finalize(): void {
    this.#open.length = 1
  }

  toHTML(): string {
    return ''
  }
}

for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)
highlighter.registerAliases(['js', 'jsx', 'mjs', 'cjs'], { languageName: 'javascript' })
highlighter.registerAliases(['ts', 'tsx', 'mts'], { languageName: 'typescript' })
highlighter.registerAliases(['sh', 'shell', 'zsh', 'console'], { languageName: 'bash' })
const maker: Partial<HLJSOptions> = { __emitter: Tree as unknown as HLJSOptions['__emitter'] }
highlighter.configure(maker)

/** The code with its colours; undefined where the language is not known. */
export function colour(code: string, language: string): readonly Coloured[] | undefined {
  if (highlighter.getLanguage(language) === undefined) return undefined
  const found = highlighter.highlight(code, { language, ignoreIllegals: true })
  return (found._emitter as unknown as Tree).pieces
}
