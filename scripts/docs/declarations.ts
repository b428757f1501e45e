/** Reads one compiled `.d.ts`: what it declares, with the words above each, and what it passes on from elsewhere. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Comment,
  type ExportNamedDeclaration,
  type ImportDeclaration,
  type ModuleExportName,
  parseSync,
  type Statement,
} from 'oxc-parser'

export interface Declaration {
  readonly kind: 'function' | 'class' | 'constant' | 'type'
  /** Every signature under this name: overloads, or a type and a value that share it. */
  readonly signatures: readonly string[]
  readonly words: string
}

interface Elsewhere {
  readonly file: string
  readonly name: string
}

export interface DeclarationFile {
  readonly local: ReadonlyMap<string, Declaration>
  readonly elsewhere: ReadonlyMap<string, Elsewhere>
  readonly exported: ReadonlyMap<string, string>
  readonly passesAll: readonly string[]
  /** `export * as name from file`: the file, by name. */
  readonly bundles: ReadonlyMap<string, string>
}

const KINDS: Readonly<Record<string, Declaration['kind']>> = {
  TSDeclareFunction: 'function',
  FunctionDeclaration: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'constant',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
}

const nameOf = (name: ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name)

const declaredNames = (node: Statement): string[] => {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  if ('id' in node && node.id?.type === 'Identifier') return [node.id.name]
  return []
}

/** A compiled private member carries no type and helps no reader. */
const toSignature = (text: string): string =>
  text
    .replace(/^(?:export )?(?:declare )?/, '')
    .replace(/^ +(?:#private;|private [^\n]*;)\n/gm, '')
    .trim()

const toWords = (comment: Comment | undefined): string =>
  comment?.type === 'Block' && comment.value.startsWith('*')
    ? comment.value
        .split('\n')
        .map(line => line.replace(/^\s*\*+ ?/, '').trimEnd())
        .join('\n')
        .trim()
    : ''

/** The comment a source file opens with: it speaks of the file, also where the compiler left it above a declaration. */
const readOpening = (file: string): string | undefined => {
  const source = file.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts')
  if (!existsSync(source)) return undefined
  const { comments } = parseSync(source, readFileSync(source, 'utf8'))
  return comments[0]?.start === 0 ? comments[0].value : undefined
}

class Reader {
  readonly local = new Map<string, Declaration>()
  readonly elsewhere = new Map<string, Elsewhere>()
  readonly exported = new Map<string, string>()
  readonly passesAll: string[] = []
  readonly bundles = new Map<string, string>()
  readonly #file: string
  readonly #text: string
  readonly #comments: readonly Comment[]
  readonly #opening: string | undefined

  constructor(file: string) {
    this.#file = file
    this.#text = readFileSync(file, 'utf8')
    const { program, comments, errors } = parseSync(file, this.#text, { lang: 'dts' })
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
    this.#comments = comments
    this.#opening = readOpening(file)
    for (const node of program.body) this.#read(node)
  }

  #read(node: Statement): void {
    if (node.type === 'ImportDeclaration') this.#readImport(node)
    else if (node.type === 'ExportNamedDeclaration') this.#readExport(node)
    else if (node.type === 'ExportAllDeclaration') {
      const file = this.#resolve(node.source.value)
      if (node.exported) this.bundles.set(nameOf(node.exported), file)
      else this.passesAll.push(file)
    } else this.#declare(node, node.start, false)
  }

  #readImport({ specifiers, source }: ImportDeclaration): void {
    for (const part of specifiers) {
      const name = part.type === 'ImportSpecifier' ? nameOf(part.imported) : part.local.name
      this.elsewhere.set(part.local.name, { file: this.#resolve(source.value), name })
    }
  }

  #readExport({ declaration, specifiers, source, start }: ExportNamedDeclaration): void {
    if (declaration) this.#declare(declaration, start, true)
    for (const { local, exported } of specifiers) {
      const [from, to] = [nameOf(local), nameOf(exported)]
      if (source) this.elsewhere.set(to, { file: this.#resolve(source.value), name: from })
      this.exported.set(to, source ? to : from)
    }
  }

  #declare(node: Statement, start: number, isExported: boolean): void {
    const kind = KINDS[node.type]
    if (kind === undefined) return
    const signature = toSignature(this.#text.slice(start, node.end))
    const words = toWords(this.#above(start))
    for (const name of declaredNames(node)) {
      const before = this.local.get(name)
      this.local.set(name, {
        kind: before?.kind ?? kind,
        signatures: [...(before?.signatures ?? []), signature],
        words: before?.words || words,
      })
      if (isExported) this.exported.set(name, name)
    }
  }

  #above(start: number): Comment | undefined {
    const comment = this.#comments.findLast(({ end }) => end <= start)
    if (!comment || comment.value === this.#opening) return undefined
    return this.#text.slice(comment.end, start).trim() === '' ? comment : undefined
  }

  #resolve(specifier: string): string {
    return join(dirname(this.#file), specifier.replace(/\.js$/, '.d.ts'))
  }
}

const read = new Map<string, DeclarationFile>()

export const readDeclarations = (file: string): DeclarationFile => {
  const known = read.get(file)
  if (known) return known
  const fresh = new Reader(file)
  read.set(file, fresh)
  return fresh
}
